import Messages
import SpeechQueue
import Testing

/// Q9, Q10: what replaces and what repeats what an app has said.
@Suite struct RepeatRuleTests {
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

    @Test("Q9: what names those it replaces ends them in the same step, and none of them begins")
    func replacing() {
        var run = QueueRun()
        let spoken = run.post("spoken", isKept: true)
        let waiting = (1...2).map { run.post("waiting \($0)", .low) }
        let high = run.post("high", .high, replacing: waiting + [spoken])
        #expect(run.cut == ["spoken"] && run.outcomes.map(\.name) == ["waiting 1", "waiting 2", "spoken"])
        #expect(run.outcomes.allSatisfy { $0.outcome.reason == .superseded && $0.outcome.rule == .Q9 })
        run.post("low", .low, replacing: [high])
        #expect(run.reason("high") == .superseded && run.spoken == ["spoken", "high", "low"])
        run.post(" ", .low, replacing: run.speaking.map { [$0.id] } ?? [])
        #expect(run.reason("low") == .superseded && run.speaking == nil, "the newest counts, although it has nothing to speak")
        run.finishAll()
        #expect(run.spoken == ["spoken", "high", "low"])
    }

    @Test("Q9, Q10: a text is not merged with the same text that it replaces")
    func replacingTheSame() {
        var run = QueueRun()
        let spoken = run.post("first", text: "Saved")
        let waiting = run.post("second", .low, text: "Sent")
        run.post("third", .low, text: "Sent", replacing: [waiting])
        run.post("fourth", text: "Saved", replacing: [spoken])
        #expect(run.merged == [] && run.speaking?.name == "fourth")
        run.post("fifth", text: "Saved")
        #expect(run.merged == ["fifth"])
        run.finishAll()
        #expect(run.spoken == ["first", "fourth", "third"])
        #expect(run.reason("second") == .superseded && run.reason("fifth") == .spoken)
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
        for (name, text) in [("on", "On"), ("off", "Off"), ("on again", "On")] {
            run.post(name, text: text)
            run.now = run.now + 0.3
        }
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

    @Test("Q10, Q1: a repeat that may cut does, though the first one was to wait")
    func urgentRepeat() {
        var run = QueueRun()
        run.post("talk")
        run.post("queued", .high, text: "Battery critical", waits: true)
        run.post("urgent", .high, text: "Battery critical")
        #expect(run.speaking?.name == "queued" && run.reason("talk") == .interrupted && run.merged == ["urgent"])

        // Q2: its app has come to the foreground meanwhile. What waited longer does not go before it.
        run = QueueRun()
        run.post("talk", client: 1, app: "a")
        run.post("older", client: 2, waits: true, app: "b")
        run.post("background", client: 3, text: "Done", cutsOtherApps: false, app: "c")
        #expect(run.speaking?.name == "talk")
        run.post("foreground", client: 3, text: "Done", app: "c")
        #expect(run.speaking?.name == "background" && run.merged == ["foreground"])
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
}
