import Accessibility

extension VoiceCatalog {
    /// The tag by which a voice speaks `language`; nil if none does.
    func language(_ language: String) -> String? {
        (try? resolve(SpeechAttributes(language: language)))?.language
    }

    /// The language of the voice of that identifier, with or without a variant; nil if there is none.
    func language(ofVoice identifier: String) -> String? {
        let base = identifier.prefix { $0 != "+" }
        return voices.first { $0.identifier == base }?.languages.first
    }
}
