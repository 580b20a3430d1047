import SpeechQueue
import Testing

/// Documents that speech-dispatcher's clients send as one message.
struct SpeechDispatcherLongTextTests {
    /// The lines of a text that is posted in four parts or more.
    private static let lines = (0..<140).map { "Line-\($0)-" + String(repeating: "x", count: 1000) }

    private var document: String { speak(Self.lines.joined(separator: "\r\n")) }

    private func session(_ priority: String = "message") -> String {
        "SET self CLIENT_NAME joe:reader:main\r\nSET self NOTIFICATION all on\r\nSET self PRIORITY \(priority)\r\n"
    }

    private func texts(_ run: ReceptionRun) -> [Substring] { run.heard.map { $0.drop { $0 != " " }.dropFirst() } }

    private func events(_ run: inout ReceptionRun, to client: ClientID) -> [String] {
        run.lines(to: client).filter { $0.hasPrefix("7") && !$0.contains("-") }
    }

    @Test(arguments: ["message", "text", "important", "notification", "progress"])
    func `A document is heard completely, line by line, as one message with one BEGIN and one END`(priority: String) {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session(priority) + document, from: client)
        #expect(run.lines(to: client).filter { $0.hasPrefix("225") } == ["225-1", "225 OK MESSAGE QUEUED"])
        run.wait(until: 1000)
        let heard = texts(run)
        #expect(heard.count >= 4 && heard.allSatisfy { $0.utf8.count <= 32 << 10 })
        let isComplete = heard.flatMap { $0.split(separator: "\n") } == Self.lines.map { $0[...] }
        #expect(isComplete)
        #expect(events(&run, to: client) == ["701 BEGIN", "702 END"])
    }

    @Test func `STOP ends a whole document, with one event, and what its client sends next follows`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + document + speak("Next"), from: client)
        run.wait(until: 0.2)
        run.send("STOP self\r\n", from: client)
        run.wait(until: 100)
        let heard = texts(run).dropFirst().map { $0.prefix(10) }
        #expect(heard == ["Next"])
        #expect(events(&run, to: client) == ["701 BEGIN", "703 CANCELED", "701 BEGIN", "702 END"])
    }

    @Test func `A document that the user skips, or a newer text replaces, is not continued`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session("text") + document, from: client)
        run.wait(until: 0.2)
        run.send("{\"type\":\"skip\"}\n", from: app)
        run.wait(until: 2)
        // The queue begins the next part for a moment, which the voice never learns.
        #expect(run.heard.count <= 2)
        #expect(events(&run, to: client) == ["701 BEGIN", "703 CANCELED"])
        run.send(document, from: client)
        run.wait(until: 2.2)
        run.send(speak("Newer"), from: client)
        run.wait(until: 2.3)
        let count = run.heard.count
        #expect(texts(run).last == "Newer")
        run.wait(until: 100)
        #expect(run.heard.count == count)
        #expect(events(&run, to: client).filter { $0 == "703 CANCELED" }.count == 1)
    }

    @Test(arguments: ["skip", "STOP all", "STOP self", "CANCEL self", "replaced"])
    func `A document whose client has left is ended whole`(how: String) {
        var run = ReceptionRun()
        let app = run.connect(1)
        let client = run.connect(2, at: ReceptionRun.speechDispatcher)
        // More parts than messages are remembered of clients that have left.
        let long = (0..<(how == "CANCEL self" ? 70 : 4)).map { _ in String(repeating: "x", count: 30_000) }.joined(separator: "\r\n")
        run.send(session("text") + speak(long), from: client)
        run.wait(until: 0.2)
        run.disconnect(client)
        let next = run.connect(3, at: ReceptionRun.speechDispatcher)
        run.send(session("text"), from: next)
        switch how {
        case "skip": run.send("{\"type\":\"skip\"}\n", from: app)
        case "replaced": run.send(speak("Newer"), from: next)
        default: run.send("\(how)\r\n", from: next)
        }
        run.wait(until: 100)
        // The queue may begin the next part for a moment, which the voice never learns.
        #expect(run.heard.count <= 2)
    }

    @Test func `A document that is too long is refused with its number, and has no events`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session(), from: client)
        _ = run.lines(to: client)
        run.send(speak(String(repeating: "Much too long. ", count: 300_000)), from: client)
        run.send("SET self SSML_MODE on\r\n" + speak("<speak>" + String(repeating: "Long. ", count: 50_000) + "</speak>"), from: client)
        run.wait(until: 10)
        let refused = ["230 OK RECEIVING DATA", "420-1", "420 ERR TEXT TOO LONG"]
        #expect(run.lines(to: client) == refused + ["219 OK SSML MODE SET"] + refused.map { $0 == "420-1" ? "420-2" : $0 })
        #expect(run.heard == [])
    }

    @Test func `A text for which there is no room ends nothing: what is spoken goes on to its END, and the next is heard`() {
        var limits = SpeechQueue.Limits()
        (limits.readingBytes, limits.sureReadingBytes) = (70_000, 1000)
        var run = ReceptionRun(limits: limits)
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        let line = String(repeating: "x", count: 30_000)
        run.send(session("text") + speak([line, line, line].joined(separator: "\r\n")), from: client)
        run.wait(until: 0.2)
        _ = run.lines(to: client)
        run.send(speak(String(repeating: "y", count: 20_000)), from: client)
        #expect(run.lines(to: client).last == "422 ERR TOO MUCH TEXT IS WAITING")
        run.wait(until: 100)
        #expect(events(&run, to: client) == ["702 END"])
        #expect(run.heard.count == 3)
        run.send(speak("Next"), from: client)
        run.wait(until: 200)
        #expect(texts(run).last == "Next")
    }

    @Test(arguments: ["important", "notification", "progress"])
    func `News may have 512 KiB, of which all is heard; longer news is refused`(priority: String) {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session(priority), from: client)
        _ = run.lines(to: client)
        let line = String(repeating: "x", count: 1023)
        run.send(speak([String](repeating: line, count: 513).joined(separator: "\r\n")), from: client)
        #expect(run.lines(to: client).suffix(2) == ["420-1", "420 ERR TEXT TOO LONG"])
        run.send(speak([String](repeating: line, count: 512).joined(separator: "\r\n")), from: client)
        run.wait(until: 1000)
        #expect(texts(run).reduce(0) { $0 + $1.split(separator: "\n").count } == 512)
        #expect(events(&run, to: client) == ["701 BEGIN", "702 END"])
    }

    @Test(arguments: ["。", "！", "？", ""])
    func `A text without spaces is divided at its sentences, else between characters, and nothing is lost`(mark: String) {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        // Each character has two scalars, which the limit divides.
        let sentence = String(repeating: "e\u{301}", count: 40) + mark
        let text = String(repeating: sentence, count: 800)
        run.send(speak(text), from: client)
        run.wait(until: 100)
        let heard = texts(run)
        #expect(heard.count >= 3)
        let isWhole = heard.allSatisfy { $0.unicodeScalars.first == "e" && (mark.isEmpty || $0.hasSuffix(mark)) }
        #expect(isWhole && heard.joined().unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `A character that is longer than a part is divided`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        let text = "e" + String(repeating: "\u{301}", count: 40_000)
        run.send(speak(text), from: client)
        run.wait(until: 100)
        #expect(texts(run).count >= 3)
    }

    @Test func `Unfinished texts of many clients are limited together`() {
        var run = ReceptionRun()
        let clients = (1...6).map { run.connect($0, at: ReceptionRun.speechDispatcher) }
        for client in clients { run.send("SPEAK\r\n", from: client) }
        // Blanks: what is accepted is also read, which takes letters twice as long.
        for client in clients { run.send(String(repeating: " ", count: 3 << 20), from: client) }
        for client in clients { run.send("\r\n.\r\n", from: client) }
        #expect(clients.map { run.lines(to: $0).last?.prefix(3) } == ["225", "225", "225", "225", "225", "420"])
    }
}
