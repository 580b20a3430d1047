import Messages
import System
import Voice
import VoiceProtocol

extension ESpeakSynthesizer {
    /// The voice for text that names none; British English if no voice speaks the chosen language.
    var defaultVoice: String {
        catalog.identifier(voice: nil, language: language) ?? catalog.identifier(voice: nil, language: "en") ?? "en"
    }

    /// Selects the voice that `segment` asks for.
    /// - Throws: if not even the default voice can be loaded.
    func useVoice(for segment: SpeechSegment) throws(SynthesisError) {
        if segment.voice?.contains("+") == true { loadVariants() }
        let wanted = catalog.identifier(voice: segment.voice, language: segment.language) ?? defaultVoice
        if wanted != voiceInUse, !use(voice: wanted), !use(voice: defaultVoice) {
            throw SynthesisError("eSpeak NG has no voice for \"\(language)\": install espeak-ng-data again.")
        }
    }

    func apply(_ parameters: SpeechParameters) {
        if parameters != parametersInUse {
            library.apply(parameters)
            parametersInUse = parameters
        }
    }

    func loadVariants() {
        guard !hasVariants else { return }
        hasVariants = true
        catalog = VoiceCatalog(voices: catalog.voices, variants: library.installedVariants())
    }

    /// Selects a voice.
    /// - Returns: whether eSpeak NG has it.
    @discardableResult
    func use(voice identifier: String) -> Bool {
        do {
            try library.use(voice: identifier)
            voiceInUse = identifier
            parametersInUse = nil  // selecting a voice resets its parameters
            return true
        } catch {
            StandardError.print("announced-voice: \(error.description)")
            return false
        }
    }

    /// Returns how the voice in use speaks `notation` (T12); nil if it can't. Takes about 15 ms for a voice's first notation.
    func phonemes(for notation: String) -> PhonemeText? {
        guard notation.unicodeScalars.count <= Self.longestNotation, let voice = voiceInUse else { return nil }
        // A variant has the same phonemes as its voice.
        let identifier = String(voice.prefix { $0 != "+" })
        if inventories[identifier] == nil {
            if inventories.count >= Self.mostInventories { inventories.removeAll() }
            let mnemonics = library.dataFolder.map(Mnemonic.installed) ?? []
            inventories[identifier] = PhonemeInventory(of: library, mnemonics: mnemonics)
        }
        return inventories[identifier]?.phonemes(for: notation, asking: library)
    }
    /// In Unicode scalars. Equals the daemon's limit.
    private static let longestNotation = 1000
    /// An inventory takes 100 KB.
    private static let mostInventories = 16
}
