import Messages
import SpeechQueue
import Testing

/// Whole sessions of speech-dispatcher's clients, on a virtual clock.
struct SpeechDispatcherDoorTests {
    @Test func `Events follow the message's number by 40 ms at least, and END its last sample`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session(), from: client)
        _ = run.lines(to: client)
        run.send(speak("One two"), from: client)
        #expect(run.lines(to: client) == ["230 OK RECEIVING DATA", "225-1", "225 OK MESSAGE QUEUED"])
        run.wait(until: 0.039)
        #expect(run.lines(to: client) == [])
        run.wait(until: 0.04)
        #expect(run.lines(to: client) == ["701-1", "701-1", "701 BEGIN"])
        run.wait(until: 0.999)
        #expect(run.lines(to: client) == [])
        run.wait(until: 1)
        #expect(run.lines(to: client) == ["702-1", "702-1", "702 END"])
        #expect(run.heard == ["0.0 One two"])
    }

    @Test func `A client that only closes its sending end receives all its events, and its pause ends with its connection`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "SET self PRIORITY message\r\n" + speak("One"), from: client)
        _ = run.lines(to: client)
        run.finish(client, isGone: false)
        #expect(run.closed == [])
        run.wait(until: 1)
        #expect(run.closed == [client])
        #expect(run.lines(to: client).last == "702 END")
        let other = run.connect(2, at: ReceptionRun.speechDispatcher)
        run.send(session() + speak("Two"), from: other)
        run.wait(until: 1.3)
        run.send("PAUSE self\r\n", from: other)
        run.finish(other, isGone: false)
        #expect(run.closed == [client, other], "nothing of it is left to be said")
        #expect(run.lines(to: other).suffix(6) == ["704-2", "704-2", "704 PAUSED", "703-2", "703-2", "703 CANCELED"])
    }

    @Test func `Q6, Q7: An answer to the user cuts another program's message, which continues at its sentence`() {
        var run = ReceptionRun()
        let (reader, mail) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        let message = "SET self PRIORITY message\r\n"
        run.send(session() + message, from: reader)
        run.send(session("mail") + message + speak("One two three. Four five six"), from: mail)
        // Without a key, the reader's message waits.
        run.wait(until: 0.4)
        run.send(speak("Waits"), from: reader)
        run.wait(until: 0.6)
        run.send("CANCEL self\r\n" + speak("Answer"), from: reader)
        run.wait(until: 10)
        #expect(run.heard.prefix(2) == ["0.0 One two three. Four five six", "0.6 Answer"])
        #expect(run.heard.count == 3 && run.heard[2].hasSuffix("One two three. Four five six"))
        #expect(run.lines(to: mail).suffix(1) == ["702 END"])
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
        run.send(session() + "SET self PRIORITY text\r\nSET self LANGUAGE xx\r\n" + speak("One two"), from: client)
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
        #expect(run.wakesAt == Instant(seconds: 0.535))
        run.disconnect(client)
        #expect(run.wakesAt == nil)
    }

    @Test func `STOP ends the block that is spoken, and what a program said by a connection that is closed`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(
            session() + "SET self PRIORITY text\r\nBLOCK BEGIN\r\n" + speak("One two") + speak("Three") + "BLOCK END\r\n" + speak("Four"),
            from: client)
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
        run.send(session() + "SET self PRIORITY text\r\nSTOP self\r\n" + speak("Eleven"), from: again)
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

    @Test func `A pitch range from -100 to 100 is an inflection from 0 to 100`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        for (number, range) in [-100, 0, 50, 100].enumerated() {
            run.send("SET self PITCH_RANGE \(range)\r\nSET self PRIORITY text\r\n" + speak("Text \(number)"), from: client)
        }
        run.wait(until: 20)
        #expect(run.manners.map(\.inflection) == [0, 50, 75, 100])
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

    @Test func `Q6: A screen reader's text continues at its sentence after an important message`() {
        var run = ReceptionRun()
        let (reader, alarm) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        run.send(session() + speak("One. Two three."), from: reader)
        run.wait(until: 0.6)
        run.reachSentence(at: 5)
        run.send("SET self PRIORITY important\r\n" + speak("Fire"), from: alarm)
        run.wait(until: 4)
        #expect(run.heard == ["0.0 One. Two three.", "0.6 Fire", "1.1 Two three."])
        #expect(run.lines(to: reader).filter { $0.hasSuffix("BEGIN") || $0.hasSuffix("END") } == ["701 BEGIN", "702 END"])
    }

    @Test func `T8: A text with nothing to speak begins and ends; it is not cancelled`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session() + "SET self SSML_MODE on\r\n", from: client)
        _ = run.lines(to: client)
        for text in [" ", "\u{A0}", "<speak><mark name=\"a\"/></speak>"] { run.send(speak(text), from: client) }
        run.wait(until: 1)
        let events = run.lines(to: client).filter { $0.hasPrefix("7") && !$0.contains("-") }
        #expect(events == ["701 BEGIN", "702 END", "701 BEGIN", "702 END", "701 BEGIN", "700 INDEX MARK", "702 END"])
        #expect(run.heard == [])
    }

    @Test func `Messages of several clients are heard in the order in which they came`() {
        var run = ReceptionRun()
        let clients = (1...2).map { run.connect($0, at: ReceptionRun.speechDispatcher) }
        run.send(speak("A1") + speak("A2") + speak("A3"), from: clients[0])
        run.send(speak("B1"), from: clients[1])
        run.send(speak("A4"), from: clients[0])
        run.wait(until: 5)
        #expect(run.heard.map { String($0.suffix(2)) } == ["A1", "A2", "A3", "B1", "A4"])
    }

    @Test func `Q11: A book is heard from its beginning: when it is too long, its newest lines are refused`() {
        var limits = SpeechQueue.Limits()
        (limits.readingBytes, limits.totalReadingBytes, limits.sureReadingBytes) = (1 << 20, 3 << 19, 20_000)
        var run = ReceptionRun(limits: limits)
        let clients = (1...3).map { run.connect($0, at: ReceptionRun.speechDispatcher) }
        let line = String(repeating: "x", count: 9000)
        let accepted = clients.map { client in
            for number in 0..<120 { run.send(speak("\(number) \(line)"), from: client) }
            let answers = run.lines(to: client).filter { $0.hasSuffix("QUEUED") || $0.hasPrefix("422") }
            let accepted = answers.prefix { $0.hasPrefix("225") }.count
            #expect(Set(answers.dropFirst(accepted)) == ["422 ERR TOO MUCH TEXT IS WAITING"])
            return accepted
        }
        // The first is at its own limit, the second at that of all, and some of each client's text is always accepted.
        #expect((95..<110).contains(accepted[0]) && (45..<55).contains(accepted[1]) && (1...2).contains(accepted[2]))
        run.wait(until: 10)
        #expect(run.heard.prefix(2).map { $0.drop { $0 != " " } } == [" 0 \(line)", " 1 \(line)"])
    }

    @Test func `Q11: However many messages wait, each is heard`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        for number in 0..<600 { run.send(speak("line number \(number)"), from: client) }
        run.wait(until: 1000)
        #expect(run.heard.count == 600)
        #expect(run.lines(to: client).count { $0.hasPrefix("225 ") } == 600)
    }

    @Test func `A block may change how it is spoken, and GET PUNCTUATION is answered`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send("BLOCK BEGIN\r\nSET self SSML_MODE on\r\nSET self NOTIFICATION end on\r\nSET self PAUSE_CONTEXT 1\r\n", from: client)
        run.send("BLOCK END\r\nGET PUNCTUATION\r\nSET self PUNCTUATION all\r\nGET PUNCTUATION\r\n", from: client)
        #expect(run.lines(to: client).map { $0.prefix(3) } == ["260", "219", "220", "217", "261", "251", "251", "205", "251", "251"])
    }

    @Test func `Blank lines are answered like any wrong command, and BYE ends the connection as QUIT does`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send("\r\n  \r\nBYE\r\n", from: client)
        #expect(run.lines(to: client) == ["500 ERR INVALID COMMAND", "500 ERR INVALID COMMAND", "231 HAPPY HACKING"])
        #expect(run.closed == [client])
    }

    @Test func `Symbols alone are silent at punctuation none, and only then`() {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send(session(), from: client)
        _ = run.lines(to: client)
        for text in ["* * *", "---", "&", "→ @ %", "“…” \u{2013} \n ✓"] { run.send(speak(text), from: client) }
        run.send("SET self SSML_MODE on\r\n" + speak("<speak><mark name=\"a\"/>&amp;</speak>") + "SET self SSML_MODE off\r\n", from: client)
        run.wait(until: 0.1)
        #expect(run.heard == [])
        let events = run.lines(to: client).filter { $0.hasPrefix("7") && !$0.contains("-") }
        #expect(events.filter { $0 == "702 END" }.count == 6 && events.filter { $0 == "701 BEGIN" }.count == 6)
        #expect(events.suffix(3) == ["701 BEGIN", "700 INDEX MARK", "702 END"])
        let heard = ["5 %", "€", "😀", "«", "a * b", "1"]
        for text in heard { run.send(speak(text), from: client) }
        run.send("CHAR *\r\nKEY &\r\nSET self SPELLING on\r\n" + speak("*") + "SET self SPELLING off\r\n", from: client)
        for level in ["some", "most", "all"] { run.send("SET self PUNCTUATION \(level)\r\n" + speak("* * *"), from: client) }
        run.wait(until: 60)
        let spoken = run.heard.map { $0.drop { $0 != " " }.dropFirst() }
        #expect(spoken == (heard + ["*", "&", "*", "* * *", "* * *", "* * *"]).map { $0[...] })
    }

    @Test func `A block that another message or the user silences is not continued with its next part`() {
        let important = "SET self PRIORITY important\r\n"
        let silences: [(from: Int, bytes: String, heard: [String])] = [
            (ReceptionRun.speechDispatcher, session("alarm") + important + speak("Fire"), ["0.2 Fire"]),
            (ReceptionRun.speechDispatcher, session("mail") + speak("Mail"), ["0.2 Mail"]),
            (ReceptionRun.speechDispatcher, "STOP all\r\n", []),
            // It is begun, and silenced at once.
            (ReceptionRun.announce, "{\"type\":\"skip\"}\n", ["0.2 Seven"]),
        ]
        for (door, bytes, heard) in silences {
            var run = ReceptionRun()
            let (client, other) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: door))
            run.send(session() + "SET self PRIORITY text\r\nBLOCK BEGIN\r\n" + speak("Five six") + speak("Seven"), from: client)
            run.send("BLOCK END\r\n", from: client)
            run.wait(until: 0.2)
            run.send(bytes, from: other)
            run.wait(until: 5)
            #expect(run.heard == ["0.0 Five six"] + heard, "\(bytes)")
            let events = run.lines(to: client).filter { $0.hasPrefix("70") && $0.contains(" ") }
            #expect(events == ["701 BEGIN", "703 CANCELED", "703 CANCELED"], "\(bytes)")
        }
    }

    @Test func `An app's announcement is not taken for the message whose name it has as its id`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session() + speak("One two three"), from: client)
        run.wait(until: 0.2)
        run.send("{\"type\":\"announcement\",\"id\":\"ssip-1-1\",\"text\":\"High\",\"priority\":\"high\"}\n", from: app)
        run.send("STOP self\r\n", from: client)
        run.wait(until: 5)
        #expect(run.heard == ["0.0 One two three", "0.2 High", "0.7 One two three"])
    }

    @Test func `What is due by the time of a message whose voice is unknown is not lost`() {
        var run = ReceptionRun()
        let (client, app) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2))
        run.send(session() + "SET self LANGUAGE xx\r\n", from: client)
        run.send("{\"type\":\"mediaSession\",\"op\":\"begin\",\"mode\":\"record\"}\n", from: app)
        run.send("{\"type\":\"announcement\",\"id\":\"h\",\"text\":\"High\",\"priority\":\"high\"}\n", from: app)
        run.send("{\"type\":\"mediaSession\",\"op\":\"end\"}\n", from: app)
        run.oversleep(until: 0.3)
        run.send(speak("Key"), from: client)
        run.wait(until: 2)
        #expect(run.heard == ["0.3 High", "0.8 Key"])
        #expect(run.lines(to: app).contains { $0.contains(#""id":"h""#) && $0.contains("spoken") })
    }
}
