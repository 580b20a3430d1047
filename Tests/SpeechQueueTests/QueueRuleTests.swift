import Accessibility
import SpeechQueue
import Testing

/// The rules of §2, one by one.
@Suite struct QueueRuleTests {
    @Test("Q1: two highs are spoken in order, and defaults behind them in order (Q2)")
    func highs() {
        var run = QueueRun()
        run.post("first", .high)
        run.post("a", .default)
        run.post("second", .high)
        run.post("b", .default)
        #expect(run.speaking?.name == "first")
        run.finishAll()
        #expect(run.spoken == ["first", "second", "a", "b"])
        #expect(run.outcomes.allSatisfy { $0.outcome.reason == .spoken && $0.outcome.rule == .D2 })
    }

    @Test("Q3: a high that queues waits for the current utterance and stays protected")
    func queuedHigh() {
        var run = QueueRun()
        run.post("default")
        run.post("high", .high, waits: true)
        #expect(run.speaking?.name == "default")
        run.post("later default")
        #expect(run.speaking?.name == "high", "the later default cuts the first, but the high goes before it")
        run.post("another default")
        #expect(run.speaking?.name == "high")
        run.finishAll()
        #expect(run.spoken == ["default", "high", "later default", "another default"])
    }

    @Test("Q4: stop ends all, skip only what speaks")
    func stopAndSkip() {
        var run = QueueRun()
        for name in ["a", "b", "c"] { run.post(name, .high) }
        run.skip()
        #expect(run.reason("a") == .stopped && run.speaking?.name == "b")
        run.stop()
        #expect(run.speaking == nil && run.queue.isIdle)
        #expect(run.reason("b") == .stopped && run.reason("c") == .stopped)
        run.skip()
        run.stop()
        #expect(run.outcomes.count == 3)
    }

    @Test("Q5: of the focus descriptions only the newest waits, and one that is no longer the focus is cut")
    func focus() {
        var run = QueueRun()
        run.post("high", .high)
        run.post("one", .userFocus)
        run.post("two", .userFocus)
        run.post("three", .appFocus)
        #expect(run.reason("one") == .superseded && run.reason("two") == .superseded)
        run.finish()
        #expect(run.speaking?.name == "three")
        run.carryOut(run.queue.focusMoved(at: run.now))
        #expect(run.reason("three") == .interrupted && run.outcome("three")?.rule == .Q5)
    }

    @Test("Q6: a low that was cut is spoken again from its start, at most twice, then it is interrupted")
    func keptLow() {
        var run = QueueRun()
        run.post("low", .low, maxAge: 100)
        for cut in 1...3 {
            run.post("default \(cut)")
            run.finish()
        }
        #expect(run.spoken == ["low", "default 1", "low", "default 2", "low", "default 3"])
        #expect(run.outcome("low") == Outcome(reason: .interrupted, rule: .Q2, attempts: 3, spokenSeconds: 0))
    }

    @Test("Q6: a kept low keeps its place before those posted later")
    func keptPlace() {
        var run = QueueRun()
        run.post("low 1", .low)
        run.post("low 2", .low)
        run.post("default")
        run.finishAll()
        #expect(run.spoken == ["low 1", "default", "low 1", "low 2"])
        #expect(run.outcome("low 1")?.attempts == 2)
    }

    @Test("Q6: never after a stop, not beyond its age, and not with retain: false")
    func lostLow() {
        var run = QueueRun()
        run.post("low", .low)
        run.post("default")
        run.stop()
        #expect(run.reason("low") == .stopped && run.speaking == nil)

        run.post("old", .low, maxAge: 10)
        run.now = run.now + 11
        run.post("another")
        #expect(run.reason("old") == .interrupted)

        run.finishAll()
        run.post("fleeting", .low, retain: false)
        run.post("third")
        #expect(run.reason("fleeting") == .interrupted)
    }

    @Test("Q7: an app's focus never cuts an announcement, but waits behind it")
    func appFocus() {
        var run = QueueRun()
        run.post("default")
        run.post("focus", .appFocus)
        run.post("low", .low)
        run.finishAll()
        #expect(run.spoken == ["default", "focus", "low"])
    }

    @Test("Q9: pending replaces what waits in the group, current also what is spoken")
    func groups() {
        var run = QueueRun()
        run.post("10%", .low, group: "build")
        run.post("20%", .low, group: "build")
        run.post("other", .low, group: "download")
        run.post("30%", .low, group: "build", supersede: .pending)
        #expect(run.speaking?.name == "10%" && run.reason("20%") == .superseded && run.outcome("20%")?.rule == .Q9)
        run.post("40%", .low, group: "build", supersede: .current)
        #expect(run.reason("10%") == .superseded && run.reason("30%") == .superseded)
        run.finishAll()
        #expect(run.spoken == ["10%", "other", "40%"])
    }

