import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// Q20: the user steps within what is read aloud.
@Suite struct StepTests {
    private static let first = "One two. Two three. Three four."

    /// Two parts of a book, the first of which is at a place.
    private static func book(at offset: Int) -> ConductorRun {
        var run = ConductorRun()
        for (text, id) in [(first, "a"), ("Four five. Five six.", "b")] {
            var announcement = Announcement(runs: [SpeechRun(text: text)], priority: id == "a" ? .default : .low)
            announcement.continues = true
            run.ask(.announcement(announcement), id: id)
        }
        if let id = run.spoken.first?.id {
            run.voice(.started(id))
            run.voice(.sentence(id, RunPosition(run: 0, offset: offset)))
        }
        return run
    }

    /// What the voice was given last, from where on.
    private static func given(_ run: inout ConductorRun) -> String? {
        run.taken().compactMap { effect -> String? in
            guard case .voice(.speak(let utterance, let from)) = effect else { return nil }
            let text = utterance.runs[from?.run ?? 0].text.unicodeScalars.dropFirst(from?.offset ?? 0)
            return String(String.UnicodeScalarView(text))
        }.last
    }

    @Test(
        "Q20: steps within an utterance speak from there, and it ends as it would have",
        arguments: [
            (ReadingStep.Direction.next, 9, "Three four."), (.previous, 9, first), (.again, 9, "Two three. Three four."),
            (.again, 12, "Two three. Three four."),
            (.previous, 0, first), (.next, 20, "Four five. Five six."),
        ])
    func within(_ direction: ReadingStep.Direction, _ offset: Int, _ spoken: String) {
        var run = Self.book(at: offset)
        let id = run.spoken.first?.id
        _ = run.taken()
        run.ask(.step(ReadingStep(direction)), id: "s")
        #expect(Self.given(&run) == spoken)
        guard spoken.hasSuffix("Three four."), let id else { return }
        // Another step counts from there.
        run.ask(.step(ReadingStep(.again)), id: "t")
        #expect(Self.given(&run) == spoken)
        run.voice(.started(id))
        run.voice(.finished(id))
        #expect(run.finished().map(\.reason) == [.spoken])
    }

    @Test(
        "Q20: status shows the sentence that is spoken, of a text of several",
        arguments: [(first, 0, "One two."), (first, 9, "Two three."), (first, 24, "Three four."), ("One", 0, nil)]
            as [(String, Int, String?)])
    func status(_ text: String, _ offset: Int, _ sentence: String?) {
        var run = ConductorRun()
        var announcement = Announcement(runs: [SpeechRun(text: text)])
        if text == Self.first { announcement.runs = [SpeechRun(text: "One two. Two"), SpeechRun(text: "three. Three four.")] }
        run.ask(.announcement(announcement), id: "a")
        if let id = run.spoken.first?.id {
            run.voice(.started(id))
            run.voice(.sentence(id, offset < 13 ? RunPosition(run: 0, offset: offset) : RunPosition(run: 1, offset: offset - 13)))
        }
        #expect(run.conductor.status(at: Instant(seconds: 0)).speaking?.sentence == sentence)
    }

    @Test("Q20: before the first sentence of a later part is the last one of the part before; then the later part follows whole")
    func before() {
        var run = Self.book(at: 0)
        if let id = run.spoken.first?.id { run.voice(.finished(id)) }
        guard let second = run.spoken.last?.id else { return }
        run.voice(.started(second))
        run.voice(.sentence(second, RunPosition(run: 0, offset: 0)))
        _ = run.taken()
        run.ask(.step(ReadingStep(.previous)), id: "s")
        #expect(Self.given(&run) == "Three four.")
        run.ask(.step(ReadingStep(.previous)), id: "t")
        let spoken = run.spoken.last?.id
        #expect(Self.given(&run) == "Two three. Three four.")
        run.voice(.started(spoken ?? second))
        run.voice(.finished(spoken ?? second))
        #expect(Self.given(&run) == "Four five. Five six.")
    }

    @Test("Q20: over two parts back, each follows whole; a high cuts what is read again, which then goes on")
    func twoBack() {
        var run = ConductorRun()
        for (index, text) in ["A one. A two.", "B one. B two.", "C one. C two."].enumerated() {
            var announcement = Announcement(runs: [SpeechRun(text: text)], priority: index == 0 ? .default : .low)
            announcement.continues = true
            run.ask(.announcement(announcement), id: "p\(index)")
        }
        for _ in 0..<2 {
            if let id = run.spoken.last?.id { run.voice(.started(id)) }
            run.finish()
        }
        if let id = run.spoken.last?.id { run.voice(.started(id)) }
        _ = run.taken()
        func step(_ expected: String) {
            run.ask(.step(ReadingStep(.previous)), id: "s")
            let id = run.spoken.last?.id
            #expect(Self.given(&run) == expected)
            if let id { run.voice(.started(id)) }
        }
        for expected in ["B two.", "B one. B two.", "A two."] { step(expected) }
        run.say("Fire!", .high)
        let high = run.spoken.last?.id
        #expect(Self.given(&run) == "Fire!")
        if let high { run.voice(.finished(high)) }
        for texts in [["A one. A two.", "B one. B two."], ["C one. C two."]] {
            let utterance = run.spoken.last
            let id = utterance?.id
            #expect(utterance?.runs.map(\.text) == texts && Self.given(&run) == (texts.count == 2 ? "A two." : texts[0]))
            if let id {
                run.voice(.started(id))
                run.voice(.finished(id))
            }
        }
    }

    @Test("Q20: when nothing speaks, steps are within what was heard last; after its end is nothing; a pause ends")
    func afterwards() {
        var run = ConductorRun()
        run.ask(.step(ReadingStep(.again)), id: "n")
        #expect(Self.given(&run) == nil)
        run.say(Self.first, id: "a")
        if let id = run.spoken.last?.id { run.voice(.started(id)) }
        run.finish()
        _ = run.taken()
        run.ask(.step(ReadingStep(.next)), id: "x")
        #expect(Self.given(&run) == nil)
        run.ask(.pause, id: "p")
        run.ask(.step(ReadingStep(.previous)), id: "s")
        #expect(Self.given(&run) == "Two three. Three four.")
    }

    @Test("Q20: after a stop, steps are from the place where it was")
    func afterStop() {
        for (direction, spoken) in [
            (ReadingStep.Direction.again, "Two three. Three four."), (.next, "Three four."), (.previous, Self.first),
        ] {
            var run = Self.book(at: 9)
            run.ask(.stop, id: "x")
            _ = run.taken()
            run.ask(.step(ReadingStep(direction)), id: "s")
            let id = run.spoken.last?.id
            #expect(Self.given(&run) == spoken)
            // Once more, in what the step has posted.
            if let id { run.voice(.started(id)) }
            run.ask(.stop, id: "y")
            _ = run.taken()
            run.ask(.step(ReadingStep(.again)), id: "t")
            #expect(Self.given(&run) == spoken)
        }
    }
}
