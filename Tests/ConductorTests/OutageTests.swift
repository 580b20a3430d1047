import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// O4: a device that can't be used.
@Suite struct OutageTests {
    private static let unavailable = VoiceReport.device(Status.Device(state: .unavailable, name: "default", message: "gone"))

    @Test("O4: what was spoken is spoken again from its sentence when the device is tried again, with back-off from 50 ms to 5 s")
    func backOff() throws {
        var run = ConductorRun()
        run.say("One. Two.", .high)
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.voice(.sentence(id, RunPosition(run: 0, offset: 5)))
        _ = run.taken()
        var waits: [Double] = []
        for _ in 0..<9 {
            run.voice(.failed(id, .deviceFailed, message: "gone"))
            let moment = try #require(run.nextWake)
            _ = run.taken()
            waits.append((moment - run.now).rounded(toMilliseconds: 1))
            run.now = moment
            run.add(run.conductor.wake(at: moment))
            #expect(run.taken().contains { if case .voice(.speak(_, from: RunPosition(run: 0, offset: 5))) = $0 { true } else { false } })
        }
        #expect(waits == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5])
        run.voice(.started(id))
        run.voice(.finished(id))
        #expect(run.finished().map(\.reason) == [.spoken])
    }

    @Test("O4: what cuts an attempt is tried soon, not after the longest wait", arguments: [true, false])
    func cutAttempt(isAnnouncement: Bool) {
        var run = ConductorRun()
        run.say("One")
        run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
        run.now = run.now + 0.05
        run.wake()
        run.now = run.now + 0.02
        _ = run.taken()
        if isAnnouncement {
            run.say("Two", .high)
        } else {
            run.ask(.notification(.elementFocused(.element(Element(id: "b", label: "Two")), by: .user)))
        }
        #expect(run.spoken.isEmpty)
        #expect(run.nextWake.map { ($0 - run.now).rounded(toMilliseconds: 1) } == 0.03)
        run.now = run.now + 0.03
        run.wake()
        #expect(run.spoken.map(\.text) == [isAnnouncement ? "Two" : "Two."])
    }

    @Test("Q13: an age ends nothing that has begun, though the device or the voice is lost")
    func ageOfBegun() throws {
        for report in [nil, VoiceReport.lost(message: "killed")] {
            var run = ConductorRun()
            run.ask(.announcement(Announcement(runs: [SpeechRun(text: "One. Two.")], priority: .high, maxAge: 2)), id: "a")
            let id = run.spoken[0].id
            run.voice(.started(id))
            run.now = run.now + 5
            run.voice(report ?? .failed(id, .deviceFailed, message: "gone"))
            #expect(run.nextWake.map { $0 > run.now } ?? true)
            run.now = run.nextWake ?? run.now
            run.wake()
            if report != nil { run.ready() }
            run.voice(.started(id))
            run.voice(.finished(id))
            #expect(run.finished().map(\.reason) == [.spoken])
        }
    }

    @Test("O4: a default is given up after 10 s without the device, not only at the next attempt")
    func endOfPatience() throws {
        var run = ConductorRun()
        run.say("Text")
        let start = run.now
        while run.finished().isEmpty {
            if case .voice(.speak(let utterance, _))? = run.taken().last(where: { if case .voice(.speak) = $0 { true } else { false } }) {
                run.voice(.failed(utterance.id, .deviceFailed, message: "gone"))
            }
            run.now = try #require(run.nextWake)
            run.wake()
        }
        #expect(run.now - start == 10)
    }

    @Test("O4: who posts in an outage is warned that it is not heard, once in each; where nothing waits the outcome says it")
    func warned() {
        var run = ConductorRun(clients: [1, 2])
        var said = 0
        func warnings(_ client: UInt64, _ run: inout ConductorRun) -> [Warning] {
            _ = run.taken()
            said += 1
            run.say("text \(said)", .high, client: client)
            return run.sent(to: client).flatMap { if case .reply(let reply) = $0 { reply.warnings } else { [] as [Warning] } }
        }
        let told = [
            Warning(
                .deviceUnavailable,
                "not heard yet: the sound device \"default\" could not be used when it was last tried: gone; `announce doctor` says what to do"
            )
        ]
        #expect(warnings(1, &run) == [], "nobody knows yet")
        for _ in 0..<2 {
            run.voice(Self.unavailable)
            run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone"))
            #expect(warnings(1, &run) == told)
            #expect(warnings(1, &run) == [])
            #expect(warnings(2, &run) == told)
            while let id = run.conductor.speakingID {
                run.now = run.now + 6
                run.wake()
                run.voice(.started(id))
                run.voice(.finished(id))
            }
            #expect(warnings(1, &run) == [] && warnings(2, &run) == [])
        }
        run = ConductorRun(devicePatience: 0)
        run.voice(Self.unavailable)
        #expect(warnings(1, &run) == [])
    }