    @Test("Q10: the same text while the first waits or is spoken gets the first one's outcome")
    func merging() {
        var run = QueueRun()
        run.post("now", .high)
        run.post("first", .low, text: "Saved")
        run.post("second", .low, text: "Saved")
        run.post("elsewhere", .low, client: 2, text: "Saved")
        #expect(run.merged == ["second"])
        run.finish()
        run.post("third", .low, text: "Saved")
        #expect(run.merged == ["second", "third"], "while it is spoken")
        run.finish()
        #expect(run.outcome("second") == run.outcome("first") && run.outcome("third") == run.outcome("first"))
        #expect(run.reason("first") == .spoken)
        run.finish()
        #expect(run.spoken == ["now", "first", "elsewhere"])
    }

    @Test("Q10: within 250 ms of its end a heard text is not heard again, later it is; allowRepeat turns it off")
    func window() {
        var run = QueueRun()
        run.post("first", text: "Saved")
        run.finish()
        run.now = run.now + 0.25
        run.post("at once", text: "Saved")
        #expect(run.reason("at once") == .spoken && run.speaking == nil)
        run.post("wanted", text: "Saved", allowRepeat: true)
        run.finish()
        run.now = run.now + 0.26
        run.post("later", text: "Saved")
        #expect(run.speaking?.name == "later")
    }

    @Test("Q10: a repeat of a text that was cut is spoken, for it was not heard")
    func repeatOfLost() {
        var run = QueueRun()
        run.post("on", text: "On")
        run.post("off", text: "Off")
        run.post("on again", text: "On")
        #expect(run.speaking?.name == "on again")
    }

    @Test("Q10: a repeat of higher class lifts the first one to its own")
    func lift() {
        var run = QueueRun()
        run.post("talk", .default)
        run.post("fire low", .low, text: "Fire")
        run.post("fire high", .high, text: "Fire")
        #expect(run.speaking?.name == "fire low" && run.speaking?.class == .high && run.reason("talk") == .interrupted)
        run.post("default")
        #expect(run.speaking?.name == "fire low", "it is protected now")
        run.finish()
        #expect(run.reason("fire high") == .spoken)

        run.finishAll()
        run.post("slow", .low, text: "Alarm")
        run.post("urgent", .high, text: "Alarm")
        run.post("chatter")
        #expect(run.speaking?.name == "slow", "lifted while it is spoken")
    }

    @Test("Q11: over the limit the oldest low goes first, then the oldest, and other clients lose nothing")
    func overflow() {
        var limits = SpeechQueue.Limits()
        limits.count = 3
        var run = QueueRun(limits: limits)
        run.post("now", .user)
        run.post("other", client: 2)
        run.post("d1")
        run.post("l1", .low)
        run.post("d2")
        #expect(run.outcomes.isEmpty)
        run.post("d3")
        #expect(run.reason("l1") == .overflow)
        run.post("d4")
        #expect(run.reason("d1") == .overflow && run.outcome("d1")?.rule == .Q11)
        run.finishAll()
        #expect(run.spoken == ["now", "other", "d2", "d3", "d4"])
    }

    @Test("Q11: long texts are bounded by their bytes too, of one client and of all")
    func overflowBytes() {
        var limits = SpeechQueue.Limits()
        limits.clientBytes = 10_000
        limits.totalBytes = 25_000
        var run = QueueRun(limits: limits)
        run.post("now", .user)
        for client in 1...4 as ClosedRange<UInt64> {
            for number in 1...3 {
                run.post("\(client).\(number)", client: client, text: String(repeating: "x", count: 4000) + "\(client).\(number)")
            }
        }
        #expect((1...4).allSatisfy { run.reason("\($0).1") == .overflow })
        run.finishAll()
        #expect(run.spoken.count == 1 + 5, "25,000 bytes hold five of them")
    }

    @Test("Q12: a client that has gone keeps its announcements, unless it said cancel; the rest of what it said ends")
    func disconnect() {
        for keeps in [true, false] {
            var run = QueueRun()
            run.post("now", .high, client: 2)
            run.post("default")
            run.post("low", .low)
            run.post("focus", .userFocus)
            run.post("update", .update)
            run.carryOut(run.queue.disconnect(ClientID(1), keepsAnnouncements: keeps, at: run.now))
            #expect(run.reason("focus") == .disconnected && run.reason("update") == .disconnected)
            run.finishAll()
            #expect(run.spoken == (keeps ? ["now", "default", "low"] : ["now"]))
        }
    }

    @Test("Q13: what is older than its maxAge is not begun, and ends when its time comes")
    func expiry() {
        var run = QueueRun()
        run.post("now", .high)
        run.post("short", .low, maxAge: 2)
        run.post("long", .low, maxAge: 5)
        run.post("forever", .low)
        #expect(run.queue.nextDeadline() == Instant(seconds: 2))
        run.now = Instant(seconds: 2)
        run.wake()
        #expect(run.reason("short") == .expired && run.outcome("short")?.rule == .Q13)
        #expect(run.queue.nextDeadline() == Instant(seconds: 5))
        run.now = Instant(seconds: 5.5)
        run.finish()
        #expect(run.reason("long") == .expired, "also when nobody woke the queue in between")
        #expect(run.spoken == ["now", "forever"])
        #expect(run.queue.nextDeadline() == nil)
    }

