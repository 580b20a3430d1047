import Messages
import SpeechQueue

/// A binary search for the words that end voices (O7). The rest of an utterance that lost two voices is spoken in halves. A half that loses
/// another voice is halved again, down to one word, which is left out. Parts that were heard are not repeated.
struct KillerSearch: Sendable, Equatable {
    /// The number of voices that an utterance may lose before the rest is dropped. Two bad words among 20 need that many.
    static let mostLosses = 12
    /// The maximum length of a word, in characters; longer words, and scripts without spaces, are divided.
    private static let longestWord = 20

    let utterance: UtteranceID
    private let words: [Word]
    /// The unheard words, in parts, in order. The first part is the next to speak.
    private var parts: [Range<Int>]
    private(set) var hasLeftOut = false

    private struct Word: Sendable, Equatable {
        var run: Int
        /// In Unicode scalars from the run's beginning.
        var range: Range<Int>

        /// Returns whether the word ends at or before `place`.
        func ends(before place: RunPosition) -> Bool { run < place.run || run == place.run && range.upperBound <= place.offset }
    }

    /// Starts the search in the part of `utterance` from `place` to `end`, or to its own end.
    init(in utterance: Utterance, from place: RunPosition?, to end: RunPosition? = nil) {
        self.utterance = utterance.id
        let start = place ?? RunPosition(run: 0, offset: 0)
        words = utterance.runs.indices.dropFirst(start.run).prefix { $0 <= end?.run ?? $0 }.flatMap { run in
            // A voice may report any position.
            let upper = run == end?.run ? end?.offset ?? .max : .max
            let offsets = min(run == start.run ? start.offset : 0, upper)..<upper
            return Self.words(of: utterance.runs[run], at: run, in: offsets)
        }
        parts = words.isEmpty ? [] : [words.indices]
        // If the utterance has sound icons, the first attempt only removes them.
        if utterance.runs.allSatisfy({ $0.icon == nil }) { lose(at: place) }
    }

    /// Whether nothing is left to speak.
    var isOver: Bool { parts.isEmpty }

    /// Removes the current part, which has finished.
    mutating func markHeard() {
        parts.removeFirst()
    }

    /// Halves the current part from `place`, where it lost another voice.
    mutating func lose(at place: RunPosition?) {
        guard let part = parts.first else { return }
        let heard = place.map { place in part.dropLast().prefix { words[$0].ends(before: place) }.count } ?? 0
        let rest = part.dropFirst(heard)
        let middle = rest.startIndex + rest.count / 2
        hasLeftOut = hasLeftOut || rest.count == 1
        parts.replaceSubrange(..<1, with: rest.count == 1 ? [] : [rest.startIndex..<middle, middle..<rest.endIndex])
    }

    /// Returns the part to speak: the utterance up to the part's end, and the position to begin at, which is `place` if it is inside the
    /// part.
    func part(of utterance: Utterance, from place: RunPosition?) -> (Utterance, from: RunPosition) {
        guard let part = parts.first, let first = part.first, let last = part.last else {
            return (utterance, RunPosition(run: 0, offset: 0))
        }
        var beginning = utterance
        beginning.runs.removeSubrange((words[last].run + 1)...)
        // The sound itself may end the voice; its name is spoken as text.
        for index in beginning.runs.indices { beginning.runs[index].icon = nil }
        let scalars = beginning.runs[words[last].run].text.unicodeScalars
        if words[last].range.upperBound < scalars.count {
            beginning.runs[words[last].run].text = String(String.UnicodeScalarView(scalars.prefix(words[last].range.upperBound)))
        }
        let start = RunPosition(run: words[first].run, offset: words[first].range.lowerBound)
        guard let place, (place.run, place.offset) > (start.run, start.offset), !words[last].ends(before: place) else {
            return (beginning, start)
        }
        return (beginning, place)
    }

    /// Divides a run into words with the space after them; spelled text is divided into characters. Pronunciations and sounds stay whole.
    /// - Parameter offsets: the offsets of the scalars to divide.
    private static func words(of run: SpeechRun, at index: Int, in offsets: Range<Int>) -> [Word] {
        if offsets.isEmpty { return [] }
        let longest = run.attributes.spell == true ? 1 : longestWord
        guard run.ipa == nil, !run.text.isEmpty else { return [Word(run: index, range: 0..<run.text.unicodeScalars.count)] }
        var words: [Word] = []
        var length = 0
        var isAfterSpace = true
        for character in Substring(run.text.unicodeScalars.dropFirst(offsets.lowerBound).prefix(offsets.count)) {
            let count = character.unicodeScalars.count
            let end = words.last?.range.upperBound ?? offsets.lowerBound
            if isAfterSpace && !character.isWhitespace || length >= longest || words.isEmpty {
                words.append(Word(run: index, range: end..<end + count))
                length = 0
            } else {
                words[words.count - 1].range = words[words.count - 1].range.lowerBound..<end + count
            }
            length += 1
            isAfterSpace = character.isWhitespace
        }
        return words
    }
}
