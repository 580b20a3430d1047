import AnnounceProtocol
import Messages
import Testing

@Suite struct ReplayLineTests {
    private static func read(_ line: String) throws(ErrorReply) -> ReplayLine { try ReplayLine(line: Array(line.utf8)) }

    @Test(arguments: [
        (#"{"at":2,"type":"stop"}"#, 2, "a"), (#"{"at":0.125,"client":"b","type":"stop"}"#, 0.125, "b"),
        (#"{"type":"stop","client":null,"at":1e1}"#, 10, "a"), (#"{"at":0,"client":"\u0062","type":"stop"}"#, 0, "b"),
    ])
    func `A line is a request with its moment and its client, who are no unknown fields`(
        line: String, at: Double, client: String
    ) throws {
        #expect(try Self.read(line) == ReplayLine(at: at, client: client, action: .request(.stop, id: nil)))
    }

    @Test func `A request's unknown field is a warning here too`() throws {
        var expected = ReplayLine(at: 0, action: .request(.stop, id: "x"))
        expected.warnings = [Warning(.ignored, "when: unknown in stop; ignored")]
        #expect(try Self.read(#"{"at":0,"when":1,"id":"x","type":"stop"}"#) == expected)
    }

    @Test func `Every request that is written is read again`() throws {
        for request in RequestCatalogue.all {
            let line = ReplayLine(at: 1.5, client: "b", action: .request(request.request, id: request.id))
            #expect(try ReplayLine(line: line.bytes.dropLast()) == line)
        }
        let line = ReplayLine(at: 1.5, action: .disconnect)
        #expect(line.bytes == Array("{\"at\":1.5,\"client\":\"a\",\"type\":\"disconnect\"}\n".utf8))
    }

    @Test func `A client goes`() throws {
        #expect(try Self.read(#"{"at":1,"client":"b","type":"disconnect"}"#) == ReplayLine(at: 1, client: "b", action: .disconnect))
    }

    @Test(
        arguments: [
            (
                "{", .invalidJSON, "the line is not valid JSON at column 2, where the line ends: expected a field's name in quotation marks"
            ),
            ("[]", .invalidJSON, "the line is not a JSON object; expected {…}"),
            (#"{"type":"stop"}"#, .invalidMessage, "at: missing; expected seconds from the beginning"),
            (#"{"at":"0","type":"stop"}"#, .invalidMessage, "at: expected a number"),
            (#"{"at":-1,"type":"stop"}"#, .invalidMessage, "at: expected seconds, 0 or more"),
            (#"{"at":1e9,"type":"stop"}"#, .invalidMessage, "at: 1000000000.0 is too late; expected at most 2592000"),
            (#"{"at":0,"client":"","type":"stop"}"#, .invalidMessage, "client: expected a string of 1 to 256 characters"),
            (#"{"at":0,"type":"announcement"}"#, .invalidMessage, "text: missing; expected a string, or an array in runs"),
            (
                #"{"at":0,"type":"disconnect","text":"a"}"#, .invalidMessage,
                "text: unknown in disconnect; expected at, client and type only"
            ),
        ] as [(String, ErrorReply.Code, String)])
    func `A mistake is named`(line: String, code: ErrorReply.Code, message: String) {
        #expect(throws: ErrorReply(code: code, message: message)) { try Self.read(line) }
    }

    @Test func `An unknown type is reported as such`() {
        let error = #expect(throws: ErrorReply.self) { try Self.read(#"{"at":0,"type":"shout"}"#) }
        #expect(error?.code == .unknownType && error?.message.hasPrefix("type: unknown type \"shout\"; expected one of ") == true)
    }

    @Test func `A trace's line has its fields by name, and times in milliseconds`() {
        let focus = TraceEvent(
            at: 1.0005, event: .focus, id: "x", client: "a", class: "userFocus", text: "\"b\" \\ \n\u{1} Grüße/", successful: false,
            reason: .spoken, rule: "N6", element: "e", earcon: .pageBorder)
        let line =
            #"{"at":1.001,"class":"userFocus","client":"a","earcon":"pageBorder","element":"e","event":"focus","id":"x","reason":"spoken","#
            + #""rule":"N6","successful":false,"text":"\"b\" \\ \n\u0001 Grüße/"}"#
        #expect(focus.jsonText == line)
        #expect(
            TraceEvent(at: 0, event: .posted, id: "x", client: "").jsonText
                == #"{"at":0,"client":"","event":"posted","id":"x"}"#)
        let session = MediaSessionEvent(session: "s", mode: .record, change: .ended, reason: .lease)
        let event = TraceEvent(at: 1, event: .mediaSession, id: "x", client: "a", session: session)
        #expect(
            event.jsonText
                == #"{"at":1,"client":"a","event":"mediaSession","id":"x","session":{"change":"ended","mode":"record","reason":"lease","session":"s"}}"#
        )
    }
}
