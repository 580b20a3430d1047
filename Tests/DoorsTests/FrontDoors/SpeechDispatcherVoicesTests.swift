import Testing

/// The list of voices that speech-dispatcher's clients receive, and what waits for it.
struct SpeechDispatcherVoicesTests {
    private func list(_ arguments: String) -> [String] {
        var run = ReceptionRun()
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send("LIST SYNTHESIS_VOICES\(arguments)\r\n", from: client)
        let lines = run.lines(to: client)
        #expect(lines.last == "249 OK VOICE LIST SENT")
        return lines.dropLast().map { String($0.dropFirst(4)) }
    }

    @Test func `Each voice is listed with all variants, by speech-dispatcher's names`() {
        #expect(
            list("") == [
                "English\ten\tnone", "English+female2\ten\tfemale2", "English+Mr_Serious\ten\tMr_Serious",
                "German\tde\tnone", "German+female2\tde\tfemale2", "German+Mr_Serious\tde\tMr_Serious",
            ])
    }

    @Test func `The list can be limited to a language, and to a variant or none`() {
        #expect(list(" de-AT").map { $0.prefix(6) } == ["German", "German", "German"])
        #expect(list(" de none") == ["German\tde\tnone"])
        #expect(list(" de FEMALE2") == ["German+female2\tde\tfemale2"])
        #expect(list(" de nobody") == [])
        #expect(list(" xx") == [])
    }

    @Test func `Until the voices are known, what a client sends after LIST waits`() {
        var run = ReceptionRun(isReady: false)
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send("SET self NOTIFICATION all on\r\n", from: client)
        _ = run.lines(to: client)
        run.send("LIST SYNTHESIS_VOICES de none\r\nSPEAK\r\nOne\r\n.\r\nLIST SYNTHESIS_VOICES en none\r\nGET RATE\r\n", from: client)
        run.wait(until: 1)
        #expect(run.lines(to: client) == [])
        run.startVoice()
        let german = ["249-German\tde\tnone", "249 OK VOICE LIST SENT"]
        let english = ["249-English\ten\tnone", "249 OK VOICE LIST SENT"]
        let replies = german + ["230 OK RECEIVING DATA", "225-1", "225 OK MESSAGE QUEUED"] + english + ["251-0", "251 OK GET RETURNED"]
        #expect(run.lines(to: client) == replies)
        run.wait(until: 1.05)
        #expect(run.lines(to: client) == ["701-1", "701-1", "701 BEGIN"])
        #expect(run.heard == ["1.0 One"])
    }

    @Test func `A text that waits for the voices replaces one that waits for them too`() {
        var run = ReceptionRun(isReady: false)
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        let texts = ["One two", "Three"].map { "SPEAK\r\n\($0)\r\n.\r\n" }.joined()
        run.send("SET self NOTIFICATION all on\r\nSET self PRIORITY text\r\nSET self LANGUAGE de\r\n" + texts, from: client)
        run.wait(until: 0.1)
        run.startVoice()
        run.wait(until: 0.7)
        #expect(run.lines(to: client).suffix(9).filter { !$0.contains("-") } == ["703 CANCELED", "701 BEGIN", "702 END"])
    }

    @Test(arguments: ["CANCEL self", "STOP self", "CANCEL all"])
    func `A text that waits for the voices is cancelled like others`(command: String) {
        var run = ReceptionRun(isReady: false)
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        let text = "SPEAK\r\nOne\r\n.\r\n"
        run.send("SET self NOTIFICATION all on\r\nSET self LANGUAGE de\r\n\(text)\(command)\r\n", from: client)
        run.wait(until: 0.1)
        run.startVoice()
        run.wait(until: 0.7)
        let isStop = command.hasPrefix("STOP")
        // Nothing is being spoken that a STOP could end.
        let lines = run.lines(to: client)
        #expect(lines.last == (isStop ? "702 END" : "703 CANCELED"))
        #expect(lines.contains("701 BEGIN") == isStop)
    }

    @Test func `However many lists a client asks for meanwhile, one is served at a time, and all that it sent follows in order`() {
        var run = ReceptionRun(isReady: false)
        let (client, other) = (run.connect(1, at: ReceptionRun.speechDispatcher), run.connect(2, at: ReceptionRun.speechDispatcher))
        run.send(String(repeating: "LIST SYNTHESIS_VOICES de none\r\nGET RATE\r\n", count: 300), from: client)
        #expect(run.lines(to: client) == [])
        run.send("GET RATE\r\n", from: other)
        #expect(run.lines(to: other).count == 2)
        run.startVoice()
        let answer = ["249-German\tde\tnone", "249 OK VOICE LIST SENT", "251-0", "251 OK GET RETURNED"]
        let isInOrder = run.lines(to: client) == [[String]](repeating: answer, count: 300).flatMap { $0 }
        #expect(isInOrder)
    }

    @Test func `A text sent after LIST is spoken, even if its client is gone before the voices are known`() {
        var run = ReceptionRun(isReady: false)
        let client = run.connect(1, at: ReceptionRun.speechDispatcher)
        run.send("LIST SYNTHESIS_VOICES\r\nLIST SYNTHESIS_VOICES\r\nSPEAK\r\nOne\r\n.\r\n", from: client)
        run.finish(client, isGone: true)
        run.wait(until: 1)
        run.startVoice()
        run.wait(until: 2)
        #expect(run.heard == ["1.0 One"])
    }

    @Test func `A client that says goodbye meanwhile receives the list first, or at the end of patience that there is none`() {
        for starts in [true, false] {
            var run = ReceptionRun(isReady: false)
            let client = run.connect(1, at: ReceptionRun.speechDispatcher)
            run.send("LIST SYNTHESIS_VOICES de none\r\nQUIT\r\n", from: client)
            #expect(run.lines(to: client) == [] && run.closed == [])
            if starts { run.startVoice() }
            run.wait(until: 3)
            let list = starts ? ["249-German\tde\tnone", "249 OK VOICE LIST SENT"] : ["321 ERR MODULE CANT REPORT VOICES"]
            #expect(run.lines(to: client) == list + ["231 HAPPY HACKING"])
            #expect(run.closed == [client])
        }
    }
}
