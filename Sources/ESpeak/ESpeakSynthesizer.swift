// ESpeak speaks through libespeak-ng: the library, the text and phonemes that it can be given without crashing, and its voices.

package import SpeechSynthesis
package import VoiceProtocol

/// eSpeak NG as a synthesizer.
package final class ESpeakSynthesizer: SpeechSynthesizer {
    let library: Library
    let language: String
    var installed = InstalledVoices(voices: [], variants: nil)
    /// The library's current voice and parameters, remembered because setting a voice takes time.
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
        installed = InstalledVoices(voices: library.installedVoices(), variants: nil)
        use(voice: defaultVoice)
    }

    package func voices() -> [VoiceEvent.Voice] {
        loadVariants()
        return installed.listing
    }

    package func check(voice: String?) -> VoiceCheck.Synthesizer {
        let installed = InstalledVoices(voices: library.installedVoices(), variants: library.installedVariants())
        let found = installed.identifier(voice: voice, language: voice == nil ? language : nil)
        var check = VoiceCheck.Synthesizer(
            synthesizer: version, data: library.dataFolder, voices: installed.voices.count, language: language, voice: found)
        if installed.voices.isEmpty {
            check.message = "eSpeak NG has no voices: install the package espeak-ng-data again."
        } else if let found {
            // The voice exists; it may still fail to load.
            do { try library.use(voice: found) } catch { check.message = error.description }
        } else {
            let wanted = voice.map { "is called \"\($0)\"" } ?? "speaks \"\(language)\""
            check.message = "No voice of eSpeak NG \(wanted): correct [voice] in the configuration; `announce voices` lists what there is."
        }
        return check
    }
}
