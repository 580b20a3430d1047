import Conductor
import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

/// §9: a long text is prepared for speech part by part, as the voice receives it.
@Suite struct LongTextTests {
    /// The longest part, in bytes.
    static let longest = 1024
    static let sentence = "The quick brown fox jumps over the lazy dog. "
    /// Three parts.
    static let text = String(repeating: sentence, count: 60) + "The last lap took 1:02:55 in all."

    /// Speaks what the voice is given until nothing more comes, and returns it.
    static func heard(_ run: inout ConductorRun) -> [Utterance] {
        var parts: [Utterance] = []
        while let part = run.taken().given {
            parts.append(part)
            run.voice(.started(part.id))
            run.voice(.finished(part.id))
            if parts.count > 500 { break }
        }
        return parts
    }

    @Test("A long text is given to the voice in parts that end with a sentence, with the pause between sentences, and has one outcome")
    func parts() {
        var run = ConductorRun()
        run.say(Self.text, id: "a")
        run.say("next", id: "b", .low)
        let id = run.spoken[0].id
        var texts: [String] = []
        while case let effects = run.taken(), let part = effects.given, part.id == id {
            #expect(effects.allSatisfy { if case .send(.announcementDidFinish, _) = $0 { false } else { true } })
            #expect(part.runs.allSatisfy { !$0.isUnread && $0.text.utf8.count <= Self.longest })
            #expect(part.follows == (texts.isEmpty ? nil : 0))
            texts += part.runs.map(\.text)
            run.voice(.started(id))
            run.voice(.finished(id))
            if texts.count == 3 { #expect(run.finished().map(\.reason) == [.spoken] && run.finished().map(\.attempts) == [1]) }
        }
        #expect(texts.count == 3 && texts.allSatisfy { $0.hasSuffix(".") })
        // T3 holds in each part.
        #expect(texts.joined(separator: " ") == Self.text.replacing("1:02:55", with: "one hour, two minutes, and fifty five seconds"))
    }

    @Test("T21: an announcement's address is short when it is heard, and whole in events, in repeat, and for a screen reader")
    func longTokens() {
        let text = "See https://example.org/a/b/report.html now"
        var run = ConductorRun()
        run.say(text, id: "a")
        #expect(run.spoken.last?.runs.map(\.text) == ["See example.org, report.html now"])
        if let id = run.spoken.last?.id { run.voice(.started(id)) }
        run.finish()
        #expect(run.finished().last?.text == text)
        run.ask(.repeat(count: 1))
        #expect(run.spoken.last?.runs.map(\.text) == [text])
        run.finish()
        var announcement = Announcement(runs: [SpeechRun(text: text)])
        announcement.isFromScreenReader = true
        run.ask(.announcement(announcement))
        #expect(run.spoken.last?.runs.map(\.text) == [text])
        run.finish()
        var options = NarrationSettings()
        options.longTokens = .full
        run = ConductorRun(options: options)
        run.say(text, id: "a")
        #expect(run.spoken.last?.runs.map(\.text) == [text])
    }

    @Test(
        "A part ends where a sentence ends, else at a line, a clause, a word, or between characters",
        arguments: [
            ("Mr. Smith met Dr. Jones at 3. May and left. ", ["left."]), ("Is it true? Yes", ["?"]),
            ("He said \"Go away.\" And so he did\n", ["\""]), ("INFO started\n", ["\n"]), ("one, two; three ", [",", ";"]),
            ("one two ", ["one", "two"]), ("漢字。", ["。"]), ("漢字", ["漢", "字"]), ("e\u{301}", ["\u{301}"]),
            ("👩\u{200D}👧👨\u{200D}👦", ["👧", "👦"]), ("a", ["a"]),
        ])
    func borders(_ unit: String, _ ends: [String]) {
        var run = ConductorRun()
        let text = String(repeating: unit, count: 3 * Self.longest / unit.utf8.count)
        run.say(text)
        let parts = Self.heard(&run).flatMap(\.runs).map(\.text)
        #expect(parts.count >= 3)
        for part in parts.dropLast() {
            #expect(part.utf8.count > Self.longest - 100, "\(part.utf8.count)")
            #expect(ends.contains { part.unicodeScalars.reversed().starts(with: $0.unicodeScalars.reversed()) }, "\(part.suffix(8))")
        }
        func letters(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { !$0.properties.isWhitespace } }
        #expect(letters(parts.joined()) == letters(text))
    }

    @Test("What waits and is never spoken costs little; a blank text is not given to the voice")
    func unread() {
        var run = ConductorRun()
        run.say("first", .high)
        let text = String(repeating: "0:00 ", count: 50_000)
        let start = ProcessorTime.ofThread()
        run.say(text, id: "waits", .low)
        run.ask(.cancel(.id("waits")))
        let took = ProcessorTime.ofThread() - start
        #expect(took < .seconds(1), "\(took)")
        #expect(run.finished().map(\.text) == [text])
        run.say(String(repeating: " \u{3000}\n", count: 1000), id: "blank")
        #expect(run.finished().last?.reason == .unspeakable)
    }

    @Test("D5: places in each part are those in the client's text, also in several runs")
    func progress() {
        var run = ConductorRun()
        run.ask(.hello(Hello(app: "mail", name: "Mail", progress: true)))
        let runs = [SpeechRun(text: Self.text), SpeechRun(text: Self.text, attributes: SpeechAttributes(pitch: 70))]
        run.ask(.announcement(Announcement(runs: runs)), id: "a")
        let whole = Self.text + " " + Self.text
        var words: [String] = []
        while let part = run.taken().given {
            run.voice(.started(part.id))
            for (index, spoken) in part.runs.enumerated() {
                let offset = spoken.text.unicodeScalars.count - 4
                run.voice(.word(part.id, RunPosition(run: index, offset: offset), length: 3))
                guard case .progress(let progress) = run.sent().last else { return #expect(Bool(false)) }
                let place = whole.unicodeScalars.dropFirst(progress.offset).prefix(progress.length)
                #expect(String(String.UnicodeScalarView(place)) == progress.word)
                words.append("\(progress.word) \(progress.offset)")
            }
            if let place = part.runs.firstIndex(where: { $0.text.contains("one hour") }) {
                let before = part.runs[place].text.unicodeScalars.count - "one hour, two minutes, and fifty five seconds in all.".count
                run.voice(.word(part.id, RunPosition(run: place, offset: before + 4), length: 4))
                guard case .progress(let progress) = run.sent().last else { return #expect(Bool(false)) }
                #expect(progress.word == "1:02:55")
            }
            run.voice(.finished(part.id))
        }
        #expect(words.count >= 6 && Set(words).count == words.count)
    }

    @Test("O4: after a voice is lost in a later part, another continues at the sentence")
    func lost() {
        var run = ConductorRun()
        run.say(Self.text)
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.voice(.finished(id))
        run.voice(.started(id))
        run.voice(.sentence(id, RunPosition(run: 0, offset: Self.sentence.count)))
        let (first, second) = (run.spoken[0].runs[0].text, run.spoken[1].runs[0].text)
        _ = run.taken()
        run.voice(.lost(message: "killed"))
        run.ready()
        let rest = Self.heard(&run).flatMap(\.runs).map(\.text)
        #expect(rest.first?.hasPrefix(second.dropFirst(Self.sentence.count)) == true)
        let whole = ([first, String(second.prefix(Self.sentence.count - 1))] + rest).joined(separator: " ")
        #expect(whole == Self.text.replacing("1:02:55", with: "one hour, two minutes, and fifty five seconds"))
    }

    @Test("O5: a pause between two parts holds the next one until the resume, and one in a part continues in the voice")
    func paused() {
        var run = ConductorRun()
        run.say(Self.text)
        let id = run.spoken[0].id
        run.voice(.started(id))
        run.ask(.pause)
        // It was heard to its end while the pause was on its way.
        run.voice(.finished(id))
        #expect(run.spoken.count == 1)
        run.ask(.resume)
        #expect(run.spoken.map(\.id) == [id, id])
        run.voice(.started(id))
        run.ask(.pause)
        run.voice(.paused(id, RunPosition(run: 0, offset: 45)))
        run.ask(.resume)
        #expect(run.spoken.count == 2)
        _ = run.taken()
        run.voice(.finished(id))
        let rest = Self.heard(&run)
        #expect(rest.count == 1 && rest.last?.runs.last?.text.hasSuffix("in all.") == true)
    }

    @Test("O7: words in a later part that end voices are left out, and the parts after it are spoken")
    func killer() {
        var run = ConductorRun()
        let text = String(repeating: Self.sentence, count: 30) + "Now comes poison here. " + Self.text
        run.say(text, .high)
        var spoken = ""
        var losses = 0
        while let part = run.taken().given, losses < 20 {
            run.voice(.started(part.id))
            let said = part.runs.map(\.text).joined(separator: " ")
            if said.contains("poison") {
                losses += 1
                run.voice(.lost(message: "killed"))
                run.ready()
            } else {
                spoken += said + " "
                run.voice(.finished(part.id))
            }
        }
        #expect(losses > 2 && losses < 12)
        func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
        let expected = text.replacing("poison ", with: "").replacing("1:02:55", with: "one hour, two minutes, and fifty five seconds")
        #expect(words(spoken) == words(expected))
    }

    @Test("T8: a part that makes no sound is passed over, and a text of which no part does has no sound")
    func silentParts() {
        let marks = String(repeating: " (", count: 2000)
        for (text, reason) in [(Self.text + marks, FinishReason.spoken), (marks, .unspeakable)] {
            var run = ConductorRun()
            run.say(text)
            var last: FinishReason?
            while case let effects = run.taken(), last == nil {
                for case .send(.announcementDidFinish(let did), _) in effects { last = did.reason }
                guard let part = effects.given else { break }
                if part.runs.contains(where: { $0.text.contains("fox") || $0.text.contains("hour") }) {
                    run.voice(.finished(part.id))
                } else {
                    run.voice(.failed(part.id, .unspeakable, message: "no sound"))
                }
            }
            #expect(last == reason)
        }
    }

    @Test("repeat has a pause between two utterances")
    func pauses() {
        var run = ConductorRun()
        for text in ["Build finished", "Disk full"] {
            run.say(text)
            if let id = run.spoken.last?.id { run.voice(.started(id)) }
            run.finish()
        }
        run.ask(.repeat(count: 2))
        #expect(run.spoken.last?.runs.map(\.pause) == [nil, 0.4] && run.spoken.last?.runs.map(\.text) == ["Build finished", "Disk full"])
    }

    @Test("A long label and a long value are given to the voice in parts too")
    func elements() {
        var run = ConductorRun()
        let element = Element(id: "e", label: Self.text, value: String(repeating: "0:00 ", count: 2000), valueKind: .duration)
        run.ask(.notification(.elementFocused(.element(element), by: .user)))
        let parts = Self.heard(&run)
        #expect(parts.count > 10 && parts.allSatisfy { $0.runs.allSatisfy { $0.text.utf8.count <= Self.longest + 1024 } })
    }
}

extension [Effect] {
    /// What the voice was given last.
    var given: Utterance? {
        lazy.compactMap { if case .voice(.speak(let utterance, _)) = $0 { utterance } else { nil } }.last
    }
}
