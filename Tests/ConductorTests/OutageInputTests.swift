import Conductor
import Messages
import SpeechQueue
import Testing

/// Pauses and other input while the device or the voice can't be used.
@Suite struct OutageInputTests {
    @Test("O4, O5: in a pause no device is tried, so that nothing is spoken twice behind it")
    func paused() {
        var run = ConductorRun()
        run.say("text", .high)
        run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
        run.ask(.pause)
        _ = run.taken()
        run.now = run.now + 20.0
        run.add(run.conductor.wake(at: run.now))
        #expect(run.spoken.isEmpty && run.nextWake == nil)
        run.ask(.resume)
        run.add(run.conductor.wake(at: run.now))
        #expect(run.spoken.map(\.text) == ["text"])
    }

    @Test("O4: a pause or a media session is no waiting for the device", arguments: [Device.failed, .voiceLost])
    func heldBack(_ fault: Device) {
        let session = MediaSession(mode: .record, lease: 30)
        for (hold, release) in [(Request.pause, Request.resume), (.mediaSession(.begin(session)), .mediaSession(.end(name: nil)))] {
            var run = ConductorRun()
            if hold == .pause { run.say("text") }
            switch fault {
            case .failed where hold == .pause: run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
            case .failed:
                run.say("high", .high)
                run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
            case .voiceLost: run.voice(.lost(message: "killed"))
            }
            run.ask(hold)
            if hold != .pause { run.ask(.announcement(Announcement(runs: [SpeechRun(text: "text")], maxAge: 60))) }
            run.now = run.now + 20.0
            run.wake()
            #expect(run.finished().isEmpty)
            run.ask(release)
            // The quiet after the session (M5).
            run.now = run.now + 0.3
            run.wake()
            run.now = run.now + 9.0
            run.wake()
            #expect(run.finished().isEmpty)
            run.now = run.now + 1.0
            run.wake()
            #expect(run.finished().map(\.reason) == [fault == .failed ? .deviceFailed : .synthesizerFailed])
        }
    }

    /// The part that is missing.
    enum Device { case failed, voiceLost }

    @Test("O4: without a voice no device is tried, and nothing wakes up for it")
    func voiceless() {
        var run = ConductorRun()
        run.say("text", .high)
        run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
        run.voice(.lost(message: "killed"))
        run.now = run.now + 20.0
        run.add(run.conductor.wake(at: run.now))
        #expect(run.nextWake == nil, "it would wake up again and again")
    }

    @Test("O4: while the device takes its time over a try, what is posted does not have the same spoken twice")
    func slow() {
        var run = ConductorRun()
        run.say("text", .high)
        run.voice(.failed(run.spoken[0].id, .deviceFailed, message: "gone"))
        run.now = run.now + 1.0
        run.add(run.conductor.wake(at: run.now))
        _ = run.taken()
        run.now = run.now + 1.0
        run.say("later", .low)
        run.add(run.conductor.wake(at: run.now))
        #expect(run.spoken.isEmpty)
        run.now = run.now + 4.0
        run.add(run.conductor.wake(at: run.now))
        #expect(run.spoken.map(\.text) == ["text"])
        #expect(run.effects.contains(.voice(.silence)), "the voice forgets the try before")
    }
}
