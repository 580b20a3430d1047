import Messages
import SpeechQueue
import Testing

/// §6, as far as the queue decides it.
@Suite struct MediaGateTests {
    @Test("M1: a session cuts all; a default ends, a low and a high are held, and what waits is held too")
    func begin() {
        for (kind, reason) in [(UtteranceClass.default, FinishReason.mediaSession as FinishReason?), (.high, nil), (.low, nil)] {
            var run = QueueRun()
            run.post("speaks", kind)
            run.post("waits", .low)
            run.close(to: .play)
            #expect(run.speaking == nil && run.cut == ["speaks"])
            #expect(run.reason("speaks") == reason, "\(kind)")
            #expect(run.held == (reason == nil ? ["speaks", "waits"] : ["waits"]))
        }
    }

    @Test("M1: focus, updates, refreshes, hints and echoes go, whether they speak or wait")
    func drops() {
        for kind in [UtteranceClass.userFocus, .appFocus, .update, .refresh, .hint, .echo, .screen, .summary] {
            var run = QueueRun()
            run.post("speaks", kind)
            run.post("waits", kind == .hint ? .summary : .update)
            run.close(to: .record)
            #expect(run.reason("speaks") == .mediaSession && run.reason("waits") == .mediaSession && run.queue.isIdle, "\(kind)")
        }
    }

    @Test("M3: what is posted in a session speaks if its permission and the mode say so, else it is held")
    func admission() {
        for (gate, permission, isSpoken) in [
            (Gate.play, MediaPermission.none, false), (.play, .play, true), (.play, .always, true), (.record, .none, false),
            (.record, .play, false), (.record, .always, true),
        ] {
            var run = QueueRun()
            run.close(to: gate)
            run.post("x", .high, media: permission)
            #expect(run.spoken == (isSpoken ? ["x"] : []) && run.held == (isSpoken ? [] : ["x"]), "\(gate), \(permission)")
        }
        var run = QueueRun()
        run.close(to: .record)
        run.post("where", .user)
        #expect(run.spoken == ["where"])
        run.post("focus", .userFocus)
        #expect(run.reason("focus") == .mediaSession)
    }

    @Test("M5: afterwards each high, and the defaults and lows of the last seconds; older ones end")
    func end() {
        var run = QueueRun()
        run.close(to: .record)
        run.post("old high", .high)
        run.post("old low", .low)
        run.now = run.now + 11
        run.post("new low", .low)
        run.post("new default", .default)
        run.open(hold: 10)
        #expect(run.reason("old low") == .mediaSession)
        run.finishAll()
        #expect(run.spoken == ["old high", "new default", "new low"])
    }

    @Test("M3, Q10: a forced repeat of what is held is spoken in its place")
    func forcedRepeat() {
        var run = QueueRun()
        run.close(to: .record)
        run.post("first", .default, text: "x")
        run.post("again", .default, text: "x", media: .always)
        #expect(run.spoken == ["first"] && run.merged == ["again"])
        run.finish()
        #expect(run.reason("again") == .spoken)
    }

    @Test("M1, Q6: a low that is cut by sessions again and again is begun three times at most")
    func attempts() {
        var run = QueueRun()
        run.post("low", .low, maxAge: 100)
        for _ in 0..<4 {
            run.close(to: .play)
            run.open()
        }
        #expect(run.spoken.count == SpeechQueue.mostAttempts && run.reason("low") == .mediaSession)
    }

    @Test("M3: play becomes record: a high that speaks is held; record becomes play: it is spoken, M5")
    func overlapping() {
        var run = QueueRun()
        run.close(to: .play)
        run.post("high", .high, media: .play)
        run.close(to: .record)
        #expect(run.held == ["high"] && run.speaking == nil)
        run.post("default", .default)
        run.close(to: .play)
        #expect(run.spoken == ["high", "high"])
        run.finish()
        #expect(run.speaking == nil)
        run.open()
        #expect(run.speaking?.name == "default")
    }

    @Test("Q4, Q9, Q10, Q11, Q13 hold for what is held")
    func heldLikeWaiting() {
        var limits = SpeechQueue.Limits()
        limits.count = 2
        var run = QueueRun(limits: limits)
        run.close(to: .record)
        run.post("a", .low, group: "g", maxAge: 5)
        run.post("a again", .low, text: "a")
        #expect(run.merged == ["a again"])
        run.post("b", .low, group: "g", supersede: .pending, maxAge: 5)
        #expect(run.reason("a") == .superseded)
        run.post("c", .low)
        run.post("d", .low)
        #expect(run.reason("b") == .overflow)
        run.now = run.now + 6
        run.wake()
        run.stop()
        #expect(run.reason("c") == .stopped && run.reason("d") == .stopped && run.queue.isIdle)
        run.post("e", .low, maxAge: 1)
        run.now = run.now + 2
        run.wake()
        #expect(run.reason("e") == .expired)
    }
}
