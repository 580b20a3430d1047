import SpeechQueue
import Testing
import VoiceProtocol

@testable import VoiceSupervision

/// A voice that hangs is noticed, one that is well is left alone, and an idle one costs nothing.
@Suite struct VoiceWatchTests {
    private let speak = VoiceCommand.speak(SpeakCommand(id: 7, segments: [SpeechSegment(text: "Hello")]))

    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    private func expect(
        _ verdict: VoiceWatch.Verdict?, _ watch: inout VoiceWatch, _ seconds: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = watch.wake(at: at(seconds), secondsWaited: 0)
        #expect(found == verdict, sourceLocation: sourceLocation)
    }

    /// Expects that it is late after 0.3 s of a patience, and hangs at that time.
    private func expectHung(
        _ fault: String, _ watch: inout VoiceWatch, _ seconds: Double, after patience: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(watch.nextLook == at(seconds - patience + 0.3) && watch.deadline == at(seconds), sourceLocation: sourceLocation)
        expect(nil, &watch, seconds - patience + 0.3, sourceLocation: sourceLocation)
        #expect(watch.nextLook == at(seconds), sourceLocation: sourceLocation)
        expect(.hung(fault), &watch, seconds, sourceLocation: sourceLocation)
    }

    private func readyWatch() -> VoiceWatch {
        var watch = VoiceWatch(at: at(0))
        watch.didReceive(.ready(.init(synthesizer: "eSpeak NG 1.51", sampleRate: 22_050)), at: at(0.01))
        return watch
    }

    @Test("One that never gets ready hangs")
    func neverReady() {
        var watch = VoiceWatch(at: at(0))
        #expect(watch.deadline == at(5))
        expect(nil, &watch, 4.9)
        expect(.hung("not ready 5 s after its start"), &watch, 5)
        var starving = VoiceWatch(at: at(0))
        starving.didReceive(.device(.init(state: .closed, name: "default")), at: at(4))
        let overdue = starving.wake(at: at(5), secondsWaited: 3)
        #expect(overdue == nil && starving.nextLook == at(8))
    }

    @Test("An idle one that is asked whether it is well has 2 s to answer, and is left alone afterwards; a busy one is not asked")
    func checkUp() {
        var watch = readyWatch()
        let asks = watch.checkUp(at: at(30))
        #expect(asks && watch.deadline == at(32))
        watch.didReceive(.pong, at: at(30.01))
        #expect(watch.deadline == nil)
        let asksAgain = watch.checkUp(at: at(60))
        let asksTwice = watch.checkUp(at: at(61))
        #expect(asksAgain && !asksTwice)
        expectHung("it does not answer", &watch, 62, after: 2)
        var busy = readyWatch()
        _ = busy.didSend(speak, at: at(1))
        let asksBusy = busy.checkUp(at: at(1.5))
        #expect(!asksBusy && busy.deadline == at(3))
        var late = readyWatch()
        _ = late.checkUp(at: at(30))
        _ = late.didSend(speak, at: at(31))
        late.didReceive(.started(id: 7), at: at(31.5))
        expect(.ask, &late, 32.2)
    }

    @Test("While the voice is idle nothing is due, whatever it receives or sends")
    func idle() {
        var watch = readyWatch()
        #expect(watch.deadline == nil)
        let asks = [VoiceCommand.stop, .pause, .voices].map { watch.didSend($0, at: at(1)) }
        #expect(asks == [false, false, false])
        watch.didReceive(.device(.init(state: .closed, name: "default")), at: at(2))
        #expect(watch.deadline == nil)
    }

    @Test("One that does not start within 2 s hangs, though it may say other things")
    func neverStarts() {
        var watch = readyWatch()
        _ = watch.didSend(speak, at: at(10))
        watch.didReceive(.device(.init(state: .opening, name: "default")), at: at(11))
        #expect(watch.deadline == at(12))
        expect(nil, &watch, 11.5)
        expect(.hung("no sound 2 s after it was asked to speak"), &watch, 12)
    }

    @Test("The time for which it waits for a processor does not count, but for 8 s at most", arguments: [(0, 12), (0.6, 14.55), (1, 20)])
    func starves(waiting: Double, hangs: Double) {
        var watch = readyWatch()
        _ = watch.didSend(speak, at: at(10))
        var looks = 0
        var found: Double?
        while found == nil, looks < 100, let next = watch.nextLook {
            looks += 1
            let seconds = next - at(0)
            if case .hung = watch.wake(at: next, secondsWaited: 3 + (seconds - 10) * waiting) { found = seconds }
        }
        #expect(found.map { abs($0 - hangs) < 0.05 } == true && looks < 20, "\(found as Any), \(looks) looks")
    }

