import Messages

extension VoiceCatalog {
    /// Returns the tag under which a voice speaks `language`; nil if no voice does.
    func language(_ language: String) -> String? {
        (try? resolve(SpeechAttributes(language: language)))?.language
    }

    /// Returns the language of the voice with that identifier, with or without a variant; nil if there is no such voice.
    func language(ofVoice identifier: String) -> String? {
        let base = identifier.prefix { $0 != "+" }
        return voices.first { $0.identifier == base }?.languages.first
    }
}
