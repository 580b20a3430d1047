import Conductor
import Messages
import SpeechQueue
import Testing

/// The fate of speech when the voice comes, goes and fails, and when clients do.
@Suite struct ConductorVoiceTests {
    @Test("An announcement posted before the voice is ready is spoken when it is")
    func beforeReady() {
        var run = ConductorRun(isReady: false)
        run.say("early")
        #expect(run.spoken.isEmpty)
        run.ready()
        #expect(run.spoken.map(\.text) == ["early"])
    }

    @Test("After a voice is lost, another continues at the sentence that was being heard")
    func lost() {
        var run = ConductorRun()
        run.say("One. Two. Three.")
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.voice(.sentence(id, RunPosition(run: 0, offset: 5)))
        run.voice(.lost(message: "killed"))
        run.ready()
        #expect(run.taken().contains(.voice(.speak(run.conductorSpeaking(id), from: RunPosition(run: 0, offset: 5)))))
        run.voice(.finished(id))
        #expect(run.finished().map(\.reason) == [.spoken])
    }

    @Test("explain tells that the voice was lost, and that the utterance was spoken again")
    func explained() {
        var run = ConductorRun()
        run.say("One. Two.", id: "a")
        run.voice(.started(run.spoken[0].id))
        run.voice(.lost(message: "killed"))
        run.ready()
        run.finish()
        run.ask(.explain(target: "a"))
        guard case .explanation(let explanation) = run.replies.last?.result else { return #expect(Bool(false)) }
        #expect(
            explanation.steps.map(\.text).dropFirst() == [
                "it began to be heard.", "the voice that was speaking it ended, or did not answer.",
                "it was spoken again, from the sentence that was not heard to its end.",
                "it ended, spoken: its last sound has been heard (D2).",
            ])
        #expect(explanation.events.map(\.event) == [.started, .finished])
    }

    @Test("An utterance that loses the voice twice is given up, and the next one is spoken")
    func killer() {
        var run = ConductorRun()
        run.say("poison", id: "p", .high)
        run.say("fine", .high)
        run.voice(.lost(message: "killed"))
        run.ready()
        run.voice(.lost(message: "killed"))
        #expect(run.finished().map(\.reason) == [.synthesizerFailed])
        run.ready()
        #expect(run.spoken.map(\.text) == ["poison", "poison", "fine"])
    }

    @Test("A loss does not count against an utterance that came too late for that voice")
    func late() {
        var run = ConductorRun()
        run.say("innocent", id: "i", .high)
        let id = run.spoken[0].id
        run.voice(.lost(message: "killed", unheardOf: id))
        run.ready()
        run.voice(.lost(message: "killed"))
        run.ready()
        #expect(run.finished().isEmpty)
        #expect(run.spoken.map(\.text) == ["innocent", "innocent", "innocent"])
    }

    @Test("O5: a resume before the next voice is ready continues at the word, too")
    func resumeWithoutVoice() {
        var run = ConductorRun()
        run.say("reading")
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.voice(.sentence(id, RunPosition(run: 0, offset: 1)))
        run.ask(.pause)
        run.voice(.paused(id, RunPosition(run: 0, offset: 3)))
        run.voice(.lost(message: "killed"))
        run.ask(.resume)
        _ = run.taken()
        run.ready()
        let places = run.taken().compactMap { if case .voice(.speak(_, let place)) = $0 { place?.offset } else { nil } }
        #expect(places == [3])
    }

    @Test("O5: after a voice is lost in a pause, another gets nothing before the resume, and then continues at the word")
    func pausedVoice() {
        for tells in [true, false] {
            var run = ConductorRun()
            run.say("reading")
            let id = run.spoken[0].id
            run.voice(.started(id))
            run.voice(.sentence(id, RunPosition(run: 0, offset: 1)))
            run.ask(.pause)
            if tells { run.voice(.paused(id, RunPosition(run: 0, offset: 3))) }
            run.voice(.lost(message: "killed"))
            _ = run.taken()
            run.ready()
            #expect(run.spoken.isEmpty && run.effects.contains(.voice(.pause)))
            _ = run.taken()
            run.ask(.resume)
            let effects = run.taken()
            #expect(effects.contains(.voice(.resume)))
            let places = effects.compactMap { if case .voice(.speak(_, let place)) = $0 { place?.offset } else { nil } }
            #expect(places == [tells ? 3 : 1])
            run.voice(.started(id))
            run.voice(.finished(id))
            #expect(run.finished().map(\.reason) == [.spoken])
        }
    }

    @Test("O5: a resume gives nothing to a voice that has it, and another that is to be spoken once")
    func resumed() {
        var run = ConductorRun()
        run.say("reading", .high)
        run.say("next", .high)
        run.ask(.pause)
        _ = run.taken()
        run.ask(.resume)
        #expect(run.taken().contains(.voice(.resume)) && run.spoken.isEmpty)
        run.ask(.pause)
        run.ask(.skip)
        _ = run.taken()
        run.ask(.resume)
        #expect(run.spoken.map(\.text) == ["next"])
    }

    @Test("O4, Q13: an utterance answers for no voice that it was not given to; while it waits for one, its default age stands still")
    func unstartable() {
        var run = ConductorRun(isReady: false)
        run.say("high", id: "high", .high)
        run.say("default", id: "default")
        run.say("low", id: "low", .low)
        for _ in 0..<4 {
            run.voice(.lost(message: "missing"))
            run.now = run.now + 1
        }
        #expect(run.finished().isEmpty)
        run.say("late", id: "late")
        run.advance(by: 30) { _ in }
        let reasons = Dictionary(uniqueKeysWithValues: run.finished().map { ($0.id, $0.reason) })
        #expect(reasons == ["default": .synthesizerFailed, "late": .synthesizerFailed])
        #expect(run.nextWake == nil)
        run.ready()
        run.finish()
        #expect(run.finished().last?.id == "high" && run.finished().last?.successful == true)
        run.finish()
        #expect(run.finished().last?.id == "low" && run.finished().last?.successful == true)
    }

