import AnnounceProtocol
import JSONLines
import Messages
import TestSupport
import Testing

@Suite struct RoundTripTests {
    /// The one line that is found in `bytes`, wherever they are cut, which must be the same each time.
    private static func line(in bytes: [UInt8], cutAt cut: Int) -> [UInt8]? {
        var decoder = LineDecoder(maximumLength: RequestLine.maximumLength)
        var found: [LineDecoder.Line] = []
        for piece in [bytes[..<cut], bytes[cut...]] {
            decoder.append(piece)
            while let line = decoder.next() { found.append(line) }
        }
        guard case .line(let line) = found.first, found.count == 1, decoder.finish() == nil else { return nil }
        return line
    }

    @Test func `Every request, split at every byte, is the same request`() throws {
        for request in RequestCatalogue.all {
            let bytes = request.bytes
            #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1 && bytes.last == UInt8(ascii: "\n"))
            for cut in 0...bytes.count {
                let line = try #require(Self.line(in: bytes, cutAt: cut), "cut at \(cut)")
                let read = try RequestLine(line: line)
                #expect(read == request, "cut at \(cut)")
            }
        }
    }

    @Test func `Every server message, split at every byte, is the same message`() throws {
        for message in ServerCatalogue.all {
            let bytes = message.jsonLine
            #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1 && bytes.last == UInt8(ascii: "\n"))
            for cut in 0...bytes.count {
                let line = try #require(Self.line(in: bytes, cutAt: cut), "cut at \(cut)")
                let read = try ServerLine.message(from: line)
                #expect(read == message, "cut at \(cut)")
            }
        }
    }

    @Test func `A field that has its default is left out`() {
        let plain = RequestLine(request: .announcement(Announcement(runs: [SpeechRun(text: "Hello")])))
        #expect(String(decoding: plain.bytes, as: UTF8.self) == #"{"text":"Hello","type":"announcement"}"# + "\n")
        #expect(
            String(decoding: RequestLine(id: "1", request: .hello(Hello())).bytes, as: UTF8.self) == #"{"id":"1","type":"hello"}"# + "\n")
    }

    @Test func `Q15: polite is low and assertive is default`() throws {
        for (word, priority) in [
            ("polite", Announcement.Priority.low), ("assertive", .default), ("low", .low), ("default", .default), ("high", .high),
        ] {
            let line = try RequestLine(line: Array(#"{"type":"announcement","text":"a","priority":"\#(word)"}"#.utf8))
            #expect(line.request == .announcement(Announcement(runs: [SpeechRun(text: "a")], priority: priority)))
        }
    }

    @Test func `A run's manner goes before the announcement's`() throws {
        let json =
            #"{"type":"announcement","runs":[{"text":"a"},{"text":"b","rate":300,"spell":false},{"text":"c","voice":"x"}],"rate":200,"spell":true,"language":"de"}"#
        let line = try RequestLine(line: Array(json.utf8))
        let runs = [
            SpeechRun(text: "a", attributes: SpeechAttributes(language: "de", rate: 200, spell: true)),
            SpeechRun(text: "b", attributes: SpeechAttributes(language: "de", rate: 300, spell: false)),
            SpeechRun(text: "c", attributes: SpeechAttributes(voice: "x", rate: 200, spell: true)),
        ]
        #expect(line.request == .announcement(Announcement(runs: runs)))
        #expect(line.warnings.isEmpty)
    }

    @Test func `The longest announcement fits in the documented length of a line`() throws {
        // A character that its client may write in fewer bytes than the daemon would make the daemon's line longer than the client's.
        for value in (0...0x2100 as ClosedRange<UInt32>) where value != 0 {
            let scalar = try #require(Unicode.Scalar(value))
            let text = String(scalar)
            let bytes = ServerMessage.progress(Progress(id: "", word: text, offset: 0, length: 1)).jsonLine
            let around = ServerMessage.progress(Progress(id: "", word: "", offset: 0, length: 1)).jsonLine
            let shortest =
                switch value {
                case 8, 9, 10, 12, 13, 0x22, 0x5C: 2
                case ..<0x20: 6
                default: text.utf8.count
                }
            #expect(bytes.count - around.count <= shortest, "U+\(String(value, radix: 16))")
        }
    }
}
