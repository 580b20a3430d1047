package import Messages
package import SpeechQueue

/// A part of a long utterance, prepared for speech (§9).
///
/// A long text is prepared part by part, as the voice receives it. So it delays no other client, and parts that are not spoken cost
/// nothing.
package struct SpokenPart: Sendable {
    /// The maximum length of a part, in bytes of UTF-8: about a minute of speech, and a few milliseconds of work.
    static let longest = 1024
    /// The cost of a run in addition to its text, which limits the number of runs in a part.
    private static let costOfRun = 16
    /// The minimum room for a further run to begin in this part.
    private static let leastRoom = 128

    /// The runs for the voice.
    package var runs: [SpeechRun] { text.runs }
    /// Where the next part begins in the utterance; nil if this is the last one.
    package private(set) var next: RunPosition?
    private let text: ReadText
    /// Where the part begins in the utterance.
    private let start: RunPosition
    /// The lengths of the part's runs before they were prepared, in Unicode scalars.
    private let lengths: [Int]
    /// The part's beginning in the client's own text.
    private let offset: Int

    /// Prepares the part of an utterance that begins at `position`.
    init(of utterance: Utterance, from position: RunPosition?, _ read: ([SpeechRun]) -> ReadText) {
        let all = utterance.runs
        let position = position ?? RunPosition(run: 0, offset: 0)
        var (written, lengths): ([SpeechRun], [Int]) = ([], [])
        var room = Self.longest
        var start: RunPosition?
        var index = position.run
        while index < all.count {
            var run = all[index]
            let isBegun = index == position.run && position.offset > 0
            let scalars = run.text.unicodeScalars
            var first = scalars.startIndex
            if isBegun { first = scalars.index(first, offsetBy: position.offset, limitedBy: scalars.endIndex) ?? scalars.endIndex }
            var offset = isBegun ? position.offset : 0
            if run.isUnread, start == nil {
                let begin = first
                first = scalars.endOfSpace(from: first)
                offset += scalars.distance(from: begin, to: first)
            }
            var end = scalars.endIndex
            let size = run.text.utf8.distance(from: first, to: end)
            if size > room, !written.isEmpty, !run.isUnread || room < Self.leastRoom { break }
            if size > room, run.isUnread {
                let begin = run.text.utf8.distance(from: run.text.startIndex, to: first)
                end = run.text.utf8.index(run.text.startIndex, offsetBy: TextBorder.last(in: run.text, from: begin, limit: room))
            }
            // An earcon, pause or mark before the run precedes only its first part.
            if isBegun { (run.earcon, run.pause, run.mark) = (nil, nil, nil) }
            let rest = scalars.endOfSpace(from: end)
            if start == nil { start = RunPosition(run: index, offset: offset) }
            run.text = String(scalars[first..<end])
            run.isUnread = false
            written.append(run)
            lengths.append(run.text.unicodeScalars.count)
            if rest < scalars.endIndex {
                next = RunPosition(run: index, offset: offset + lengths[lengths.count - 1] + scalars.distance(from: end, to: rest))
                break
            }
            index += 1
            room -= run.text.utf8.count + Self.costOfRun
            if room <= 0 { break }
        }
        if next == nil, let more = all[min(index, all.count)...].firstIndex(where: { !$0.isBlankText }) {
            next = RunPosition(run: more, offset: 0)
        }
        self.start = start ?? position
        self.lengths = lengths
        text = read(written)
        offset = utterance.wantsWords ? Self.offset(of: self.start, in: utterance) : 0
    }

    /// Returns the offset of a position in the client's text, which has no prefix (N5).
    private static func offset(of place: RunPosition, in utterance: Utterance) -> Int {
        let prefix = utterance.clientText == nil ? 0 : 1
        if place.run < prefix { return place.offset - utterance.runs[0].text.unicodeScalars.count - 1 }
        return place.offset + utterance.runs[prefix..<place.run].reduce(0) { $0 + $1.text.unicodeScalars.count + 1 }
    }

    /// Converts a position in the part's runs to a position in the utterance.
    func written(_ place: RunPosition) -> RunPosition {
        var offset = text.place(run: place.run, offset: place.offset, length: 0).offset
        var run = 0
        while run + 1 < lengths.count, offset > lengths[run] {
            offset -= lengths[run] + 1
            run += 1
        }
        return RunPosition(run: start.run + run, offset: (run == 0 ? start.offset : 0) + offset)
    }

    /// Returns the position in the client's text of words in the part's runs; nil if the words are the daemon's.
    func place(run: Int, offset: Int, length: Int) -> ReadText.Place? {
        var place = text.place(run: run, offset: offset, length: length)
        place.offset += self.offset
        return place.offset < 0 ? nil : place
    }
}

extension String.UnicodeScalarView {
    /// Returns the first position from `start` on that is not white space.
    fileprivate func endOfSpace(from start: Index) -> Index {
        self[start...].firstIndex { !$0.isBlank } ?? endIndex
    }
}

extension SpeechRun {
    /// Whether nothing in the run makes a sound.
    fileprivate var isBlankText: Bool {
        isUnread && earcon == nil && pause == nil && mark == nil
            && text.unicodeScalars.endOfSpace(from: text.startIndex) == text.endIndex
    }
}