    @Test("One that waited for a processor has its whole time when it gets one")
    func starved() {
        var watch = readyWatch()
        _ = watch.didSend(speak, at: at(10))
        let late = watch.wake(at: at(10.3), secondsWaited: 1)
        let overdue = watch.wake(at: at(12), secondsWaited: 2.5)
        #expect(late == nil && overdue == nil && watch.nextLook == at(13.5))
        watch.didReceive(.started(id: 7), at: at(13.4))
        #expect(watch.nextLook == at(14.1))
        // A caller that looks too late looks again.
        _ = watch.didSend(speak, at: at(20))
        expect(nil, &watch, 25)
        #expect(watch.nextLook == at(25.3))
        expect(.hung("no sound 2 s after it was asked to speak"), &watch, 25.3)
    }

    @Test("A sounding one that is silent for 0.7 s is asked, and hangs if it does not answer for as long")
    func heartbeat() {
        var watch = readyWatch()
        _ = watch.didSend(speak, at: at(10))
        watch.didReceive(.started(id: 7), at: at(10.01))
        expect(nil, &watch, 10.7)
        expect(.ask, &watch, 10.71)
        watch.didReceive(.pong, at: at(11))
        #expect(watch.deadline == at(11.7))
        watch.didReceive(.sentence(.init(id: 7, segment: 0, offset: 0, length: 0)), at: at(11.5))
        expect(nil, &watch, 11.7)
        expect(.ask, &watch, 12.2)
        expectHung("it does not answer", &watch, 12.9, after: 0.7)
    }

    @Test("Finished or failed, it is idle again")
    func ends() {
        for event in [VoiceEvent.finished(id: 7), .failed(.init(id: 7, reason: .device, message: "…"))] {
            var watch = readyWatch()
            _ = watch.didSend(speak, at: at(10))
            watch.didReceive(.started(id: 7), at: at(10.01))
            watch.didReceive(event, at: at(10.5))
            #expect(watch.deadline == nil)
            _ = watch.didSend(speak, at: at(20))
            watch.didReceive(event, at: at(20.1))
            #expect(watch.deadline == nil, "also before it started")
        }
    }

    @Test("Q4: a voice that ignores a stop is killed, because that is silence too")
    func stop() {
        for command in [VoiceCommand.stop, .pause] {
            var watch = readyWatch()
            _ = watch.didSend(speak, at: at(10))
            watch.didReceive(.started(id: 7), at: at(10.01))
            let asks = watch.didSend(command, at: at(10.2))
            #expect(asks, "a ping follows it")
            watch.didReceive(.stopped(id: 7), at: at(10.21))
            watch.didReceive(.pong, at: at(10.22))
            #expect(watch.deadline == nil)

            _ = watch.didSend(speak, at: at(20))
            _ = watch.didSend(command, at: at(20.2))
            #expect(watch.deadline == at(20.7))
            expectHung("it does not answer", &watch, 20.7, after: 0.5)
        }
    }

    @Test("Stopped and given another at once, it must start the other")
    func stopAndSpeak() {
        var watch = readyWatch()
        _ = watch.didSend(.speak(SpeakCommand(id: 6, segments: [])), at: at(9))
        watch.didReceive(.started(id: 6), at: at(9.1))
        _ = watch.didSend(.stop, at: at(10))
        _ = watch.didSend(speak, at: at(10))
        watch.didReceive(.stopped(id: 6), at: at(10))
        watch.didReceive(.finished(id: 6), at: at(10))
        watch.didReceive(.pong, at: at(10))
        #expect(watch.deadline == at(12))
        watch.didReceive(.started(id: 7), at: at(10.1))
        #expect(watch.deadline == at(10.8))
    }

