import AnnounceProtocol
import Conductor
import Messages
import SpeechQueue
import Testing

/// The user's settings, and the voices that they name.
@Suite struct ConductorSettingsTests {
    @Test("Settings are the user's, for all clients; what a client asks for goes before them")
    func settings() {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.settings(UserSettings(SpeechAttributes(rate: 300))), id: "s")
        guard case .settings(let report) = run.replies.last?.result else { return #expect(Bool(false), "no settings") }
        #expect(report.settings.speech == SpeechAttributes(language: "en", rate: 300) && report.changed == [.rate])
        run.ask(.settings(UserSettings(SpeechAttributes(volume: 10))))
        #expect(run.conductor.volume == 10, "for tones that are no part of an utterance, too")
        run.say("one", client: 2)
        run.finish()
        run.say("two", attributes: SpeechAttributes(rate: 90), client: 2)
        #expect(run.spoken.map { $0.runs[0].attributes.rate } == [300, 90])
    }

    @Test("O8: the steps of all clients add up, and end at the ends of a setting's range, with a warning")
    func steps() {
        var run = ConductorRun(clients: [1, 2])
        func ask(_ steps: SettingsAdjustment, client: UInt64 = 1) -> (SpeechAttributes?, [String]) {
            run.ask(.settings(UserSettings(), adjust: steps), client: client)
            guard case .reply(let reply) = run.sent(to: client).last, case .settings(let report) = reply.result else { return (nil, []) }
            return (report.settings.speech, reply.warnings.map(\.message))
        }
        run.ask(.settings(UserSettings(SpeechAttributes(rate: 200, pitch: 50))))
        #expect(ask(SettingsAdjustment(rate: 20)).0?.rate == 220)
        let (both, none) = ask(SettingsAdjustment(rate: 20, pitch: -5, volume: -1), client: 2)
        #expect(both == SpeechAttributes(language: "en", rate: 240, pitch: 45, volume: 99) && none == [])
        let (ends, said) = ask(SettingsAdjustment(rate: 700, pitch: -100, volume: 1))
        #expect(ends == SpeechAttributes(language: "en", rate: 900, pitch: 0, volume: 100))
        #expect(
            said == ["rate: 940 is out of range; set to 900, the highest", "pitch: -55 is out of range; set to 0, the lowest"])
        run.say("one", client: 2)
        #expect(run.spoken.last?.runs[0].attributes.rate == 900)
    }

    @Test("An unknown voice or language is an error with near matches; known ones get the synthesizer's own names")
    func voices() {
        var run = ConductorRun()
        run.ask(.voices(language: nil))
        run.say("early", attributes: SpeechAttributes(language: "dee"))
        run.ask(.ping, id: "after")
        #expect(run.sent().isEmpty, "before the voices are known, what names one waits, and so does what its client says after it")
        let german = InstalledVoice(identifier: "gmw/de", name: "German", languages: [.init("de")])
        let american = InstalledVoice(identifier: "gmw/en-US", name: "English (America)", languages: [.init("en-us"), .init("en")])
        let female = InstalledVoice(identifier: "f3", name: "female3", languages: [])
        run.voice(.voices(VoiceCatalog(voices: [german, american], variants: [female])))
        #expect(run.errors.map(\.code) == [.invalidMessage] && run.replies.map(\.id).last == "after" && run.spoken.isEmpty)
        _ = run.taken()
        run.ask(.voices(language: "de_AT"))
        #expect(run.replies.last?.result == .voices([german.described]))
        run.ask(.voices(language: nil, voice: "english (america)+F3"))
        let variant = VoiceDescription(identifier: "gmw/en-US+f3", name: "English (America)", languages: ["en-us", "en"])
        #expect(run.replies.last?.result == .voices([variant]))
        run.ask(.voices(language: "de", voice: "en-us"))
        #expect(run.replies.last?.result == .voices([]))
        run.ask(.voices(language: nil, voice: "de+nonsense"))
        #expect(run.errors.map(\.message) == ["voice: the variant \"+nonsense\" is unknown; `espeak-ng --voices=variant` lists all"])
        _ = run.taken()
        run.say("x", attributes: SpeechAttributes(voice: "Germann"))
        run.say("x", attributes: SpeechAttributes(language: "dee"))
        #expect(run.errors.map(\.code) == [.invalidMessage, .invalidMessage])
        #expect(run.errors[0].message.hasPrefix("voice: \"Germann\" is unknown; near matches: \"German\""))
        #expect(run.errors[1].message.contains("language: \"dee\"") && run.errors[1].message.contains("de"))
        run.say("y", attributes: SpeechAttributes(voice: "english (america)+F3"))
        #expect(run.spoken.last?.runs[0].attributes.voice == "gmw/en-US+f3")
        run.finish()
        run.say("z", attributes: SpeechAttributes(language: "de_DE.UTF-8"))
        #expect(run.spoken.last?.runs[0].attributes.language == "de")
        _ = run.taken()
        let runs = [nil, "German", "Germann"].map { SpeechRun(text: "x", attributes: SpeechAttributes(voice: $0)) }
        run.ask(.announcement(Announcement(runs: runs)))
        #expect(run.errors.map(\.message).allSatisfy { $0.hasPrefix("runs[2].voice: \"Germann\" is unknown") })
        run.ask(.announcement(Announcement(runs: [runs[2], runs[2]])))
        #expect(run.errors.count == 2 && run.errors[1].message.hasPrefix("voice: "), "it may have stood beside the runs")
    }

    @Test("A voice that never tells its voices holds nothing up for ever: then a name is passed on unchecked")
    func unknownVoices() {
        var run = ConductorRun()
        run.say("hello", attributes: SpeechAttributes(language: "de"))
        #expect(run.spoken.isEmpty)
        #expect(run.nextWake == run.now + 2)
        run.now = run.now + 2
        run.effectsOfWake()
        #expect(run.spoken.map(\.text) == ["hello"])
        run.say("again", .high, attributes: SpeechAttributes(language: "de"))
        #expect(run.spoken.count == 2)
    }

    @Test("A setting that names no voice is reported in status and log, and the default speaks; a good one stays for its own language")
    func userVoice() {
        let american = InstalledVoice(identifier: "gmw/en-US", name: "English (America)", languages: [.init("en-us"), .init("en")])
        let german = InstalledVoice(identifier: "gmw/de", name: "German", languages: [.init("de")])
        let female = InstalledVoice(identifier: "f3", name: "female3", languages: [])
        let entries = VoiceCatalog(voices: [american, german], variants: [female])

        var wrong = ConductorRun(settings: SpeechAttributes(voice: "Englsh"))
        wrong.voice(.voices(entries))
        let lacking = UnknownVoice(.voice, "Englsh", near: ["en"])
        #expect(wrong.effects.contains(.log(.wrongSetting(lacking))))
        wrong.say("x")
        #expect(wrong.spoken[0].runs[0].attributes.voice == nil)
        func unknown() -> Status.Mistake? { wrong.conductor.status(at: wrong.now).voice.unknownSetting }
        #expect(unknown() == .unknownVoice(lacking))
        // Another voice process knows the same voices.
        wrong.voice(.lost(message: "killed"))
        wrong.ready()
        wrong.voice(.voices(entries))
        #expect(unknown() == .unknownVoice(lacking))
        wrong.ask(.settings(UserSettings(SpeechAttributes(voice: "German"))))
        #expect(unknown() == nil)

        var run = ConductorRun(settings: SpeechAttributes(voice: "en-us+f3"))
        run.voice(.voices(entries))
        for language in ["en", "en-us", "de"] { run.say(language, .high, attributes: SpeechAttributes(language: language)) }
        run.finish()
        run.finish()
        #expect(run.spoken.map { $0.runs[0].attributes.voice } == ["gmw/en-US+f3", "gmw/en-US+f3", nil])
    }
}
