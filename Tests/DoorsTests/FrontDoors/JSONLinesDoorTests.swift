import FrontDoors
import Messages
import SpeechQueue
import Testing

/// Requests as bytes, and answers as bytes.
struct JSONLinesDoorTests {
    @Test func `Requests are read in whatever pieces they arrive, and blank lines between them are nothing`() {
        var run = ReceptionRun()
        let client = run.connect(1)
        run.send(#"{"type":"pi"#, from: client)
        #expect(run.lines(to: client) == [])
        #expect(run.reception.unserved(of: client) == UnservedInput(bytes: Array(#"{"type":"pi"#.utf8)[...]))
        run.send("ng\",\"id\":\"a\"}\r\n \t\n\n{\"type\":\"ping\",\"id\":\"b\"}\n", from: client)
        #expect(run.lines(to: client) == [#"{"id":"a","ok":true,"type":"reply"}"#, #"{"id":"b","ok":true,"type":"reply"}"#])
        #expect(run.reception.unserved(of: client)?.line == 4)
    }

    @Test func `A bad line costs that line, which is named`() {
        var run = ReceptionRun()
        let client = run.connect(1)
        run.send("{}\n" + String(repeating: "x", count: 300_000) + "\n{\"type\":\"ping\",\"id\":\"c\"}\n", from: client)
        let lines = run.lines(to: client)
        #expect(lines.count == 3)
        #expect(lines[0].contains(#""line":1"#) && lines[0].contains("type"))
        #expect(lines[1].contains(#""code":"tooLarge""#) && lines[1].contains(#""line":2"#))
        #expect(lines[2] == #"{"id":"c","ok":true,"type":"reply"}"#)
    }

    @Test(arguments: [
        (#"{"type":"ping"}"#, true), ("{\"type\":\"ping\"} \t\r", true), (#"{"type":"announcement","text":"x""#, false),
        (#"{"type":"announcement","text":""# + String(repeating: "x", count: 262_000), false), (" ", false), ("", false),
    ])
    func `A last line without its ending counts if it may be whole, and is answered only if its client still reads`(
        _ end: String, _ counts: Bool
    ) {
        var run = ReceptionRun()
        let (listening, gone) = (run.connect(1), run.connect(2))
        for (client, isGone) in [(listening, false), (gone, true)] {
            run.send(end, from: client)
            run.finish(client, isGone: isGone)
        }
        #expect(run.lines(to: listening).isEmpty == end.allSatisfy(\.isWhitespace))
        #expect(run.lines(to: gone).isEmpty == !counts)
    }

    @Test func `Each door writes its refusals, and decides whether its connections are kept`() {
        var run = ReceptionRun()
        let (client, other) = (run.connect(1), run.connect(2, at: ReceptionRun.speechDispatcher))
        #expect(run.reception.keepsConnection(of: client) && !run.reception.keepsConnection(of: other))
        #expect(run.reception.unserved.map(\.client) == [client])
        let refusal = ErrorReply(code: .tooManyClients, message: "too many")
        let bytes = (0...1).map { String(decoding: run.reception.refusal(refusal, at: $0), as: UTF8.self) }
        #expect(bytes[0].contains(#""code":"tooManyClients""#) && bytes[1].hasPrefix("390 "))
    }

    @Test func `A connection of the previous process continues in the middle of a line`() {
        var run = ReceptionRun()
        let client = ClientID(7)
        run.adopt(client, UnservedInput(bytes: Array(#"{"type":"ping","#.utf8)[...], line: 41))
        run.send("\"id\":\"a\"}\nno\n", from: client)
        let lines = run.lines(to: client)
        #expect(lines.first == #"{"id":"a","ok":true,"type":"reply"}"#)
        #expect(lines.last?.contains(#""line":43"#) == true)
        run.disconnect(client)
        #expect(run.reception.unserved(of: client) == nil)
    }
}
