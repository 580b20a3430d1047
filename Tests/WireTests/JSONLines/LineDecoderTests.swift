import JSONLines
import TestSupport
import Testing

@Suite struct LineDecoderTests {
    /// Returns the lines that a decoder finds in pieces, the end of the stream included.
    private static func lines(_ pieces: [[UInt8]], maximumLength: Int = 8) -> [LineDecoder.Line] {
        var decoder = LineDecoder(maximumLength: maximumLength)
        var lines: [LineDecoder.Line] = []
        for piece in pieces {
            decoder.append(piece)
            while let line = decoder.next() { lines.append(line) }
        }
        if let line = decoder.finish() { lines.append(line) }
        return lines
    }

    private static func line(_ text: String) -> LineDecoder.Line { .line(Array(text.utf8)) }

    @Test(arguments: [
        ("", []),
        ("a\nb\n", [line("a"), line("b")]),
        ("a\r\nb\r\n", [line("a"), line("b")]),
        ("a\nb", [line("a"), line("b")]),
        ("a\nb\r", [line("a"), line("b")]),
        ("\n\r\n\n", [line(""), line(""), line("")]),
        ("a\rb\n", [line("a\rb")]),
        ("a\r\r\n", [line("a\r")]),
        ("12345678\n", [line("12345678")]),
        ("12345678\r\n", [line("12345678")]),
        ("12345678", [line("12345678")]),
        ("12345678\r", [line("12345678")]),
        ("123456789\na\n", [.tooLong, line("a")]),
        ("123456789\r\na\n", [.tooLong, line("a")]),
        ("12345678\r\r\na\n", [.tooLong, line("a")]),
        ("1234567890123456789\n\na", [.tooLong, line(""), line("a")]),
        ("123456789", [.tooLong]),
        ("1234567890123", [.tooLong]),
        ("ä\u{0}\u{1F600}\n", [line("ä\u{0}\u{1F600}")]),
    ])
    func `Lines are the same wherever the stream is cut`(_ stream: String, _ expected: [LineDecoder.Line]) {
        let bytes = Array(stream.utf8)
        for cut in 0...bytes.count {
            #expect(Self.lines([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected, "cut at \(cut)")
        }
        #expect(Self.lines(bytes.map { [$0] }) == expected, "byte by byte")
    }

    @Test func `Any bytes, cut anywhere, are the lines of the whole`() {
        let seed = SeededGenerator.seed(for: "LineDecoder, any bytes")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let bytes = Mutations.noise(upTo: 200, using: &generator)
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 0...20, using: &generator))
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(Self.lines(pieces) == Self.lines([bytes]), "TEST_SEED=\(seed), round \(round)")
        }
    }

    @Test func `A line of exactly the most bytes is whole, one byte more is too long and is reported once`() {
        let most = 256 * 1024
        let longest = [UInt8](repeating: UInt8(ascii: "x"), count: most)
        for ending in ["\n", "\r\n"] {
            #expect(Self.lines([longest + Array(ending.utf8)], maximumLength: most) == [.line(longest)])
            let over = longest + [UInt8(ascii: "x")] + Array("\(ending)next\n".utf8)
            #expect(Self.lines([over], maximumLength: most) == [.tooLong, Self.line("next")])
        }
        var decoder = LineDecoder(maximumLength: most)
        decoder.append(longest)
        #expect(decoder.next() == nil)
        decoder.append(longest)
        #expect(decoder.next() == .tooLong)
        for _ in 0..<100 {
            decoder.append(longest)
            #expect(decoder.next() == nil)
        }
        decoder.append(Array("\nnext\n".utf8))
        #expect(decoder.next() == Self.line("next"))
        #expect(decoder.next() == nil)
        #expect(decoder.lineNumber == 2)
    }

    @Test func `Lines are numbered from 1, blank ones and those too long included`() {
        var decoder = LineDecoder(maximumLength: 3)
        #expect(decoder.lineNumber == 0)
        decoder.append(Array("a\n\n1234567\nb\nc".utf8))
        var numbers: [Int] = []
        while decoder.next() != nil { numbers.append(decoder.lineNumber) }
        #expect(numbers == [1, 2, 3, 4])
        #expect(decoder.finish() == Self.line("c"))
        #expect(decoder.lineNumber == 5)
        #expect(decoder.finish() == nil)
    }
}
