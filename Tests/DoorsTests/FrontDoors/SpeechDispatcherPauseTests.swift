import Conductor
import FrontDoors
import Messages
import SpeechQueue
import Testing

/// O5: pauses of speech-dispatcher's clients, on a virtual clock.
struct SpeechDispatcherPauseTests {
    @Test func `O5: PAUSE self takes back what waits and is spoken, others are heard, and RESUME goes on at the word`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session() + speak("One two") + speak("Three"), from: client)
        run.wait(until: 0.7)
        _ = run.lines(to: client)
        run.send("PAUSE self\r\n", from: client)
        #expect(run.lines(to: client) == ["211 OK PAUSED", "704-1", "704-1", "704 PAUSED"])
        func notes() -> [String] { run.reception.conductor.status(at: run.now).notes.map(\.note) }
        #expect(notes() == ["its speech is paused until a client of speech-dispatcher's protocol resumes it (O5)"])
        run.send("{\"type\":\"announcement\",\"text\":\"App\"}\n", from: app)
        run.send("SET self PRIORITY notification\r\n" + speak("News"), from: client)
        run.wait(until: 2)
        #expect(run.lines(to: client).suffix(3) == ["703-3", "703-1", "703 CANCELED"])
        #expect(run.heard == ["0.0 One two", "0.7 App"])
        run.send("RESUME self\r\n", from: client)
        run.wait(until: 4)
        #expect(run.heard.suffix(2) == ["2.0 two", "2.5 Three"])
        #expect(notes() == [])
        let events = run.lines(to: client)
        #expect(events.prefix(4) == ["212 OK RESUMED", "705-1", "705-1", "705 RESUMED"])
        #expect(events.filter { $0.hasSuffix("END") || $0.hasSuffix("CANCELED") } == ["702 END", "702 END"])
    }

    @Test func `Nothing follows the goodbye, and what waits in the client's pause is never said`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "PAUSE self\r\n" + speak("Never"), from: client)
        _ = run.lines(to: client)
        run.send("QUIT\r\n", from: client)
        #expect(run.lines(to: client) == ["231 HAPPY HACKING"])
        run.disconnect(client)
        run.wait(until: 1)
        #expect(run.closed == [client] && run.heard == [])
    }

    @Test func `O5: PAUSE all is reported to the client that is being spoken, and to no other`() {
        var run = ReceptionRun()
        let (client, other) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        for one in [client, other] { run.send(session(), from: one) }
        run.send(speak("One two"), from: client)
        run.wait(until: 0.2)
        for one in [client, other] { _ = run.lines(to: one) }
        run.send("PAUSE all\r\n", from: other)
        #expect(run.lines(to: client) == ["704-1", "704-1", "704 PAUSED"])
        #expect(run.lines(to: other) == ["211 OK PAUSED"])
        run.send("RESUME all\r\n", from: other)
        #expect(run.lines(to: client) == ["705-1", "705-1", "705 RESUMED"])
    }

    @Test func `O5: A message that comes during the user's pause leaves the paused one alone`() {
        var run = ReceptionRun()
        let (reader, orca) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        let app = run.connect(3)
        run.send(session("reader") + "SET self PRIORITY text\r\n" + speak("One two"), from: reader)
        run.wait(until: 0.7)
        run.send("{\"type\":\"pause\"}\n", from: app)
        run.send(session() + speak("Window"), from: orca)
        run.send(speak("Three"), from: reader)
        run.send("{\"type\":\"resume\"}\n", from: app)
        run.wait(until: 5)
        #expect(
            run.lines(to: reader).filter { $0.hasPrefix("70") && $0.contains(" ") }.prefix(4) == [
                "701 BEGIN", "704 PAUSED", "705 RESUMED", "702 END",
            ])
        #expect(run.lines(to: orca).suffix(1) == ["702 END"])
    }

    @Test func `PAUSED and RESUMED need no BEGIN`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send("SET self NOTIFICATION pause on\r\nSET self NOTIFICATION resume on\r\n" + speak("One two"), from: client)
        run.wait(until: 0.7)
        _ = run.lines(to: client)
        run.send("PAUSE self\r\nRESUME self\r\n", from: client)
        run.wait(until: 5)
        #expect(run.lines(to: client).filter { $0.hasPrefix("70") && $0.contains(" ") } == ["704 PAUSED", "705 RESUMED"])
    }

    @Test func `O5: PAUSE all leaves other speech and others' important messages alone, and ends with the client that sent it`() {
        var run = ReceptionRun()
        let (reader, program) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        let app = run.connect(3)
        run.send(session() + speak("One two") + speak("Three"), from: reader)
        run.wait(until: 0.7)
        run.send("PAUSE all\r\n" + speak("Own"), from: program)
        run.send("{\"type\":\"announcement\",\"text\":\"App\"}\n", from: app)
        run.wait(until: 2)
        run.send("SET self PRIORITY important\r\n" + speak("Fire") + "SET self PRIORITY message\r\n" + speak("Four"), from: reader)
        run.send("SET self PRIORITY important\r\n" + speak("Own"), from: program)
        run.wait(until: 3)
        #expect(run.heard == ["0.0 One two", "0.7 App", "2.0 Fire"])
        run.disconnect(program)
        run.wait(until: 6)
        #expect(run.heard.dropFirst(3) == ["3.0 two", "3.5 Three", "4.0 Four"])
        #expect(run.lines(to: reader).filter { $0.hasSuffix("PAUSED") || $0.hasSuffix("RESUMED") } == ["704 PAUSED", "705 RESUMED"])
    }

    @Test func `O5: A screen reader that cancels its messages speaks again, whoever has paused it; its own pause stays`() {
        var run = ReceptionRun()
        let (reader, program) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        run.send(session() + speak("One two"), from: reader)
        run.send("PAUSE all\r\n", from: program)
        run.send("CANCEL self\r\n" + speak("Key"), from: reader)
        run.wait(until: 1)
        #expect(run.heard == ["0.0 One two", "0.0 Key"])
        run.send("PAUSE self\r\nCANCEL self\r\n" + speak("Later"), from: reader)
        run.wait(until: 2)
        #expect(run.heard.count == 2)
        run.send("RESUME self\r\nRESUME self\r\n", from: reader)
        run.wait(until: 3)
        #expect(run.heard.last == "2.0 Later")
        #expect(run.lines(to: reader).filter { $0.hasPrefix("212") }.count == 2)
    }

    @Test func `O5: What a program cancels in its pause does not resume`() {
        var run = ReceptionRun()
        let (reader, program) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        run.send(session() + speak("One two"), from: reader)
        run.wait(until: 0.7)
        run.send("PAUSE all\r\n", from: program)
        run.send("CANCEL self\r\n", from: reader)
        run.wait(until: 2)
        let events = run.lines(to: reader).filter { $0.hasPrefix("70") && $0.contains(" ") }
        #expect(events == ["701 BEGIN", "704 PAUSED", "703 CANCELED"])
    }

    @Test func `O5: A text of a paused connection leaves its program's other connection alone`() {
        var run = ReceptionRun()
        let (one, two) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        for client in [one, two] { run.send(session() + "SET self PRIORITY text\r\n", from: client) }
        run.send(speak("One two"), from: two)
        run.wait(until: 0.2)
        run.send("PAUSE self\r\n" + speak("Three"), from: one)
        run.wait(until: 2)
        run.send("RESUME self\r\n", from: one)
        run.wait(until: 4)
        #expect(run.heard == ["0.0 One two", "2.0 Three"])
        #expect(run.lines(to: two).last == "702 END")
    }
}
