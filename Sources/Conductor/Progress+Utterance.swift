import Accessibility
import Narration
import SpeechQueue

extension Progress {
    /// The word of an announcement that is heard at a place in what is spoken (D5), as its client has written it; nil: none of its own.
    init?(of utterance: Utterance, at place: ReadText.Place?) {
        guard let place else { return nil }
        let scalars = (utterance.clientText ?? utterance.text).unicodeScalars
        let word = scalars.dropFirst(place.offset).prefix(place.length)
        self.init(
            id: utterance.name, word: String(String.UnicodeScalarView(word)), offset: place.offset, length: place.length)
    }
}
