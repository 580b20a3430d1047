import AnnounceProtocol
import Messages
import Testing

@Suite struct RequestErrorTests {
    private static func error(_ line: [UInt8]) -> ErrorReply? {
        do throws(ErrorReply) {
            _ = try RequestLine(line: line)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: WrongRequest.all + WrongRequest.noJSON)
    func `A wrong request is answered with a code, the field and what was expected`(_ wrong: WrongRequest) {
        let error = Self.error(Array(wrong.line.utf8))
        #expect(error == ErrorReply(code: wrong.code, message: wrong.message))
    }

    @Test(arguments: WrongRequest.all)
    func `The error has the request's id, wherever the id stands`(_ wrong: WrongRequest) {
        let comma = wrong.line == "{}" ? "" : ","
        let first = #"{"id":"q"\#(comma)\#(wrong.line.dropFirst())"#
        let last = #"\#(wrong.line.dropLast())\#(comma)"id":"q"}"#
        for line in [first, last] {
            #expect(Self.error(Array(line.utf8)) == ErrorReply(id: "q", code: wrong.code, message: wrong.message))
        }
    }

    @Test(arguments: [
        ("5", "id: expected a string"), ("true", "id: expected a string"), (#""""#, "id: expected a string of 1 to 64 characters"),
        ("\"\(String(repeating: "i", count: 65))\"", "id: expected a string of 1 to 64 characters"),
        // One character for a reader, and as many bytes as it likes: what counts is Unicode scalars.
        ("\"e\(String(repeating: "\u{301}", count: 64))\"", "id: expected a string of 1 to 64 characters"),
    ])
    func `A wrong id is an error without an id`(_ id: String, _ message: String) {
        for rest in [#""type":"ping""#, #""type":"sing""#] {
            #expect(Self.error(Array("{\"id\":\(id),\(rest)}".utf8)) == ErrorReply(code: .invalidMessage, message: message))
        }
    }

    @Test func `Broken UTF-8 is an error of its own`() {
        for field in ["text", "unknown", "id"] {
            let line = Array("{\"type\":\"announcement\",\"\(field)\":\"".utf8) + [0xff] + Array("\"}".utf8)
            #expect(Self.error(line) == ErrorReply(code: .invalidJSON, message: "the line is not valid UTF-8; expected JSON in UTF-8"))
        }
    }

    @Test func `A wrong word is quoted, but not all of a long one`() throws {
        let word = String(repeating: "w", count: 100_000)
        for line in [#"{"type":"\#(word)"}"#, #"{"type":"announcement","text":"","priority":"\#(word)"}"#] {
            #expect(try #require(Self.error(Array(line.utf8))).message.utf8.count < 400)
        }
    }
}