    @Test("O5: while paused all wait and nothing cuts; resume goes on with what was paused")
    func pause() {
        var run = QueueRun()
        run.post("reading")
        run.pause()
        run.post("high", .high)
        run.post("default")
        #expect(run.speaking?.name == "reading" && run.outcomes.isEmpty)
        run.resume()
        run.finishAll()
        #expect(run.spoken == ["reading", "high", "default"])

        run.pause()
        run.post("silent")
        #expect(run.speaking == nil)
        run.resume()
        #expect(run.speaking?.name == "silent")
    }

    @Test("What the voice says of others than the one that is spoken changes nothing")
    func lateEvents() {
        var run = QueueRun()
        let first = run.post("first")
        run.post("second")
        let actions =
            run.queue.finished(first, at: run.now) + run.queue.failed(first, .deviceFailed, at: run.now)
            + run.queue.finished(UtteranceID(999), at: run.now)
        #expect(actions.isEmpty)
        let isStarted = run.queue.started(first, at: run.now)
        #expect(!isStarted)
        #expect(run.speaking?.name == "second")
    }

    @Test("D1: attempts and spoken seconds are of the last attempt")
    func outcomeNumbers() {
        var run = QueueRun()
        run.post("low", .low, maxAge: 60)
        run.start()
        run.now = run.now + 3
        run.post("default")
        run.finish()
        run.finish()
        #expect(run.outcome("low") == Outcome(reason: .spoken, rule: .D2, attempts: 2, spokenSeconds: 1))
    }

    @Test("Clients take turns within a class: one that posts much delays another by one utterance")
    func turns() {
        var run = QueueRun()
        for number in 1...5 { run.post("a\(number)", .low, client: 1) }
        run.post("b1", .low, client: 2)
        run.post("c1", .low, client: 3)
        run.finishAll()
        #expect(run.spoken == ["a1", "b1", "c1", "a2", "a3", "a4", "a5"])
    }

    @Test("cancel ends those that wait, the one that is spoken, and those merged with another")
    func cancel() {
        var run = QueueRun()
        let spoken = run.post("spoken", .high)
        let waiting = run.post("waiting", .low)
        run.post("kept", .low)
        let merged = run.post("merged", .low, text: "kept")
        #expect(run.queue.client(of: merged) == ClientID(1))
        run.carryOut(run.queue.cancel([spoken, waiting, merged, UtteranceID(999)], at: run.now))
        #expect(run.reason("spoken") == .stopped && run.reason("waiting") == .stopped && run.reason("merged") == .stopped)
        run.finishAll()
        #expect(run.spoken == ["spoken", "kept"])
    }

    @Test("Q9, Q10: a repeat of what is spoken replaces what its group had waiting in between: the last state is the last heard")
    func repeatInGroup() {
        var run = QueueRun()
        run.post("muted", .low, text: "Muted", group: "g", supersede: .pending)
        run.post("unmuted", .low, text: "Unmuted", group: "g", supersede: .pending)
        run.post("muted again", .low, text: "Muted", group: "g", supersede: .pending)
        #expect(run.reason("unmuted") == .superseded && run.merged == ["muted again"])
        run.finishAll()
        #expect(run.spoken == ["muted"] && run.reason("muted again") == .spoken)
    }

    @Test("Q12: what a client that asked for cancel has spoken is not kept when it is cut")
    func disconnectedLow() {
        var run = QueueRun()
        run.post("low", .low)
        run.carryOut(run.queue.disconnect(ClientID(1), keepsAnnouncements: false, at: run.now))
        run.post("default", client: 2)
        #expect(run.reason("low") == .interrupted)
    }

    @Test("O5, D1: a pause is not heard, and does not count as spoken")
    func pausedSeconds() {
        var run = QueueRun()
        run.post("reading")
        run.start()
        run.now = run.now + 2
        run.pause()
        run.now = run.now + 60
        run.resume()
        run.now = run.now + 1
        run.skip()
        #expect(run.outcome("reading")?.spokenSeconds == 3)
    }

    @Test("O4: what is neither high nor low is given up when the device is gone for too long; what is spoken ages too")
    func goneDevice() {
        var run = QueueRun()
        run.post("default")
        run.post("summary", .summary)
        run.post("low", .low, maxAge: 15)
        run.now = Instant(seconds: 9)
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.outcomes.isEmpty)
        run.now = Instant(seconds: 10)
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.reason("default") == .deviceFailed && run.reason("summary") == .deviceFailed && run.speaking?.name == "low")
        run.now = Instant(seconds: 15)
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.reason("low") == .expired && run.queue.isIdle)
    }

    @Test("Q4: a stop costs in proportion to what waits, and texts that ended are forgotten after their window")
    func greatStop() {
        var limits = SpeechQueue.Limits()
        limits.totalBytes = 64 << 20
        var run = QueueRun(limits: limits)
        run.post("now", .high)
        for client in 0..<100 as Range<UInt64> {
            for number in 0..<200 { run.post("\(client) \(number)", .low, client: client + 2) }
        }
        let start = ContinuousClock.now
        run.stop()
        #expect(run.outcomes.count == 20_001)
        // Quadratic, it took minutes.
        #expect(ContinuousClock.now - start < .seconds(5))
    }
}
