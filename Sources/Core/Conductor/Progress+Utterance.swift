import Messages
import Narration
import SpeechQueue

extension Progress {
    /// Finds the word being heard in an announcement's text as its client wrote it (D5); nil if there is no such word.
    init?(of utterance: Utterance, at place: ReadText.Place?) {
        guard let place else { return nil }
        let scalars = (utterance.clientText ?? utterance.text).unicodeScalars
        var word = scalars.dropFirst(place.offset).prefix(place.length)
        // Leave out the spaces around a word; spaces alone are not a word.
        word = word.drop { $0.properties.isWhitespace }
        let spaces = scalars.dropFirst(place.offset).prefix(place.length).count - word.count
        while word.last?.properties.isWhitespace == true { word.removeLast() }
        guard !word.isEmpty else { return nil }
        self.init(
            id: utterance.name, word: String(String.UnicodeScalarView(word)), offset: place.offset + spaces, length: word.count)
    }
}
