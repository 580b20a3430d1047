import SpeechDispatcher
import TestSupport
import Testing

@Suite struct SSIPDecoderTests {
    /// All that a client has sent, in pieces that end at `ends`; a `SPEAK` is granted.
    private static func inputs(_ bytes: [UInt8], endingAt ends: some Sequence<Int>) -> [SSIPDecoder.Input] {
        var decoder = SSIPDecoder()
        var inputs: [SSIPDecoder.Input] = []
        var start = 0
        for end in Array(ends) + [bytes.count] where end > start {
            decoder.append(bytes[start..<end])
            start = end
            while let input = decoder.next() {
                inputs.append(input)
                if input == .command("SPEAK") { decoder.beginText() }
            }
        }
        if let last = decoder.finish() { inputs.append(last) }
        return inputs
    }

    private static func inputs(_ text: String) -> [SSIPDecoder.Input] { inputs(Array(text.utf8), endingAt: []) }

    @Test(
        "SSIP: commands, texts and what follows them are told apart",
        arguments: [
            ("HELP\r\nQUIT\r\n", [.command("HELP"), .command("QUIT")]),
            ("HELP\nQUIT", [.command("HELP"), .command("QUIT")]),
            ("\r\n", [.command("")]),
            ("SPEAK\r\nHello\r\n.\r\nQUIT\r\n", [.command("SPEAK"), .text("Hello"), .command("QUIT")]),
            ("SPEAK\r\n.\r\n", [.command("SPEAK"), .text("")]),
            ("SPEAK\r\none\r\n\r\ntwo\r\n.\r\n", [.command("SPEAK"), .text("one\n\ntwo")]),
            // Dots that were put in front of dots go; others stay.
            ("SPEAK\r\n..\r\n...\r\n..x\r\n.x\r\na.\r\n.\r\n", [.command("SPEAK"), .text(".\n..\n.x\n.x\na.")]),
            // A text's own \n is no line's end, and a dot behind it ends nothing.
            ("SPEAK\r\none\n.\ntwo\r\n.\r\n", [.command("SPEAK"), .text("one\n.\ntwo")]),
            ("SPEAK\r\none\n.\r\n.\r\n", [.command("SPEAK"), .text("one\n.")]),
            // Somebody at a terminal.
            ("SPEAK\none\n..two\n.\nQUIT\n", [.command("SPEAK"), .text("one\n.two"), .command("QUIT")]),
            ("SPEAK\r\nnever ended", [.command("SPEAK")]),
        ] as [(String, [SSIPDecoder.Input])])
    func framing(sent: String, expected: [SSIPDecoder.Input]) {
        #expect(Self.inputs(sent) == expected)
    }

    @Test("SSIP: it makes no difference in which pieces a stream arrives")
    func pieces() {
        let stream = Array(
            "SET self CLIENT_NAME a:b:c\r\nSPEAK\r\n.. grüß\n.\nGott\r\n...\r\n.\r\nCHAR ä\r\nSPEAK\nx\n.\nQUIT\n".utf8)
        let whole = Self.inputs(stream, endingAt: [])
        #expect(whole.count == 7)
        for end in stream.indices { #expect(Self.inputs(stream, endingAt: [end]) == whole) }
        #expect(Self.inputs(stream, endingAt: 1..<stream.count) == whole)
    }

    @Test("SSIP: what is too long is skipped, and what follows is understood")
    func tooLong() {
        let command = String(repeating: "A", count: SSIPDecoder.longestCommand)
        #expect(Self.inputs(command + "\r\nHELP\r\n") == [.command(command), .command("HELP")])
        for surplus in [1, 5000] {
            let long = Array((command + String(repeating: "B", count: surplus) + "\r\nHELP\r\n").utf8)
            #expect(Self.inputs(long, endingAt: []) == [.commandTooLong, .command("HELP")])
            #expect(Self.inputs(long, endingAt: stride(from: 100, to: long.count, by: 100)) == [.commandTooLong, .command("HELP")])
        }
        // One long line, one with its own line ends, many lines.
        for end in ["", "\n", "\r\n"] {
            let line = String(repeating: "ä", count: 500) + end
            let text = "x" + String(repeating: line, count: SSIPDecoder.longestText / line.utf8.count * 3 / 2)
            let sent = Array("SPEAK\r\n\(text)\r\n.\r\nHELP\r\n".utf8)
            for step in [sent.count, 16_384] {
                let inputs = Self.inputs(sent, endingAt: stride(from: step, to: sent.count, by: step))
                #expect(inputs == [.command("SPEAK"), .textTooLong, .command("HELP")], "\(end.utf8.count), \(step)")
            }
        }
        let longest = String(repeating: "x", count: SSIPDecoder.longestText)
        #expect(Self.inputs("SPEAK\r\n\(longest)\r\n.\r\n") == [.command("SPEAK"), .text(longest)])
    }

    @Test("SSIP: a text that is given up is skipped to its end")
    func givenUp() {
        for pieces in [["x", "y\r\n"], ["x\r\ny", "z\r\n..\r\n"], ["x\r", "\ny\r\n"]] {
            var decoder = SSIPDecoder()
            decoder.append(Array("SPEAK\r\n".utf8))
            #expect(decoder.next() == .command("SPEAK"))
            decoder.beginText()
            decoder.append(Array(pieces[0].utf8))
            #expect(decoder.next() == nil && decoder.textSize > 0)
            decoder.giveUpText()
            #expect(decoder.next() == nil && decoder.textSize <= 3)
            decoder.append(Array((pieces[1] + ".\r\nHELP\r\n").utf8))
            #expect(decoder.next() == .textTooLong)
            #expect(decoder.next() == .command("HELP"))
        }
    }

    @Test("SSIP: invalid UTF-8 is reported, and the next command is understood")
    func encoding() {
        let wrong: [UInt8] = [0xFF, 0xC0]
        let text = Array("SPEAK\r\n".utf8) + wrong + Array("\r\n.\r\n".utf8) + wrong + Array("\r\nHELP\r\n".utf8)
        #expect(Self.inputs(text, endingAt: []) == [.command("SPEAK"), .invalidEncoding, .invalidEncoding, .command("HELP")])
    }

    @Test("SSIP: any bytes are read, in any pieces, and every command and its answer has a form")
    func random() {
        let seed = SeededGenerator.seed(for: "SSIP random bytes")
        var generator = SeededGenerator(seed: seed)
        let samples = SSIPCommandTests.good.map { Array("\($0.0)\r\n".utf8) } + [Array("SPEAK\r\n..a\r\n.\r\n".utf8)]
        for round in 0..<2000 {
            let (one, other) = (samples[round % samples.count], samples.randomElement(using: &generator) ?? [])
            let bytes = Mutations.mutated(one + other, with: other, using: &generator) + Mutations.noise(upTo: 40, using: &generator)
            let whole = Self.inputs(bytes, endingAt: [])
            let ends = (0..<Int.random(in: 0...8, using: &generator)).map { _ in Int.random(in: 0...bytes.count, using: &generator) }
            #expect(Self.inputs(bytes, endingAt: ends.sorted()) == whole, "TEST_SEED=\(seed), round \(round)")
            for case .command(let line) in whole {
                do throws(SSIPReply) {
                    _ = try SSIPCommand(line: line)
                } catch {
                    #expect((300..<600).contains(error.code) && error.bytes.suffix(2) == [13, 10])
                }
            }
        }
    }
}
