import TestSupport

/// A line to be sent.
struct Line {
    var text: String
    /// The id of the announcement that it posts.
    var announcement: String?
    /// Whether it asks to receive nothing.
    var wantsNothing = false
}

/// A source of lines for random clients.
protocol LineSource: Sendable {
    var generator: SeededGenerator { get set }
    mutating func line() -> Line
}

extension LineSource {
    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func one<C: Collection>(of all: C) -> C.Element { all.randomElement(using: &generator)! }
}
