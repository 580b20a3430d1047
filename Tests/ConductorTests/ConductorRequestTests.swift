import AnnounceProtocol
import Conductor
import Messages
import Replay
import SpeechQueue
import Testing

/// The answer to each request.
@Suite struct ConductorRequestTests {
    @Test("An announcement is answered with its id and state, then spoken, then finished")
    func announcement() {
        var run = ConductorRun()
        run.say("Hello", id: "mine")
        run.say("Later", .low)
        #expect(run.replies == [Reply(id: "mine", state: .speaking), Reply(id: "#2", state: .queued)])
        #expect(run.spoken.map(\.text) == ["Hello"])
        #expect(run.spoken.first?.runs.first?.attributes.rate == 175, "the user's settings apply")
        run.voice(.started(UtteranceID(1)))
        run.now = run.now + 1.5
        run.voice(.finished(UtteranceID(1)))
        #expect(
            run.finished() == [
                AnnouncementDidFinish(id: "mine", text: "Hello", successful: true, reason: .spoken, attempts: 1, spokenSeconds: 1.5)
            ])
        #expect(run.spoken.map(\.text) == ["Hello", "Later"])
    }

    @Test("T8: a blank text ends at once, cuts nothing, waits for nothing, replaces nothing, and (Q10) is no repeat")
    func blank() {
        var run = ConductorRun()
        run.say("Being read", id: "a", .low)
        run.ask(.announcement(Announcement(runs: [SpeechRun(text: "20%")], priority: .low, group: "g")), id: "b")
        run.ask(.pause)
        for (id, text) in ["": "", "space": " \t\n\u{a0}\u{3000}", "control": "\u{1}\u{1b}\u{85}"] {
            for priority in Announcement.Priority.allCases {
                _ = run.taken()
                let blank = Announcement(
                    runs: [SpeechRun(text: text), SpeechRun(text: "")], priority: priority, group: "g", supersede: .current)
                run.ask(.announcement(blank), id: id)
                run.ask(.announcement(blank), id: id)
                #expect(run.replies == [Reply(id: id, state: .silent), Reply(id: id, state: .silent)])
                #expect(run.finished().map(\.reason) == [.unspeakable, .unspeakable])
                #expect(run.finished().allSatisfy { $0.id == id && !$0.successful && $0.attempts == 0 })
                #expect(run.spoken.isEmpty && !run.effects.contains(.voice(.silence)))
            }
        }
        _ = run.taken()
        run.ask(.resume)
        #expect(run.conductor.speaking?.name == "a")
        run.voice(.finished(UtteranceID(1)))
        #expect(run.spoken.map(\.text) == ["20%"])
    }

    @Test("T8: of ASCII, white space and control characters are blank")
    func blankASCII() {
        for scalar in (0..<128).map(UnicodeScalar.init) as [UnicodeScalar] {
            var run = ConductorRun()
            run.say(String(scalar))
            let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            #expect(run.finished().map(\.reason) == (isBlank ? [.unspeakable] : []), "\(scalar.value)")
        }
    }

    @Test("T10: markup's slow is slower than the user's own rate, and than a rate that is given")
    func relativeRate() throws {
        var run = ConductorRun(settings: SpeechAttributes(language: "en", rate: 400))
        for rate in ["", #","rate":200"#] {
            let markup = #"{"text":"<prosody rate='slow'>a</prosody>","ssml":true\#(rate)}"#
            let line = #"{"at":0,"type":"announcement","runs":[\#(markup)],"allowRepeat":true}"#
            // A replay reads markup, as doors do.
            guard case .request(let request, _) = try ReplayInput(Array(line.utf8), file: "a").events[0].line.action else { return }
            run.ask(request)
            run.finish()
        }
        #expect(run.spoken.map { $0.runs[0].attributes.rate } == [300, 150])
    }

    @Test("T7, T8: a space that is spelled is spoken, and so is what stands beside a blank run")
    func spelledSpace() {
        var run = ConductorRun()
        run.say(" ", id: "a", attributes: SpeechAttributes(spell: true))
        #expect(run.spoken.map(\.name) == ["a"])
        run.finish()
        run.ask(.announcement(Announcement(runs: [SpeechRun(text: " "), SpeechRun(text: "-")])), id: "b")
        #expect(run.spoken.map(\.name) == ["a", "b"], "whether it sounds, only the synthesizer knows")
    }

    @Test("Replies can be limited to errors, still with outcomes (D1), or to none at all")
    func replies() {
        var run = ConductorRun()
        run.ask(.hello(Hello(app: "a", replies: .errors)))
        run.say("Hello", id: "x")
        run.ask(.cancel(.id("nobody")))
        #expect(run.replies.isEmpty && run.errors.map(\.code) == [.unknownTarget])
        run.ask(.hello(Hello(app: "a", replies: .none)))
        run.ask(.cancel(.id("nobody")))
        #expect(run.errors.count == 1)
        run.say("unread")
        run.ask(.stop)
        #expect(run.finished().map(\.reason) == [], "a client that does not read receives nothing")
    }

    @Test("cancel means the client's own announcement of that id, else the only other client's")
    func cancel() {
        var run = ConductorRun(clients: [1, 2, 3])
        run.say("now", .high, client: 3)
        run.say("first", id: "x", .low, client: 1)
        run.say("second", id: "x", .low, client: 2)
        run.ask(.cancel(.id("x")), client: 3)
        #expect(run.sent(to: 3).contains { if case .refused(.ambiguousAnnouncement("x"), _, _) = $0 { true } else { false } })
        run.ask(.cancel(.id("x")), client: 2)
        #expect(run.finished(of: 2).map(\.reason) == [.stopped] && run.finished(of: 1).isEmpty)
        run.ask(.cancel(.id("x")), client: 3)
        #expect(run.finished(of: 1).map(\.reason) == [.stopped])
        run.ask(.cancel(.id("x")), client: 1)
        #expect(run.errors.map(\.code) == [.unknownTarget])
    }

    @Test("Q9: a group is shared by an app's connections, and cancelled by its name")
    func groups() {
        var run = ConductorRun(clients: [1, 2, 3])
        for client in [1, 2] as [UInt64] { run.ask(.hello(Hello(app: "announce")), client: client) }
        run.say("now", .high, client: 3)
        let fifty = Announcement(runs: [SpeechRun(text: "50")], priority: .low, group: "build")
        var sixty = fifty
        sixty.runs = [SpeechRun(text: "60")]
        sixty.supersede = .pending
        run.ask(.announcement(fifty), client: 1)
        run.ask(.announcement(sixty), client: 2)
        #expect(run.finished(of: 1).map(\.reason) == [.superseded])
        run.ask(.cancel(.group("build")), client: 1)
        #expect(run.finished(of: 2).map(\.reason) == [.stopped])
        run.ask(.cancel(.group("nobody's")), id: "ok", client: 1)
        #expect(run.replies.last?.id == "ok", "a group may be empty")
    }

    @Test("Q10, Q11: the reply says when a text was merged, and once when the queue overflows")
    func warnings() {
        var run = ConductorRun(limit: 2)
        run.say("now", .high)
        for number in 1...2 { run.say("\(number)") }
        run.say("2")
        #expect(run.replies.last?.warnings.count == 1 && run.replies.last?.state == .queued)
        _ = run.taken()
        for number in 3...5 { run.say("\(number)") }
        #expect(run.replies.map(\.warnings.count) == [1, 0, 0], "it says so once")
        #expect(run.finished().map(\.reason) == [.overflow, .overflow, .overflow, .overflow])
    }

    @Test("status tells what speaks, what waits, and how voice and device are")
    func status() {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.hello(Hello(app: "org.example")), client: 2)
        run.say("now", id: "n", .high, client: 2)
        run.say("later", .low)
        run.ask(.pause)
        run.voice(.device(Status.Device(state: .unavailable, name: "default", message: "no card")))
        run.now = run.now + 7
        run.ask(.status, id: "q")
        let expected = Status(
            version: "1.2.3", processID: 42, uptime: 7, paused: true, clients: 2,
            speaking: Status.Speaking(id: "n", client: "org.example", class: "high", text: "now"), waiting: ["low": 1],
            next: [Status.Speaking(id: "#3", client: "client-1", class: "low", text: "later")],
            voice: Status.Voice(state: .ready, synthesizer: "eSpeak NG 1.51"),
            device: Status.Device(state: .unavailable, name: "default", message: "no card"))
        #expect(run.replies.last == Reply(id: "q", result: .status(expected)))
    }

    @Test("A client with a note is named in the status, and alone it doesn't keep the daemon from idling; its session does")
    func notes() {
        var run = ConductorRun(clients: [1, 2])
        func notes() -> [Status.Note]? {
            run.ask(.status)
            if case .status(let status) = run.replies.last?.result { return status.notes }
            return nil
        }
        #expect(notes() == [] && !run.conductor.isIdle)
        run.ask(.hello(Hello(app: "watch", note: "one")), client: 1)
        #expect(notes() == [Status.Note(client: "watch", note: "one")] && !run.conductor.isIdle)
        run.ask(.hello(Hello(app: "watch", note: "two")), client: 2)
        #expect(notes() == [Status.Note(client: "watch", note: "one"), Status.Note(client: "watch", note: "two")])
        #expect(run.conductor.isIdle)
        run.ask(.mediaSession(.begin(MediaSession(name: "a"))), client: 1)
        #expect(!run.conductor.isIdle)
        run.ask(.mediaSession(.end(name: "a")), client: 1)
        #expect(run.conductor.isIdle)
        run.ask(.hello(Hello(app: "watch")), client: 1)
        #expect(!run.conductor.isIdle)
    }

    @Test("O4: with nothing to say, a failed device is not tried: status says that it failed, and that it is closed")
    func statusOfIdleDevice() {
        var run = ConductorRun()
        run.say("now")
        run.voice(.device(Status.Device(state: .unavailable, name: "default", message: "no card")))
        func device() -> Status.Device? {
            run.ask(.status)
            if case .status(let status) = run.replies.last?.result { return status.device }
            return nil
        }
        #expect(device() == Status.Device(state: .unavailable, name: "default", message: "no card"))
        run.ask(.stop)
        #expect(device() == Status.Device(state: .closed, name: "default", message: "last failed: no card"))
        run.say("again")
        #expect(device() == Status.Device(state: .unavailable, name: "default", message: "no card"))
    }

    @Test("D5: progress names the word that is heard, counted over all runs, if it was asked for")
    func progress() {
        var run = ConductorRun()
        run.ask(.hello(Hello(progress: true)))
        let runs = [SpeechRun(text: "Grüß Gott"), SpeechRun(text: "dear world")]
        run.ask(.announcement(Announcement(runs: runs)), id: "p")
        #expect(run.spoken[0].wantsWords)
        run.voice(.word(run.spoken[0].id, RunPosition(run: 0, offset: 5), length: 4))
        run.voice(.word(run.spoken[0].id, RunPosition(run: 1, offset: 5), length: 5))
        run.voice(.word(run.spoken[0].id, RunPosition(run: 9, offset: 99), length: 5))
        run.voice(.word(run.spoken[0].id, RunPosition(run: 0, offset: 4), length: 1))
        run.voice(.word(run.spoken[0].id, RunPosition(run: 0, offset: 4), length: 6))
        let heard = run.sent().compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
        #expect(heard[0] == Progress(id: "p", word: "Gott", offset: 5, length: 4))
        #expect(heard[1] == Progress(id: "p", word: "world", offset: 15, length: 5))
        #expect(heard[2] == Progress(id: "p", word: "Gott", offset: 5, length: 4), "the space around a word is no part of it")
        #expect(heard.count == 3, "and a space, or nothing, is no word")
    }

    @Test("D5: a mark that is reached is reported to its client, if it asked for progress")
    func marks() {
        for asks in [true, false] {
            var run = ConductorRun()
            run.ask(.hello(Hello(progress: asks)))
            run.ask(.announcement(Announcement(runs: [SpeechRun(text: "x", mark: "here")])), id: "m")
            let id = run.spoken[0].id
            run.voice(.mark(id, name: "here"))
            run.voice(.finished(id))
            run.voice(.mark(id, name: "late"))
            let heard = run.sent().compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
            #expect(heard == (asks ? [Mark(id: "m", name: "here")] : []))
        }
    }

    @Test("A subscriber receives every client's events with rule and reason, but only those it asked for")
    func subscription() {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.hello(Hello(app: "mail")), client: 2)
        run.ask(.subscribe([.cut, .finished]))
        run.say("low", id: "l", .low, client: 2)
        run.say("high", id: "h", .high, client: 2)
        run.finish()
        let events = run.sent().compactMap { if case .event(let event) = $0 { event } else { nil } }
        #expect(
            events == [
                TraceEvent(at: 0, event: .cut, id: "l", client: "mail", class: "low", text: "low", rule: "Q1"),
                TraceEvent(
                    at: 0, event: .finished, id: "h", client: "mail", class: "high", text: "high", successful: true, reason: .spoken,
                    rule: "D2"),
            ])
        run.ask(.subscribe([]))
        _ = run.taken()
        run.finish()
        run.ask(.stop)
        #expect(run.sent().allSatisfy { if case .event = $0 { false } else { true } })
    }

    @Test("A subscriber receives what was posted before what was decided about it; a trace omits it")
    func posted() {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.subscribe(Set(SubscribedEvent.allCases).subtracting([.received])))
        run.ask(.hello(Hello(app: "mail")), client: 2)
        run.say("one", id: "1", client: 2)
        run.ask(.notification(.elementFocused(.element(Element(id: "b", label: "Play", traits: [.button])), by: .user)), id: "2", client: 2)
        let events = run.sent().compactMap { if case .event(let event) = $0 { event } else { nil } }
        #expect(events.first == TraceEvent(at: 0, event: .posted, id: "1", client: "mail", class: "default", text: "one"))
        #expect(
            events.filter { $0.event == .posted || $0.event == .cut }.map { "\($0.event) \($0.id)" } == ["posted 1", "posted 2", "cut 1"])
        #expect(events.first { $0.id == "2" && $0.event == .posted }?.text == "Play. Button.")

        for isSubscribed in [false, true] {
            var traced = Conductor.new(started: run.now, isTraced: true)
            traced.connect(ClientID(1), name: "a")
            if isSubscribed { _ = traced.receive(.subscribe([.posted]), id: nil, from: ClientID(1), at: run.now) }
            let effects = traced.receive(
                .announcement(Announcement(runs: [SpeechRun(text: "x")])), id: "x", from: ClientID(1), at: run.now)
            #expect(effects.contains { if case .publish(let event, _) = $0 { event.event == .posted } else { false } } == isSubscribed)
        }
    }
}
