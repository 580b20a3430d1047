import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

@testable import Continuity

/// O6: what announced itself has to say.
@Suite struct NoticeTests {
    private static func run(
        _ mistakes: [String], tells: Bool = true, settings: SpeechAttributes = SpeechAttributes(language: "en", rate: 175)
    ) -> ConductorRun {
        var run = ConductorRun(
            .new(
                settings, started: ConductorRun.start, mistakes: mistakes.map(Status.Mistake.worded),
                speaksNotices: tells))
        run.ready()
        return run
    }

    private static func status(_ run: inout ConductorRun) -> Status? {
        run.ask(.status)
        guard case .status(let status) = run.replies.last?.result else { return nil }
        return status
    }

    @Test("O6: the configuration's mistakes are counted aloud once the voices are known, once, and listed in the status")
    func mistakes() {
        var run = Self.run(["c.toml:1:1: a", "c.toml:2:1: b"])
        #expect(run.spoken.isEmpty)
        run.voice(.voices(Screen.voices))
        #expect(run.spoken.map(\.text) == ["The configuration has 2 mistakes: announced check-config shows them"])
        #expect(run.spoken[0].class == .low && run.spoken[0].runs[0].attributes.rate == 175)
        run.finish()
        run.voice(.lost(message: "killed"))
        run.ready()
        run.voice(.voices(Screen.voices))
        #expect(run.spoken.count == 1)
        #expect(Self.status(&run)?.mistakes == [.worded("c.toml:1:1: a"), .worded("c.toml:2:1: b")])
        #expect(run.sent().count == 1, "no outcome is sent to anybody")
    }

    @Test("O6: a voice that does not exist is a mistake of the configuration too, and the default one tells it")
    func wrongVoice() {
        var run = Self.run([], settings: SpeechAttributes(language: "tlh"))
        run.voice(.voices(Screen.voices))
        #expect(run.spoken.map(\.text) == ["The configuration has a mistake: announced check-config shows it"])
        #expect(Self.status(&run)?.mistakes.count == 1)
    }

    @Test("O6: a temporary daemon has no notices; a notice is spoken even if the voices stay unknown")
    func others() {
        var quiet = Self.run(["c.toml:1:1: a"], tells: false)
        quiet.voice(.voices(Screen.voices))
        #expect(quiet.spoken.isEmpty)
        var run = Self.run(["c.toml:1:1: a"])
        run.voice(.voicesUnknown)
        #expect(run.spoken.count == 1)
    }

    @Test("O6: a refused configuration causes a notice, and one without mistakes ends it")
    func reload() {
        var run = Self.run([])
        run.voice(.voices(Screen.voices))
        run.add(run.conductor.refuse([.worded("c.toml:1:1: a")], at: run.now))
        #expect(run.spoken.map(\.text) == ["The configuration has a mistake: announced check-config shows it"])
        run.add(run.conductor.configure(SpeechAttributes(language: "en"), options: NarrationSettings(), device: "default", at: run.now))
        #expect(Self.status(&run)?.mistakes == [])
        #expect(run.conductor.speaking == nil, "it is true no more")
    }

    @Test("O9: that another program has taken a socket's place is said, and stands in the status as long as it is true")
    func takenSocket() {
        var run = Self.run([])
        run.voice(.voices(Screen.voices))
        run.add(run.conductor.didFindSocketsTaken(["/run/s"], at: run.now))
        #expect(run.spoken.map(\.text) == ["Another program has taken a socket of announced: announce doctor names it"])
        #expect(Self.status(&run)?.notes == [Status.Note(client: "announced", note: "another program has taken the place of /run/s")])
        run.add(run.conductor.didFindSocketsTaken([], at: run.now))
        #expect(run.conductor.speaking == nil && Self.status(&run)?.notes == [], "it is true no more")
    }

    @Test("O6: a newer count of mistakes takes the place of the older")
    func newer() {
        var run = Self.run(["c.toml:1:1: a"])
        run.voice(.voices(Screen.voices))
        for mistakes in [["c.toml:1:1: a"], ["c.toml:1:1: a", "c.toml:2:1: b"]] {
            run.add(run.conductor.refuse(mistakes.map(Status.Mistake.worded), at: run.now))
        }
        #expect(run.conductor.speaking?.text == "The configuration has 2 mistakes: announced check-config shows them")
        #expect(Self.status(&run)?.next == [])
    }