    @Test("Where nothing is waited for, a voice that can't be started fails all at once; one that is lost is followed by another")
    func temporaryDaemon() {
        var run = ConductorRun(isReady: false, devicePatience: 0)
        run.say("one", .high)
        run.say("two", .high)
        run.voice(.lost(message: "missing"))
        #expect(run.finished().map(\.reason) == [.synthesizerFailed, .synthesizerFailed])
        run.ready()
        run.say("three")
        run.voice(.lost(message: "killed"))
        #expect(run.finished().count == 2)
        run.ready()
        run.finish()
        #expect(run.finished().last?.reason == .spoken)
    }

    @Test(
        "Where nothing is waited for, what a voice was too slow for is spoken by the next, if that comes within 10 s",
        arguments: [true, false])
    func slowVoice(_ isOpening: Bool) {
        for seconds in [9.0, 10] {
            var run = ConductorRun(isReady: false, devicePatience: 0)
            run.say("text", .high)
            run.say("more")
            if isOpening {
                run.ready()
                run.voice(.device(Status.Device(state: .opening, name: "default")))
            }
            run.voice(.lost(message: "hung: not ready 5 s after its start", wasKilled: !isOpening))
            #expect(run.finished().isEmpty)
            run.now = run.now + seconds
            run.wake()
            run.ready()
            guard seconds < 10 else {
                let reason = isOpening ? FinishReason.deviceFailed : .synthesizerFailed
                #expect(run.finished().map(\.reason) == [reason, reason], "also the high, for which no command should wait for ever")
                continue
            }
            #expect(run.spoken.last?.text == "text")
            if isOpening {
                run.voice(.failed(run.spoken.last!.id, .deviceFailed, message: "gone"))
                #expect(run.finished().map(\.reason) == [.deviceFailed], "now it is known")
                continue
            }
            run.finish()
            run.finish()
            #expect(run.finished().map(\.reason) == [.spoken, .spoken])
        }
    }

    @Test(
        "Each way to fail has its reason (D3), and the next one is spoken",
        arguments: [
            FinishReason.unspeakable, .synthesizerFailed,
        ])
    func failures(_ reason: FinishReason) {
        var run = ConductorRun()
        run.say("bad", .high)
        run.say("good", .high)
        run.voice(.failed(run.spoken[0].id, reason, message: "…"))
        #expect(run.finished().map(\.reason) == [reason] && run.spoken.map(\.text) == ["bad", "good"])
    }

    @Test("Q13: the conductor asks to be woken at the first deadline, and no longer when there is none")
    func wake() {
        var run = ConductorRun()
        run.say("now", .high)
        run.say("low", .low)
        #expect(run.taken().last == .wake(at: run.now + 10))
        run.now = run.now + 10
        run.effectsOfWake()
        #expect(run.finished().map(\.reason) == [.expired])
        run.say("another", .low)
        run.ask(.stop)
        #expect(run.taken().last == .wake(at: nil))
    }

    @Test("Q12: a client that says no more is let go when what it posted has ended")
    func closedInput() {
        var run = ConductorRun()
        run.say("one", .high)
        run.say("two", .high)
        #expect(run.conductor.didCloseInput(ClientID(1)).isEmpty)
        run.finish()
        #expect(!run.effects.contains(.close(ClientID(1))))
        run.finish()
        #expect(run.effects.last == .close(ClientID(1)) || run.effects.contains(.close(ClientID(1))))
        var idle = ConductorRun()
        #expect(idle.conductor.didCloseInput(ClientID(1)) == [.close(ClientID(1))])
    }

    @Test("Q12: a disconnected client's announcements are still spoken, unless it asked for cancel")
    func gone() {
        for keeps in [true, false] {
            var run = ConductorRun(clients: [1, 2])
            run.ask(.hello(Hello(onDisconnect: keeps ? .keep : .cancel)))
            run.say("now", .high, client: 2)
            run.say("mine")
            _ = run.conductor.disconnect(ClientID(1), at: run.now)
            run.finish()
            #expect(run.spoken.map(\.text) == (keeps ? ["now", "mine"] : ["now"]))
            #expect(run.finished().isEmpty, "no one is left to receive it")
        }
    }

    @Test("D3: at the daemon's end every announcement gets its outcome")
    func shutDown() {
        var run = ConductorRun()
        run.say("one")
        run.say("two", .low)
        run.shutDown()
        #expect(run.finished().map(\.reason) == [.shutdown, .shutdown])
        #expect(run.effects.contains(.voice(.silence)))
    }
}

extension ConductorRun {
    /// The utterance as the voice was given it first.
    func conductorSpeaking(_ id: UtteranceID) -> Utterance {
        var utterance = Utterance(
            id: id, client: ClientID(1), name: "#\(id.number)", class: .default,
            runs: [SpeechRun(text: "One. Two. Three.", attributes: SpeechAttributes(language: "en", rate: 175))], posted: now)
        utterance.cutsOtherApps = false
        return utterance
    }

    mutating func effectsOfWake() { add(conductor.wake(at: now)) }
    mutating func shutDown() { add(conductor.shutDown(at: now)) }
}
