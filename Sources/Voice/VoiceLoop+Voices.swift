import VoiceProtocol

extension VoiceLoop {
    /// The identifier of the voice for text that names none; British English if even the chosen language has none.
    var defaultVoice: String {
        catalog.identifier(voice: nil, language: settings.language) ?? catalog.identifier(voice: nil, language: "en") ?? "en"
    }

    /// Prepares the synthesizer for `segment`.
    /// - Throws: when not even the default voice can be loaded.
    func configure(for segment: SpeechSegment) throws(SynthesizerError) {
        if segment.voice?.contains("+") == true { loadVariants() }
        let wanted = catalog.identifier(voice: segment.voice, language: segment.language) ?? defaultVoice
        if wanted != voiceInUse, !use(voice: wanted), !use(voice: defaultVoice) {
            throw SynthesizerError(
                .notFound, "espeak_SetVoiceByName", "eSpeak NG has no voice for \"\(settings.language)\": install espeak-ng-data again.")
        }
        let parameters = SpeechParameters(segment)
        if parameters != parametersInUse {
            synthesizer.apply(parameters)
            parametersInUse = parameters
        }
    }

    /// - Returns: whether eSpeak NG has it.
    @discardableResult
    func use(voice identifier: String) -> Bool {
        do {
            try synthesizer.use(voice: identifier)
            voiceInUse = identifier
            parametersInUse = nil  // a voice brings its own
            return true
        } catch {
            log(error.message)
            return false
        }
    }
}
