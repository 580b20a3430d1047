import Conductor
import JSONLines
import Messages
import Testing
import VoiceProtocol
import VoiceSupervision

@testable import ESpeak

/// The daemon's answers for all that is installed, and the voice's.
@MainActor struct InstalledVoicesTests {
    /// The voices as the process announced-voice has them, and as the daemon receives them.
    private func catalogs() throws -> (voice: VoiceCatalog, daemon: VoiceCatalog) {
        let synthesizer = try LoadedSynthesizer.get()
        let line = VoiceEvent.voices(synthesizer.voices()).jsonLine.dropLast()
        guard case .voices(let received)? = VoiceReport(try VoiceEvent(jsonLine: Array(line))) else { throw NoVoices() }
        try #require(received.voices.count > 100 && received.variants.count > 50)
        return (synthesizer.catalog, received)
    }

    private struct NoVoices: Error {}

    @Test(arguments: [
        ("German+f3", "gmw/de+f3"), ("en-us", "gmw/en-US"), ("German+nobody", nil), ("nobody", nil), ("de-AT", nil), ("../de", nil),
    ])
    func `The check of a configuration accepts the names that the daemon accepts`(_ name: String, _ voice: String?) throws {
        let check = try LoadedSynthesizer.get().check(voice: name)
        #expect(check.voice == voice && (check.message == nil) == (voice != nil))
    }

    @Test func `The daemon knows of the voices everything that the voice process knows`() throws {
        let (voice, daemon) = try catalogs()
        #expect(daemon == voice)
    }

    @Test func `A language that the daemon accepts is spoken by the voice that suits its tag best`() throws {
        let (voice, daemon) = try catalogs()
        for tag in Set(daemon.voices.flatMap { $0.languages.map(\.tag) }) {
            for asked in [tag, tag.uppercased(), "\(tag)-x-other"] {
                let accepted = try daemon.resolve(SpeechAttributes(language: asked))
                #expect(accepted.language == tag)
                let speaker = try #require(voice.identifier(voice: nil, language: tag))
                #expect(voice.identifier(voice: nil, language: asked) == speaker, "\(asked)")
                #expect(try daemon.resolve(SpeechAttributes(voice: speaker)).voice == speaker)
                #expect(daemon.voice(speaker, speaks: tag), "\(tag): \(speaker)")
            }
        }
    }

    @Test func `A name that the daemon accepts is the voice that the voice process finds by it`() throws {
        let (voice, daemon) = try catalogs()
        for installed in daemon.voices {
            for asked in [installed.identifier, installed.name, installed.name.uppercased()] + installed.languages.map(\.tag) {
                let accepted = try daemon.resolve(SpeechAttributes(voice: asked)).voice
                #expect(voice.identifier(voice: asked, language: nil) == accepted, "\(asked)")
                #expect(voice.identifier(voice: accepted, language: nil) == accepted, "\(asked)")
            }
            #expect(try daemon.resolve(SpeechAttributes(voice: installed.identifier)).voice == installed.identifier)
        }
        for variant in daemon.variants {
            for asked in ["en-us+\(variant.identifier)", "English (America)+\(variant.name)"] {
                let accepted = try daemon.resolve(SpeechAttributes(voice: asked)).voice
                #expect(voice.identifier(voice: asked, language: nil) == accepted, "\(asked)")
            }
            let own = "gmw/en-US+\(variant.identifier)"
            #expect(try daemon.resolve(SpeechAttributes(voice: own)).voice == own)
        }
    }
}