    @Test("O4: what has the turn while the device can't be used is explained as waiting for it")
    func explained() {
        var run = ConductorRun()
        run.say("text", id: "x", .high)
        func last(_ run: inout ConductorRun) -> String? {
            run.ask(.explain(target: "x"))
            guard case .explanation(let explanation) = run.replies.last?.result else { return nil }
            return explanation.steps.last?.text
        }
        #expect(last(&run) == "It is being spoken.")
        run.voice(Self.unavailable)
        run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone"))
        #expect(last(&run) == "It waits for the sound device.")
    }

    @Test("O4, Q13: a high and a low wait for the device for ever, a low with a maxAge until then, the rest for 10 s")
    func patience() {
        var run = ConductorRun(clients: [1])
        run.say("low", id: "low", .low)
        run.ask(.announcement(Announcement(runs: [SpeechRun(text: "old")], priority: .low, maxAge: 9)), id: "old")
        run.say("default", id: "default")
        run.voice(.failed(run.spoken.last!.id, .deviceFailed, message: "gone"))
        run.say("high", id: "high", .high)
        run.say("default 2", id: "default 2")
        run.advance(by: 30) { run in run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone")) }
        let reasons = Dictionary(uniqueKeysWithValues: run.finished().map { ($0.id, $0.reason) })
        #expect(reasons == ["default": .interrupted, "old": .expired, "default 2": .deviceFailed])
        run.voice(.started(run.conductor.speakingID!))
        run.voice(.finished(run.conductor.speakingID!))
        #expect(run.finished().last?.id == "high" && run.finished().last?.successful == true)
        // Of its 10 s, it has aged none.
        run.voice(.started(run.conductor.speakingID!))
        run.voice(.finished(run.conductor.speakingID!))
        #expect(run.finished().last?.id == "low" && run.finished().last?.successful == true)
    }

    @Test("O4: something new to say is reason to try sooner, but not to try all the time")
    func hasten() {
        var run = ConductorRun()
        run.say("first", .high)
        for _ in 0..<6 {
            run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone"))
            run.now = run.now + 6
            run.wake()
        }
        run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone"))
        run.now = run.now + 0.01
        _ = run.taken()
        for number in 0..<50 { run.say("flood \(number)", .high) }
        #expect(run.spoken.isEmpty, "10 ms after the last try")
        run.now = run.now + 0.05
        run.wake()
        #expect(run.spoken.count == 1)
    }

    @Test("A voice lost while it opens the device is the device's victim: the utterance is not given up for it")
    func lostWhileOpening() {
        var run = ConductorRun()
        run.say("fine", .high)
        for _ in 0..<5 {
            run.voice(.device(Status.Device(state: .opening, name: "default")))
            run.voice(.lost(message: "hung"))
            run.ready()
            run.now = run.now + 6
            run.wake()
        }
        #expect(run.finished().isEmpty)
        run.ask(.status)
        guard case .status(let status) = run.replies.last?.result else {
            Issue.record("no status")
            return
        }
        #expect(status.device.state == .unavailable && status.voice.restarts == 5)
        run.voice(.started(run.conductor.speakingID!))
        run.voice(.finished(run.conductor.speakingID!))
        #expect(run.finished().map(\.reason) == [.spoken])
    }

    @Test("O4: a device that takes something each time and plays nothing is out all the time: the same outage, the same back-off")
    func stalls() throws {
        var run = ConductorRun()
        run.say("One sentence.", id: "default")
        let id = run.spoken[0].id
        let begin = run.now
        run.voice(.device(Status.Device(state: .unavailable, name: "default", message: "gone")))
        run.voice(.failed(id, .deviceFailed, message: "gone"))
        var tries = 0
        while run.finished().isEmpty, tries < 20 {
            run.now = try #require(run.nextWake)
            run.wake()
            guard run.conductor.speakingID != nil else { break }
            tries += 1
            for report in [
                VoiceReport.device(Status.Device(state: .opening, name: "default")),
                .device(Status.Device(state: .open, name: "default")), .started(id), .sentence(id, RunPosition(run: 0, offset: 0)),
                .word(id, RunPosition(run: 0, offset: 0), length: 3),
            ] { run.voice(report) }
            #expect(run.deviceState() == .unavailable)
            #expect(run.nextWake == nil, "what the device has begun is left to it")
            run.now = run.now + 2
            run.voice(Self.unavailable)
            run.voice(.failed(id, .deviceFailed, message: "stalled"))
        }
        #expect(run.finished().map(\.reason) == [.deviceFailed])
        #expect(tries == 5 && run.now - begin < 14, "\(tries) in \(run.now - begin) s")
    }

    @Test("O4: an outage is over when something was heard: a second word, a second sentence, or the end")
    func heard() {
        for number in 0..<3 {
            var run = ConductorRun()
            run.say("One. Two.", .high)
            let id = run.spoken[0].id
            run.voice(Self.unavailable)
            run.voice(.failed(id, .deviceFailed, message: "gone"))
            run.now = run.now + 1
            run.wake()
            run.voice(.device(Status.Device(state: .open, name: "default")))
            run.voice(.started(id))
            run.voice(.sentence(id, RunPosition(run: 0, offset: 0)))
            run.voice(.word(id, RunPosition(run: 0, offset: 1), length: 2))
            #expect(run.deviceState() == .unavailable)
            switch number {
            case 0: run.voice(.word(id, RunPosition(run: 0, offset: 5), length: 3))
            case 1: run.voice(.sentence(id, RunPosition(run: 0, offset: 5)))
            default: run.voice(.finished(id))
            }
            #expect(run.deviceState() == .open)
        }
    }

    @Test("O4: an utterance that is heard when the device is back is not given up for the time before")
    func longOne() {
        var run = ConductorRun()
        run.say("long", id: "long")
        let id = run.spoken[0].id
        run.voice(.failed(id, .deviceFailed, message: "gone"))
        run.now = run.now + 9
        run.wake()
        run.voice(.started(id))
        run.advance(by: 20) { _ in }
        #expect(run.finished().isEmpty)
        run.voice(.finished(id))
        #expect(run.finished().map(\.reason) == [.spoken])
    }

    @Test("A text that kills each voice is given up though the device was out: the device opened each time")
    func killerInOutage() {
        var run = ConductorRun()
        run.say("poison", .high)
        let id = run.spoken[0].id
        run.voice(.failed(id, .deviceFailed, message: "gone"))
        for _ in 0..<2 {
            run.now = run.now + 6
            run.wake()
            run.voice(.device(Status.Device(state: .opening, name: "default")))
            run.voice(.device(Status.Device(state: .open, name: "default")))
            run.voice(.started(id))
            run.voice(.lost(message: "killed"))
            run.ready()
        }
        #expect(run.finished().map(\.reason) == [.synthesizerFailed])
    }

    @Test("O4: another device is tried at once")
    func otherDevice() {
        var run = ConductorRun()
        run.say("text", .high)
        for _ in 0..<6 {
            run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone"))
            run.now = run.now + 6
            run.wake()
        }
        run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone"))
        _ = run.taken()
        run.add(run.conductor.configure(SpeechAttributes(), options: NarrationSettings(), device: "null", at: run.now))
        #expect(run.spoken.map(\.text) == ["text"])
    }

    @Test("With nothing to say, nothing is tried and nothing wakes up")
    func idle() {
        var run = ConductorRun()
        run.say("only")
        run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
        run.ask(.stop)
        #expect(run.taken().last == .wake(at: nil))
        run.say("next")
        run.now = run.now + 0.06
        run.wake()
        #expect(run.spoken.map(\.text) == ["next"])
    }
}

extension Double {
    func rounded(toMilliseconds step: Double) -> Double { (self * 1000 / step).rounded() * step / 1000 }
}
