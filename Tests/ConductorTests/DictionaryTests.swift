import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// T2: what becomes of a dictionary's entry that takes too long.
@Suite struct DictionaryTests {
    /// A regular expression that takes too long for texts with an exclamation mark, and finds nothing.
    private struct SlowPattern: TextPattern {
        func ranges(in text: [UInt8], steps: inout Int) throws(OutOfSteps) -> [Range<Int>] {
            steps -= text.count
            if text.contains(UInt8(ascii: "!")) { throw OutOfSteps() }
            return []
        }
    }

    @Test("T2: it is reported once, and stays off whatever the settings, until the configuration is read again")
    func off() throws {
        var options = NarrationSettings()
        let entry = PronunciationDictionary.Entry(find: .regex("(a+)+b"), say: "x", place: "d.toml:1:1")
        try options.dictionary.append(entry) { _ in SlowPattern() }
        var run = ConductorRun()
        func reload() {
            run.add(run.conductor.configure(SpeechAttributes(language: "en"), options: options, device: "default", at: run.now))
        }
        func status() -> Status? {
            run.ask(.status)
            if case .status(let status) = run.replies.last?.result { return status }
            return nil
        }
        reload()
        run.say("Hello")
        #expect(!run.effects.contains(.log(.entryOff(entry))))
        #expect(status()?.mistakes == [])
        run.finish()
        run.say("Hello!")
        #expect(run.effects.filter { $0 == .log(.entryOff(entry)) }.count == 1)
        #expect(status()?.mistakes == [.worded(entry.mistake)])
        _ = run.taken()
        run.ask(.settings(UserSettings(SpeechAttributes(rate: 300), verbosity: .brief)))
        run.now = run.now + 1
        run.say("Again!")
        #expect(!run.effects.contains(.log(.entryOff(entry))))
        #expect(status()?.mistakes == [.worded(entry.mistake)])
        reload()
        #expect(status()?.mistakes == [])
        run.now = run.now + 1
        run.say("Once more!")
        #expect(run.effects.filter { $0 == .log(.entryOff(entry)) }.count == 1)
        #expect(run.conductor.speaking?.text == "Once more!")
        run.finish()
        #expect(run.conductor.speaking?.text == "A pronunciation takes too long and is off: announce doctor names it")
    }
}
