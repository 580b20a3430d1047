import Conductor
import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

// Texts that others cut, or are heard between the sentences of.
extension LongTextTests {
    @Test("Q6: a screen reader's text that is cut in a later part continues at its sentence; repeat says all of a long text again")
    func returns() {
        var run = ConductorRun()
        var announcement = Announcement(runs: [SpeechRun(text: Self.text)])
        announcement.isFromScreenReader = true
        run.ask(.announcement(announcement), id: "a")
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.voice(.finished(id))
        run.voice(.started(id))
        run.voice(.sentence(id, RunPosition(run: 0, offset: 2 * Self.sentence.count)))
        let second = run.spoken[1].runs[0].text
        run.say("Fire!", .high)
        #expect(run.spoken.last?.text == "Fire!")
        let cutter = run.taken().given?.id
        run.voice(.finished(cutter ?? id))
        let rest = Self.heard(&run).flatMap(\.runs).map(\.text).joined(separator: " ")
        let third = Self.text.suffix(200).replacing("1:02:55", with: "one hour, two minutes, and fifty five seconds")
        #expect(rest.hasPrefix(second.dropFirst(2 * Self.sentence.count)) && rest.hasSuffix(third))
        run.ask(.repeat(count: 1))
        let again = Self.heard(&run)
        #expect(again.count == 3 && again.allSatisfy { $0.runs.allSatisfy { $0.text.utf8.count <= Self.longest } })
    }

    @Test("Q6: an announcement that continues is spoken from its sentence after each cut, though it is a default of the same app")
    func continues() {
        var run = ConductorRun()
        var announcement = Announcement(runs: [SpeechRun(text: "One two. Three four. Five six.")])
        announcement.continues = true
        run.ask(.announcement(announcement), id: "a")
        let id = run.spoken[0].id
        for cut in 1...5 {
            run.voice(.started(id))
            run.voice(.sentence(id, RunPosition(run: 0, offset: 9)))
            run.now = run.now + 1
            run.say("message \(cut)", id: "m\(cut)")
            #expect(run.spoken.last?.text == "message \(cut)")
            run.finish()
            let again = run.taken().compactMap {
                if case .voice(.speak(let utterance, let from)) = $0 { (utterance.id, from) } else { nil }
            }.last
            #expect(again?.0 == id && again?.1 == RunPosition(run: 0, offset: 9))
        }
        run.voice(.finished(id))
        #expect(run.finished().last?.reason == .spoken)
        // Nothing but the user ends it.
        run.now = run.now + 5
        run.ask(.announcement(announcement), id: "b")
        run.ask(.skip, id: "s")
        #expect(run.finished().last?.reason == .stopped)
    }

    @Test(
        "Q6, Q13: an announcement that has waited for 3 s is spoken before the next sentence of a long text, whatever its age",
        arguments: [Announcement.Priority.default, .low])
    func between(_ priority: Announcement.Priority) {
        var run = ConductorRun()
        var book = Announcement(runs: [SpeechRun(text: "One two. Three four. Five six.")], priority: priority)
        book.continues = true
        run.ask(.announcement(book), id: "a")
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.now = run.now + 1
        run.ask(.announcement(Announcement(runs: [SpeechRun(text: "Low")], priority: .low)), id: "low")
        run.now = run.now + 1
        run.voice(.sentence(id, RunPosition(run: 0, offset: 9)))
        #expect(run.spoken.map(\.text) == ["One two. Three four. Five six."])
        // A low's age is 10 s.
        run.now = run.now + 20
        run.wake()
        run.voice(.sentence(id, RunPosition(run: 0, offset: 21)))
        #expect(run.spoken.last?.text == "Low")
        run.finish()
        let again = run.taken().compactMap { if case .voice(.speak(let utterance, let from)) = $0 { (utterance.id, from) } else { nil } }
            .last
        #expect(again?.0 == id && again?.1 == RunPosition(run: 0, offset: 21))
        run.voice(.finished(id))
        #expect(run.finished().map(\.reason) == [.spoken])
    }

    @Test("Q6: a default that was posted in a pause is spoken before the next sentence; a screen reader's text is not left for a low")
    func afterAPause() {
        var run = ConductorRun()
        var book = Announcement(runs: [SpeechRun(text: "One two. Three four.")])
        book.continues = true
        run.ask(.announcement(book), id: "a")
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.ask(.pause, id: "p")
        run.say("In the pause", id: "b")
        run.now = run.now + 4
        run.ask(.resume, id: "r")
        run.voice(.sentence(id, RunPosition(run: 0, offset: 9)))
        #expect(run.spoken.last?.text == "In the pause")
    }
}
