import AnnounceProtocol
import Conductor
import Messages
import SpeechQueue
import Testing

/// What each request is answered with.
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
                #expect(run.spoken.isEmpty && !run.effects.contains(.silence))
            }
        }
        _ = run.taken()
        run.ask(.resume)
        #expect(run.conductor.speaking?.name == "a")
        run.voice(.finished(UtteranceID(1)))
        #expect(run.spoken.map(\.text) == ["20%"])
    }

    @Test("T10: markup's slow is slower than the user's own rate, and than a rate that is given")
    func relativeRate() throws {
        var run = ConductorRun(settings: SpeechAttributes(language: "en", rate: 400))
        for rate in ["", #","rate":200"#] {
            let markup = #"{"text":"<prosody rate='slow'>a</prosody>","ssml":true\#(rate)}"#
            let line = #"{"type":"announcement","runs":[\#(markup)],"allowRepeat":true}"#
            run.ask(try RequestLine(line: Array(line.utf8)).request)
        }
        #expect(run.spoken.map { $0.runs[0].attributes.rate } == [300, 150])
    }

    @Test("T7, T8: a space that is spelled is spoken, and so is what stands beside a blank run")
    func spelledSpace() {
        var run = ConductorRun()
        run.say(" ", id: "a", attributes: SpeechAttributes(spell: true))
        #expect(run.spoken.map(\.name) == ["a"])
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
        #expect(run.finished().map(\.reason) == [], "a client that does not read is told nothing")
    }

    @Test("Settings are the user's, for all clients; what a client asks for goes before them")
    func settings() {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.settings(UserSettings(SpeechAttributes(rate: 300))), id: "s")
        guard case .settings(let report) = run.replies.last?.result else { return #expect(Bool(false), "no settings") }
        #expect(report.settings.speech == SpeechAttributes(language: "en", rate: 300) && report.changed == [.rate])
        run.say("one", client: 2)
        run.say("two", attributes: SpeechAttributes(rate: 90), client: 2)
        #expect(run.spoken.map { $0.runs[0].attributes.rate } == [300, 90])
    }

    @Test("O8: the steps of all clients add up, and end at the ends of a setting's range, with a warning")
    func steps() {
        var run = ConductorRun(clients: [1, 2])
        func ask(_ steps: SettingsAdjustment, client: UInt64 = 1) -> (SpeechAttributes?, [String]) {
            run.ask(.settings(UserSettings(), adjust: steps), client: client)
            guard case .reply(let reply) = run.sent(to: client).last, case .settings(let report) = reply.result else { return (nil, []) }
            return (report.settings.speech, reply.warnings.map(\.message))
        }
        run.ask(.settings(UserSettings(SpeechAttributes(rate: 200, pitch: 50))))
        #expect(ask(SettingsAdjustment(rate: 20)).0?.rate == 220)
        let (both, none) = ask(SettingsAdjustment(rate: 20, pitch: -5, volume: -1), client: 2)
        #expect(both == SpeechAttributes(language: "en", rate: 240, pitch: 45, volume: 99) && none == [])
        let (ends, said) = ask(SettingsAdjustment(rate: 700, pitch: -100, volume: 1))
        #expect(ends == SpeechAttributes(language: "en", rate: 900, pitch: 0, volume: 100))
        #expect(
            said == ["rate: 940 is out of range; set to 900, the highest", "pitch: -55 is out of range; set to 0, the lowest"])
        run.say("one", client: 2)
        #expect(run.spoken.last?.runs[0].attributes.rate == 900)
    }

    @Test("An unknown voice or language is an error with near matches; known ones get the synthesizer's own names")
    func voices() {
        var run = ConductorRun()
        run.ask(.voices(language: nil))
        run.say("early", attributes: SpeechAttributes(language: "dee"))
        run.ask(.ping, id: "after")
        #expect(run.sent().isEmpty, "before the voices are known, what names one waits, and so does what its client says after it")
        let german = InstalledVoice(identifier: "gmw/de", name: "German", languages: [.init("de")])
        let american = InstalledVoice(identifier: "gmw/en-US", name: "English (America)", languages: [.init("en-us"), .init("en")])
        let female = InstalledVoice(identifier: "f3", name: "female3", languages: [])
        run.voice(.voices(VoiceCatalog(voices: [german, american], variants: [female])))
        #expect(run.errors.map(\.code) == [.invalidMessage] && run.replies.map(\.id).last == "after" && run.spoken.isEmpty)
        _ = run.taken()
        run.ask(.voices(language: "de_AT"))
        #expect(run.replies.last?.result == .voices([german.described]))
        run.say("x", attributes: SpeechAttributes(voice: "Germann"))
        run.say("x", attributes: SpeechAttributes(language: "dee"))
        #expect(run.errors.map(\.code) == [.invalidMessage, .invalidMessage])
        #expect(run.errors[0].message.hasPrefix("voice: \"Germann\" is unknown; near matches: \"German\""))
        #expect(run.errors[1].message.contains("language: \"dee\"") && run.errors[1].message.contains("de"))
        run.say("y", attributes: SpeechAttributes(voice: "english (america)+F3"))
        #expect(run.spoken.last?.runs[0].attributes.voice == "gmw/en-US+f3")
        run.say("z", attributes: SpeechAttributes(language: "de_DE.UTF-8"))
        #expect(run.spoken.last?.runs[0].attributes.language == "de")
        _ = run.taken()
        let runs = [nil, "German", "Germann"].map { SpeechRun(text: "x", attributes: SpeechAttributes(voice: $0)) }
        run.ask(.announcement(Announcement(runs: runs)))
        #expect(run.errors.map(\.message).allSatisfy { $0.hasPrefix("runs[2].voice: \"Germann\" is unknown") })
        run.ask(.announcement(Announcement(runs: [runs[2], runs[2]])))
        #expect(run.errors.count == 2 && run.errors[1].message.hasPrefix("voice: "), "it may have stood beside the runs")
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

        var traced = Conductor(
            settings: SpeechAttributes(language: "en"), words: [:], device: "default",
            identity: Conductor.Identity(version: "1", processID: 1, started: run.now), isTraced: true)
        traced.connect(ClientID(1), name: "a")
        _ = traced.receive(.subscribe([.posted]), id: nil, from: ClientID(1), at: run.now)
        let effects = traced.receive(
            .announcement(Announcement(runs: [SpeechRun(text: "x")])), id: "x", from: ClientID(1), at: run.now)
        #expect(effects.contains { if case .send(.event(let event), _) = $0 { event.event == .posted } else { false } })
        #expect(!effects.contains { if case .trace(let event) = $0 { event.event == .posted } else { false } })
    }

    @Test("A voice that never tells its voices holds nothing up for ever: then a name is passed on unchecked")
    func unknownVoices() {
        var run = ConductorRun()
        run.say("hello", attributes: SpeechAttributes(language: "de"))
        #expect(run.spoken.isEmpty)
        #expect(run.nextWake == run.now + 2)
        run.now = run.now + 2
        run.effectsOfWake()
        #expect(run.spoken.map(\.text) == ["hello"])
        run.say("again", .high, attributes: SpeechAttributes(language: "de"))
        #expect(run.spoken.count == 2)
    }

    @Test("A setting that names no voice is reported in status and log, and the default speaks; a good one stays for its own language")
    func userVoice() {
        let american = InstalledVoice(identifier: "gmw/en-US", name: "English (America)", languages: [.init("en-us"), .init("en")])
        let german = InstalledVoice(identifier: "gmw/de", name: "German", languages: [.init("de")])
        let female = InstalledVoice(identifier: "f3", name: "female3", languages: [])
        let entries = VoiceCatalog(voices: [american, german], variants: [female])

        var wrong = ConductorRun(settings: SpeechAttributes(voice: "Englsh"))
        wrong.voice(.voices(entries))
        let lacking = UnknownVoice(.voice, "Englsh", near: ["en"])
        #expect(wrong.effects.contains(.log(.wrongSetting(lacking))))
        wrong.say("x")
        #expect(wrong.spoken[0].runs[0].attributes.voice == nil)
        func unknown() -> Status.Mistake? { wrong.conductor.status(at: wrong.now).voice.unknownSetting }
        #expect(unknown() == .unknownVoice(lacking))
        // Another voice process knows the same voices.
        wrong.voice(.lost(message: "killed"))
        wrong.ready()
        wrong.voice(.voices(entries))
        #expect(unknown() == .unknownVoice(lacking))
        wrong.ask(.settings(UserSettings(SpeechAttributes(voice: "German"))))
        #expect(unknown() == nil)

        var run = ConductorRun(settings: SpeechAttributes(voice: "en-us+f3"))
        run.voice(.voices(entries))
        for language in ["en", "en-us", "de"] { run.say(language, .high, attributes: SpeechAttributes(language: language)) }
        run.finish()
        run.finish()
        #expect(run.spoken.map { $0.runs[0].attributes.voice } == ["gmw/en-US+f3", "gmw/en-US+f3", nil])
    }
}
