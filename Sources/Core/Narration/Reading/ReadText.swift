package import Messages

/// The spoken form of a client's runs, with a mapping from each position back to the client's text.
package struct ReadText: Sendable, Equatable {
    package private(set) var runs: [SpeechRun]
    /// Whether the text is only white space, so that the utterance finishes `unspeakable`.
    package let isUnspeakable: Bool
    /// The pieces of each spoken run; nil if the runs are the client's own.
    private var pieces: [[Piece]]?

    /// A range of the client's text, in Unicode scalars. The client's text is its runs, joined by spaces.
    package struct Place: Sendable, Equatable {
        package var offset: Int
        package var length: Int

        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// A part of a spoken run, up to the next piece.
    struct Piece: Sendable, Equatable {
        /// The piece's start in the spoken run.
        var start: Int
        /// The start of the corresponding range in the client's text.
        var offset: Int
        /// The length of that range if it was replaced as a whole; nil if the piece is the client's own text, scalar for scalar.
        var length: Int?
    }

    /// The memory for the mapping, in bytes. The runs are counted with the utterance.
    var cost: Int { pieces?.reduce(0) { $0 + 32 + $1.count * MemoryLayout<Piece>.stride } ?? 0 }

    init(untouched runs: [SpeechRun], isUnspeakable: Bool) {
        self.runs = runs
        self.isUnspeakable = isUnspeakable
    }

    init(runs: [SpeechRun], pieces: [[Piece]], isUnspeakable: Bool) {
        self.runs = runs
        self.pieces = pieces
        self.isUnspeakable = isUnspeakable
    }

    /// Returns the range of the client's text for a range of a spoken run. Replaced text is returned as a whole.
    package func place(run: Int, offset: Int, length: Int) -> Place {
        guard let pieces else {
            let before = runs.prefix(run).reduce(0) { $0 + $1.text.unicodeScalars.count + 1 }
            return Place(offset: before + offset, length: length)
        }
        guard pieces.indices.contains(run) else { return Place(offset: 0, length: 0) }
        guard let start = Self.place(of: offset, in: pieces[run]) else { return Place(offset: 0, length: 0) }
        guard length > 0, let last = Self.place(of: offset + length - 1, in: pieces[run]) else {
            return Place(offset: start.offset, length: 0)
        }
        return Place(offset: start.offset, length: max(start.offset + start.length, last.offset + last.length) - start.offset)
    }

    private static func place(of offset: Int, in pieces: [Piece]) -> Place? {
        // Find the last piece that starts at or before `offset`.
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let piece = pieces[low - 1]
        guard let length = piece.length else { return Place(offset: piece.offset + offset - piece.start, length: 1) }
        return Place(offset: piece.offset, length: length)
    }

    /// Returns the pieces for a part of a text that starts at `base` in the client's text.
    static func pieces(of part: ArraySlice<TracedText.Place>, at base: Int) -> [Piece] {
        var pieces: [Piece] = []
        var previous: TracedText.Place?
        for (start, place) in part.enumerated() {
            defer { previous = place }
            if let previous, let last = pieces.last {
                if last.length == nil, !place.isReplaced, place.offset == previous.end { continue }
                if last.length != nil, place == previous { continue }
            }
            pieces.append(Piece(start: start, offset: base + place.offset, length: place.isReplaced ? place.length : nil))
        }
        return pieces
    }
}
