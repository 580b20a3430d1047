import Messages
import SpeechQueue
import Testing

/// Whole sessions of speech-dispatcher's clients, on a virtual clock.
struct SpeechDispatcherDoorTests {
    private static let allEvents = "SET self NOTIFICATION all on\r\n"

    private func speak(_ text: String) -> String { "SPEAK\r\n\(text)\r\n.\r\n" }

    private func session(_ app: String = "orca") -> String { "SET self CLIENT_NAME joe:\(app):main\r\n" + Self.allEvents }

    @Test func `Events follow the message's number by 10 ms at least, and END its last sample`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session(), from: client)
        _ = run.lines(to: client)
        run.send(speak("One two"), from: client)
        #expect(run.lines(to: client) == ["230 OK RECEIVING DATA", "225-1", "225 OK MESSAGE QUEUED"])
        run.wait(until: 0.009)
        #expect(run.lines(to: client) == [])
        run.wait(until: 0.01)
        #expect(run.lines(to: client) == ["701-1", "701-1", "701 BEGIN"])
        run.wait(until: 0.999)
        #expect(run.lines(to: client) == [])
        run.wait(until: 1)
        #expect(run.lines(to: client) == ["702-1", "702-1", "702 END"])
        #expect(run.heard == ["0.0 One two"])
    }

    @Test func `PAUSE self takes back what waits and is spoken, others are heard, and RESUME says it from the start`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session() + "SET self PRIORITY message\r\n" + speak("One two") + speak("Three"), from: client)
        run.wait(until: 0.2)
        _ = run.lines(to: client)
        run.send("PAUSE self\r\n", from: client)
        #expect(run.lines(to: client) == ["211 OK PAUSED", "704-1", "704-1", "704 PAUSED"])
        run.send("{\"type\":\"announcement\",\"text\":\"App\"}\n", from: app)
        run.send("SET self PRIORITY notification\r\n" + speak("News"), from: client)
        run.wait(until: 2)
        #expect(run.lines(to: client).suffix(3) == ["703-3", "703-1", "703 CANCELED"])
        #expect(run.heard == ["0.0 One two", "0.2 App"])
        run.send("RESUME self\r\n", from: client)
        run.wait(until: 4)
        #expect(run.heard.suffix(2) == ["2.0 One two", "3.0 Three"])
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

    @Test func `A client that only closes its sending end receives all its events, and its pause ends with its connection`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "SET self PRIORITY message\r\n" + speak("One"), from: client)
        _ = run.lines(to: client)
        run.finish(client, isGone: false)
        #expect(run.closed == [])
        run.wait(until: 0.3)
        run.send("PAUSE self\r\n", from: client)
        run.wait(until: 1)
        #expect(run.closed == [client], "nothing of it is left to be said")
        #expect(run.lines(to: client).suffix(6) == ["704-1", "704-1", "704 PAUSED", "703-1", "703-1", "703 CANCELED"])
    }

    @Test func `A pause of everything is reported to the client that is being spoken, and to no other`() {
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

    @Test func `An unknown voice is no reason for silence`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "SET self SYNTHESIS_VOICE Nobody\r\nSET self LANGUAGE xx\r\n" + speak("Hello"), from: client)
        run.wait(until: 1)
        #expect(run.heard == ["0.0 Hello"])
        #expect(run.lines(to: client).suffix(1) == ["702 END"])
    }

    @Test func `A message spoken by another voice than requested follows at once: nothing is begun in between`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session() + "SET self LANGUAGE xx\r\n" + speak("One two"), from: client)
        run.send("{\"type\":\"announcement\",\"text\":\"Low\",\"priority\":\"low\"}\n", from: app)
        run.wait(until: 0.2)
        run.send(speak("Three"), from: client)
        run.wait(until: 2)
        #expect(run.heard == ["0.0 One two", "0.2 Three", "0.7 Low"])
    }

    @Test func `Messages resumed with an unknown voice are heard in order`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "SET self PRIORITY message\r\nSET self LANGUAGE xx\r\nPAUSE self\r\n", from: client)
        run.send(speak("One") + speak("Two") + "RESUME self\r\n", from: client)
        run.wait(until: 2)
        #expect(run.heard == ["0.0 One", "0.5 Two"])
    }

    @Test func `A held event causes no wakeup before its time, nor once its client is gone`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "SET self PRIORITY message\r\n" + speak("One"), from: client)
        run.wait(until: 0.495)
        run.send(speak("Two"), from: client)
        run.wait(until: 0.499)
        #expect(run.wakesAt == nil)
        run.wait(until: 0.5)
        // BEGIN of the second is held, and END of the first is not.
        #expect(run.lines(to: client).last == "702 END")
        #expect(run.wakesAt == Instant(seconds: 0.505))
        run.disconnect(client)
        #expect(run.wakesAt == nil)
    }

    @Test func `STOP ends the block that is spoken, and what a program said by a connection that is closed`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "BLOCK BEGIN\r\n" + speak("One two") + speak("Three") + "BLOCK END\r\n" + speak("Four"), from: client)
        run.wait(until: 0.2)
        #expect(run.heard.last == "0.0 Four", "a text ends the text before")
        run.send("BLOCK BEGIN\r\n" + speak("Five six") + speak("Seven") + "BLOCK END\r\n", from: client)
        run.wait(until: 0.4)
        #expect(run.heard.last == "0.2 Five six")
        run.send("STOP self\r\n", from: client)
        run.wait(until: 2)
        #expect(run.heard.last == "0.2 Five six", "its other part is ended too")
        run.send(speak("Eight nine ten"), from: client)
        run.disconnect(client)
        let again = run.connect(2, at: ReceptionRun.speechDispatcher)
        run.send(session() + "STOP self\r\n" + speak("Eleven"), from: again)
        #expect(run.heard.suffix(2) == ["2.0 Eight nine ten", "2.0 Eleven"])
    }

    @Test func `SET all and SET of another client's number change that client's speech; an unknown number is an error`() {
        var run = ReceptionRun()
        let (client, other) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        run.send("SET all RATE 50\r\nSET 2 PITCH 20\r\nSET 9 PITCH 20\r\n", from: client)
        #expect(run.lines(to: client) == ["203 OK RATE SET", "204 OK PITCH SET", "402 ERR NO SUCH CLIENT"])
        run.send("GET RATE\r\nGET PITCH\r\n", from: other)
        #expect(run.lines(to: other) == ["251-50", "251 OK GET RETURNED", "251-20", "251 OK GET RETURNED"])
    }

    @Test func `A wake-up for an event leaves those of the conductor where they were`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session(), from: client)
        // Low, and of no use after half a second.
        run.send("{\"type\":\"announcement\",\"text\":\"Long text that goes on\",\"id\":\"a\"}\n", from: app)
        run.send("{\"type\":\"announcement\",\"text\":\"Late\",\"id\":\"late\",\"priority\":\"low\",\"maxAge\":0.5}\n", from: app)
        run.send(speak("Waits"), from: client)
        _ = run.lines(to: app)
        run.wait(until: 0.6)
        #expect(run.lines(to: app).contains { $0.contains(#""id":"late""#) && $0.contains("expired") })
    }
}
