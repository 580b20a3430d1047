import DequeModule
import VoiceProtocol

/// The events of an utterance's sound and their positions, so that each event is sent when it is heard rather than when it is synthesized.
/// Frames are counted from the utterance's first audible frame.
struct Timeline {
    struct Entry: Equatable {
        var frame: Int
        var content: Content
        var segment: Int
        /// In Unicode scalars of the client's text.
        var offset: Int
        var length: Int
    }
    enum Content: Equatable {
        /// A segment's pause or earcon, before its text. It is never sent, but speech can resume there.
        case lead
        case sentence
        case word
        case mark(String)
    }

    /// The word being heard, or the position where speech began; speech resumes there after a pause (O5).
    private(set) var position: TextPosition
    /// Whether to send word events. Words are always recorded, for ``position``.
    private let sendsWords: Bool
    private var entries: Deque<Entry> = []

    init(from position: TextPosition, sendsWords: Bool) {
        self.position = position
        self.sendsWords = sendsWords
    }

    /// Adds an entry reported by the synthesizer. At libsonic's rates, frames may go backwards slightly; such an entry is delayed to the
    /// frame of the previous entry.
    mutating func add(_ entry: Entry) {
        var entry = entry
        if let last = entries.last { entry.frame = max(entry.frame, last.frame) }
        entries.append(entry)
    }

    /// Removes the entries that were heard by `frame`, and returns those that must be sent, in order.
    mutating func pass(_ frame: Int) -> [Entry] {
        var heard: [Entry] = []
        while let first = entries.first, first.frame <= frame {
            entries.removeFirst()
            position = TextPosition(segment: first.segment, offset: first.offset)
            if isSent(first) { heard.append(first) }
        }
        return heard
    }

    /// The frame of the next entry that must be sent.
    var nextFrame: Int? { entries.first(where: isSent)?.frame }

    private func isSent(_ entry: Entry) -> Bool {
        switch entry.content {
        case .lead: false
        case .word: sendsWords
        case .sentence, .mark: true
        }
    }
}
