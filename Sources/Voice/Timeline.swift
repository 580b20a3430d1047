import DequeModule
import VoiceProtocol

/// What begins where in an utterance's sound, so that it is told when it is heard and not when it is made. Frames are counted from the
/// utterance's first audible one.
struct Timeline {
    struct Entry: Equatable {
        var frame: Int
        var content: Content
        var segment: Int
        /// Unicode scalars of the client's text.
        var offset: Int
        var length: Int
    }
    enum Content: Equatable {
        /// A segment's pause or earcon, before its text; never told, but a place to go on from.
        case lead
        case sentence
        case word
        case mark(String)
    }

    /// The word being heard, or the place where speech began: where to go on after a pause (O5).
    private(set) var position: TextPosition
    /// Whether words are told; they are kept in any case, for ``position``.
    private let tellsWords: Bool
    private var entries: Deque<Entry> = []

    init(from position: TextPosition, tellsWords: Bool) {
        self.position = position
        self.tellsWords = tellsWords
    }

    /// Adds what the synthesizer reported. At rates that libsonic makes, its frames may run backwards a little; then they wait.
    mutating func add(_ entry: Entry) {
        var entry = entry
        if let last = entries.last { entry.frame = max(entry.frame, last.frame) }
        entries.append(entry)
    }

    /// Takes out what has begun to be heard by `frame`; what is to be told of it is returned, in order.
    mutating func pass(_ frame: Int) -> [Entry] {
        var heard: [Entry] = []
        while let first = entries.first, first.frame <= frame {
            entries.removeFirst()
            position = TextPosition(segment: first.segment, offset: first.offset)
            if isTold(first) { heard.append(first) }
        }
        return heard
    }

    /// The frame at which the next thing is to be told.
    var nextFrame: Int? { entries.first(where: isTold)?.frame }

    private func isTold(_ entry: Entry) -> Bool {
        switch entry.content {
        case .lead: false
        case .word: tellsWords
        case .sentence, .mark: true
        }
    }
}
