/// The mistakes in a text: the first mistakes, and the number of all mistakes. A text with a mistake in each line costs little more than a
/// text without any, because messages are created only for the first mistakes.
package struct TOMLMistakes: Sendable, Equatable {
    /// The first mistakes in the order of the text, up to ``mostListed``.
    package private(set) var listed: [TOMLMistake] = []
    /// The number of all mistakes.
    package private(set) var count = 0

    /// The maximum number of listed mistakes: more than a user corrects before the next check.
    package static let mostListed = 20

    package init(_ mistakes: [TOMLMistake] = []) { self += mistakes }

    /// Returns whether a mistake at `place` would be listed, given the mistakes found so far.
    package func lists(_ place: TOMLPlace) -> Bool { listed.count < Self.mostListed || place < listed[Self.mostListed - 1].place }

    /// Adds a mistake. Its message is created only if the mistake is listed.
    package mutating func add(_ place: TOMLPlace, _ message: @autoclosure () -> String) {
        count += 1
        guard lists(place) else { return }
        if listed.count == Self.mostListed { listed.removeLast() }
        listed.insert(TOMLMistake(place: place, message: message()), at: listed.firstIndex { place < $0.place } ?? listed.endIndex)
    }

    package static func += (mistakes: inout TOMLMistakes, others: [TOMLMistake]) {
        for other in others { mistakes.add(other.place, other.message) }
    }

    package static func += (mistakes: inout TOMLMistakes, others: TOMLMistakes) {
        mistakes += others.listed
        mistakes.count += others.count - others.listed.count
    }
}