    @Test("One that was starved of a processor for one utterance has its usual time for the next")
    func starvedBefore() {
        var watch = readyWatch()
        _ = watch.didSend(.speak(SpeakCommand(id: 6, segments: [])), at: at(10))
        _ = watch.wake(at: at(10.3), secondsWaited: 0)
        let overdue = watch.wake(at: at(12), secondsWaited: 1.7)
        #expect(overdue == nil)
        _ = watch.didSend(.stop, at: at(13))
        _ = watch.didSend(speak, at: at(13))
        watch.didReceive(.started(id: 6), at: at(13.4))
        watch.didReceive(.stopped(id: 6), at: at(13.5))
        // What it says again gives it no more time.
        watch.didReceive(.stopped(id: 6), at: at(13.7))
        expectHung("no sound 2 s after it was asked to speak", &watch, 15.5, after: 2)
        var answered = readyWatch()
        _ = answered.didSend(.speak(SpeakCommand(id: 6, segments: [])), at: at(10))
        _ = answered.wake(at: at(10.3), secondsWaited: 0)
        _ = answered.wake(at: at(12), secondsWaited: 1.7)
        _ = answered.didSend(.stop, at: at(13))
        answered.didReceive(.stopped(id: 6), at: at(13.5))
        _ = answered.didSend(speak, at: at(13.6))
        expectHung("no sound 2 s after it was asked to speak", &answered, 15.6, after: 2)
    }

    @Test("A voice that gets a stop and a new utterance every second and never answers counts as hung")
    func replaced() {
        var watch = readyWatch()
        _ = watch.didSend(speak, at: at(10))
        var hung: Double?
        for tenth in 1...40 where hung == nil {
            let seconds = 10 + Double(tenth) / 10
            if case .hung = watch.wake(at: at(seconds), secondsWaited: 0) { hung = seconds }
            guard tenth % 10 == 0 else { continue }
            _ = watch.didSend(.stop, at: at(seconds))
            _ = watch.didSend(.speak(SpeakCommand(id: UInt64(100 + tenth), segments: [])), at: at(seconds))
        }
        #expect(hung.map { $0 <= 12.5 } == true, "\(hung as Any)")
    }

    @Test("One that answers may be given another every second, though none starts in that time")
    func busy() {
        var watch = readyWatch()
        for second in 10..<20 {
            _ = watch.didSend(.stop, at: at(Double(second)))
            _ = watch.didSend(.speak(SpeakCommand(id: UInt64(second), segments: [])), at: at(Double(second)))
            watch.didReceive(.pong, at: at(Double(second) + 0.6))
            expect(nil, &watch, Double(second) + 0.99)
        }
    }

    @Test("O5: after a resume it is watched as before the pause")
    func resume() {
        for startsOfItself in [false, true] {
            var watch = readyWatch()
            _ = watch.didSend(speak, at: at(10))
            watch.didReceive(.started(id: 7), at: at(10.01))
            let asks = watch.didSend(.pause, at: at(10.2))
            #expect(asks)
            watch.didReceive(.paused(id: 7, position: .init(segment: 0, offset: 0)), at: at(10.21))
            watch.didReceive(.pong, at: at(10.21))
            #expect(watch.deadline == nil)
            if startsOfItself {
                watch.didReceive(.started(id: 7), at: at(20))
                #expect(watch.deadline == at(20.7))
                continue
            }
            _ = watch.didSend(.resume, at: at(20))
            #expect(watch.deadline == at(22))
            watch.didReceive(.started(id: 7), at: at(20.1))
            #expect(watch.deadline == at(20.8))
        }
    }

    @Test("O5: what was stopped or has ended in a pause is not awaited at the resume")
    func stoppedInPause() {
        for stops in [false, true] {
            var watch = readyWatch()
            _ = watch.didSend(speak, at: at(10))
            watch.didReceive(.started(id: 7), at: at(10.01))
            _ = watch.didSend(.pause, at: at(10.2))
            if !stops { watch.didReceive(.finished(id: 7), at: at(10.2)) }
            watch.didReceive(.pong, at: at(10.21))
            if stops { _ = watch.didSend(.stop, at: at(11)) }
            _ = watch.didSend(.resume, at: at(20))
            #expect(watch.deadline == nil)
        }
    }

    @Test("One that has not started in 0.3 s is late, and not worth waiting for")
    func late() {
        var watch = readyWatch()
        _ = watch.didSend(speak, at: at(10))
        #expect(!watch.isLate(at: at(10.2)) && watch.isLate(at: at(10.4)))
        watch.didReceive(.started(id: 7), at: at(10.5))
        #expect(!watch.isLate(at: at(10.6)))
    }
}
