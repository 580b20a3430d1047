import SpeechQueue
import Testing

/// E11: which utterances follow another after its pause.
struct FollowingTests {
    @Test func `E11: A waiting utterance follows one that was heard to its end`() {
        var run = QueueRun()
        run.post("high", .high)
        #expect(run.speaking?.follows == nil)
        run.post("focus", .userFocus)
        run.finish()
        #expect(run.speaking?.follows == 0)
    }

    @Test(arguments: [
        (UtteranceClass.default, false, nil), (.default, true, 0.25), (.low, false, 0.25), (.userFocus, false, nil), (.high, false, nil),
        (.high, true, 0.25), (.hint, false, 0.25), (.echo, false, nil),
    ])
    func `E11: An utterance posted a moment later follows unless it would have cut`(kind: UtteranceClass, waits: Bool, follows: Double?) {
        var run = QueueRun()
        run.post("first")
        run.finish()
        run.now = run.now + 0.25
        run.post("second", kind, waits: waits)
        #expect(run.speaking?.name == "second" && run.speaking?.follows == follows)
    }

    @Test func `E11: Nothing follows what was cut, skipped or stopped`() {
        var run = QueueRun()
        run.post("first")
        run.post("low", .low)
        run.skip()
        #expect(run.speaking?.name == "low" && run.speaking?.follows == nil)
        run.post("cutter")
        #expect(run.speaking?.name == "cutter" && run.speaking?.follows == nil)
        run.stop()
        run.post("after", .low)
        #expect(run.speaking?.follows == nil)
    }
}
