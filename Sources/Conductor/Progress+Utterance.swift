import Messages
import Narration
import SpeechQueue

extension Progress {
    /// The word of an announcement that is heard at a place in what is spoken (D5), as its client has written it; nil: none of its own.
    init?(of utterance: Utterance, at place: ReadText.Place?) {
        guard let place else { return nil }
        let scalars = (utterance.clientText ?? utterance.text).unicodeScalars
        var word = scalars.dropFirst(place.offset).prefix(place.length)
        // The space around a word is no part of it, and one of spaces alone is none.
        word = word.drop { $0.properties.isWhitespace }
        let spaces = scalars.dropFirst(place.offset).prefix(place.length).count - word.count
        while word.last?.properties.isWhitespace == true { word.removeLast() }
        guard !word.isEmpty else { return nil }
        self.init(
            id: utterance.name, word: String(String.UnicodeScalarView(word)), offset: place.offset + spaces, length: word.count)
    }
}
