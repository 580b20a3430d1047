import Conductor
import Messages
import SpeechQueue
import Testing

/// What the daemon does while the device or the voice can't be used, and a pause or other input comes.
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
        #expect(run.effects.contains(.silence), "the voice forgets the try before")
    }
}