    @Test("O6: mistakes that are only counted are counted aloud too")
    func many() {
        var run = Self.run([])
        run.voice(.voices(Screen.voices))
        let mistakes = [Status.Mistake.worded("c.toml:1:1: a"), .others("c.toml:2:1: and 9 more mistakes", count: 9)]
        run.add(run.conductor.refuse(mistakes, at: run.now))
        #expect(run.conductor.speaking?.text == "The configuration has 10 mistakes: announced check-config shows them")
    }

    @Test("O6: a voice and a language that do not exist are two mistakes")
    func voiceAndLanguage() {
        var run = Self.run([], settings: SpeechAttributes(language: "zz", voice: "klingonish"))
        run.voice(.voices(Screen.voices))
        let unknown = [UnknownVoice(.voice, "klingonish", near: []), UnknownVoice(.language, "zz", near: [])]
        #expect(Self.status(&run)?.mistakes == unknown.map(Status.Mistake.unknownVoice))
        #expect(run.conductor.mistakes(in: SpeechAttributes(language: "de"), NarrationSettings()) == [])
    }

    @Test("O6: a locale whose language no voice speaks is not a mistake, neither at the start nor at a reload")
    func locale() {
        var run = ConductorRun(.new(SpeechAttributes(language: "br"), started: ConductorRun.start, localeLanguage: "br"))
        run.ready()
        run.voice(.voices(Screen.voices))
        #expect(Self.status(&run)?.mistakes == [] && run.spoken.isEmpty)
        #expect(Self.status(&run)?.voice.unknownSetting == .unknownVoice(UnknownVoice(.language, "br", near: ["fr"])), "status shows it")
        #expect(run.conductor.mistakes(in: SpeechAttributes(language: "br"), NarrationSettings()) == [])
        #expect(run.conductor.mistakes(in: SpeechAttributes(language: "zz"), NarrationSettings()).count == 1)
    }

    @Test func `O4, O6: After an outage the status still says why another device speaks`() throws {
        var run = ConductorRun()
        run.say("One.", .high)
        run.voice(.device(Status.Device(state: .unavailable, name: "default", message: "gone")))
        run.voice(.failed(try #require(run.conductor.speakingID), .deviceFailed, message: "gone"))
        run.now = run.now + 6
        run.wake()
        let replaced = Status.Device(state: .open, name: "default", message: "ALSA knows no sound device \"hw:7\"")
        run.voice(.device(replaced))
        let id = try #require(run.conductor.speakingID)
        run.voice(.started(id))
        run.voice(.finished(id))
        #expect(Self.status(&run)?.device == replaced)
    }

    @Test("O6: another device ends the notice that the former one is missing")
    func otherDevice() {
        var run = Self.run([])
        run.voice(.voices(Screen.voices))
        run.voice(.device(Status.Device(state: .closed, name: "hw:7", message: "ALSA knows no such device")))
        #expect(run.conductor.speaking != nil)
        run.add(run.conductor.configure(SpeechAttributes(language: "en"), options: NarrationSettings(), device: "null", at: run.now))
        #expect(run.conductor.speaking == nil)
    }

    @Test("O6: the notice about a replaced device comes once for each replacement, waits for current speech, and is not journaled")
    func device() {
        var run = Self.run([])
        run.voice(.voices(Screen.voices))
        run.say("first", .high)
        let missing = Status.Device(state: .open, name: "default", message: "ALSA knows no sound device")
        run.voice(.device(missing))
        run.finish()
        #expect(run.spoken.map(\.text) == ["first", "The chosen sound device does not exist, so the default device speaks"])
        run.finish()
        run.voice(.device(Status.Device(state: .closed, name: "default", message: "ALSA knows no sound device")))
        run.voice(.device(missing))
        #expect(run.spoken.count == 2)
        run.voice(.device(Status.Device(state: .open, name: "hw:1")))
        run.voice(.device(missing))
        #expect(run.spoken.count == 3)
        let journaled = run.conductor.journal + run.journal
        #expect(!journaled.contains { if case .posted(let utterance, _) = $0 { utterance.client == .daemon } else { false } })
    }
}
