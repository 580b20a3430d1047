// ESpeak speaks through libespeak-ng. It contains the library, the text and phonemes that the library can receive without crashing, and its
// voices.

import Messages
package import Voice
package import VoiceProtocol

/// eSpeak NG as a synthesizer.
package final class ESpeakSynthesizer: SpeechSynthesizer {
    let library: Library
    let language: String
    var catalog = VoiceCatalog(voices: [], variants: [])
    /// Whether the catalog includes the variants, which most clients never request.
    var hasVariants = false
    /// The library's current voice and parameters, stored because setting a voice takes time.
    var voiceInUse: String?
    var parametersInUse: SpeechParameters?
    /// The known phonemes of voices, by identifier; loaded when a run first gives a pronunciation (T12).
    var inventories: [String: PhonemeInventory] = [:]

    package init(language: String) throws(SynthesisError) {
        self.language = language
        library = try Library()
    }

    package var version: String { "eSpeak NG \(library.version)" }
    package var rate: SampleRate { library.rate }

    /// Loads the list of voices and the default voice.
    package func prepare() {
        catalog = VoiceCatalog(voices: library.installedVoices(), variants: [])
        use(voice: defaultVoice)
    }

    package func voices() -> [VoiceEvent.Voice] {
        loadVariants()
        return catalog.voices.map { VoiceEvent.Voice($0) } + catalog.variants.map { VoiceEvent.Voice($0, isVariant: true) }
    }

    package func check(voice: String?) -> VoiceCheck.Synthesizer {
        let catalog = VoiceCatalog(voices: library.installedVoices(), variants: library.installedVariants())
        // The daemon requires an exact name; speaking accepts the nearest voice.
        let found = voice.map { try? catalog.identifier(for: $0) } ?? catalog.identifier(voice: nil, language: language)
        var check = VoiceCheck.Synthesizer(
            synthesizer: version, data: library.dataFolder, voices: catalog.voices.count, language: language, voice: found)
        if catalog.voices.isEmpty {
            check.message = "eSpeak NG has no voices: install the package espeak-ng-data again."
        } else if let found {
            // The voice exists; it may still fail to load.
            do { try library.use(voice: found) } catch { check.message = error.description }
        } else {
            let wanted = voice.map { "is called \"\($0)\"" } ?? "speaks \"\(language)\""
            check.message = "No voice of eSpeak NG \(wanted): correct it in the configuration; `announce voices` lists what there is."
        }
        return check
    }
}

extension VoiceEvent.Voice {
    fileprivate init(_ voice: InstalledVoice, isVariant: Bool = false) {
        self.init(
            identifier: voice.identifier, name: voice.name, languages: voice.languages.map { Language(tag: $0.tag, priority: $0.priority) },
            isVariant: isVariant)
    }
}
