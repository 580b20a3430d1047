import Conductor
import Messages
import SpeechQueue
import Testing

/// O7: an utterance that ends voices is spoken without the words that do.
@Suite struct KillerSearchTests {
    /// A text, which words of it end a voice, what is spoken of it, and how many voices that takes.
    private static let table: [(text: String, killers: Set<String>, spoken: [String], losses: Int, attempts: Int, reason: FinishReason)] = [
        ("poison", ["poison"], [], 2, 2, .synthesizerFailed),
        ("fine poison", ["poison"], ["fine "], 3, 3, .synthesizerFailed),
        ("poison fine", ["poison"], ["fine"], 3, 4, .synthesizerFailed),
        ("a b c d e f g poison", ["poison"], ["a b c d ", "e f ", "g "], 5, 5, .synthesizerFailed),
        ("a poison b c d arsenic e f", ["poison", "arsenic"], ["a ", "b c ", "d ", "e f"], 8, 9, .synthesizerFailed),
        // Each of 32 words ends a voice: after 12 the rest is given up.
        (Array(repeating: "poison", count: 32).joined(separator: " "), ["poison"], [], 12, 12, .synthesizerFailed),
        // Only both together do: nothing is left out.
        ("a b c d", ["a b c d"], ["a b ", "c d"], 2, 3, .spoken),
        ("中文中文中文中文中文中文中文中文中文中文毒", ["毒"], ["中文中文中文中文中文中文中文中文中文中文"], 3, 3, .synthesizerFailed),
    ]

    @Test("O7: the words that end voices are found by halves, and the others are spoken", arguments: table)
    func halves(_ row: (text: String, killers: Set<String>, spoken: [String], losses: Int, attempts: Int, reason: FinishReason)) {
        var run = ConductorRun()
        run.say(row.text, .high)
        let (spoken, losses) = speak(&run, dyingOf: row.killers)
        #expect(spoken == row.spoken)
        #expect(losses == row.losses)
        #expect(run.finished().map(\.reason) == [row.reason])
        #expect(run.finished().map(\.attempts) == [row.attempts])
    }

    @Test("O7: a sound icon that ends voices is spoken by its name")
    func icon() {
        var run = ConductorRun()
        run.ask(.announcement(Announcement(runs: [SpeechRun(text: "bell", icon: "bell")], priority: .high)))
        for _ in 0..<2 {
            #expect(run.spoken.last?.runs.map(\.icon) == ["bell"])
            run.voice(.lost(message: "it ended"))
            run.ready()
        }
        #expect(run.spoken.last?.runs == [SpeechRun(text: "bell", attributes: SpeechAttributes(language: "en", rate: 175))])
    }

    @Test("O7: what was heard before the voice was lost is not spoken again, and what comes next is spoken")
    func heardBefore() {
        var run = ConductorRun()
        run.say("One two. Three poison. Four.", .high)
        run.say("next", .high)
        let id = run.spoken[0].id
        for _ in 0..<2 {
            run.voice(.started(id))
            run.voice(.sentence(id, RunPosition(run: 0, offset: 9)))
            run.voice(.lost(message: "killed"))
            run.ready()
        }
        _ = run.taken()
        let (spoken, _) = speak(&run, dyingOf: ["poison"], given: "Three ", id)
        #expect(spoken == ["Three ", "Four.", "next"])
        #expect(run.finished().map(\.reason) == [.synthesizerFailed, .spoken])
    }

    @Test("O7, O5: the search continues after a pause, and a stop ends it")
    func pausedSearch() {
        var run = ConductorRun()
        run.say("a b poison c", .high)
        for _ in 0..<2 {
            run.voice(.lost(message: "killed"))
            run.ready()
        }
        let id = run.spoken[0].id
        run.ask(.pause)
        run.voice(.paused(id, RunPosition(run: 0, offset: 2)))
        run.voice(.lost(message: "killed"))
        run.ready()
        _ = run.taken()
        run.ask(.resume)
        #expect(run.spoken.isEmpty == false)
        run.ask(.stop)
        #expect(run.finished().map(\.reason) == [.stopped])
        run.say("after", .high)
        #expect(run.spoken.last?.text == "after")
    }

    /// Plays a voice that ends when it is given one of `killers`, until nothing speaks.
    private func speak(
        _ run: inout ConductorRun, dyingOf killers: Set<String>, given first: String? = nil, _ id: UtteranceID? = nil
    ) -> (spoken: [String], losses: Int) {
        var spoken: [String] = []
        var losses = 0
        var seen = 0
        func next(_ run: ConductorRun) -> (UtteranceID, String)? {
            let given = run.effects.compactMap { effect -> (UtteranceID, String)? in
                guard case .voice(.speak(let utterance, let place)) = effect else { return nil }
                let text = utterance.runs.last?.text ?? ""
                return (utterance.id, String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(place?.offset ?? 0))))
            }
            defer { seen = given.count }
            return given.count > seen ? given.last : nil
        }
        var current = first.map { (id!, $0) } ?? next(run)
        while let (id, text) = current {
            run.voice(.started(id))
            if killers.contains(where: text.contains) {
                losses += 1
                run.voice(.lost(message: "killed"))
                run.ready()
            } else {
                spoken.append(text)
                run.voice(.finished(id))
            }
            current = next(run)
        }
        return (spoken, losses)
    }
}
