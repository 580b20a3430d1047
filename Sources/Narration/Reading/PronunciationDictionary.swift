/// T2: how the user wants words to be spoken.
///
/// Each entry is looked for in what the entries before it have left of the client's text, never in what another has put there, so
/// entries cannot feed each other; and no text grows beyond ``longestGrowth`` scalars more than it had.
///
/// What a search costs is counted in steps of some nanoseconds. One that costs more than ``stepsPerSearch`` is given up; the entry is turned
/// off if the text was no longer than ``shortText``.
package struct PronunciationDictionary: Sendable {
    package private(set) var entries: [Entry] = []
    /// For each entry; nil: it is off.
    private var patterns: [Pattern?] = []
    /// The entries that took too long, in the order in which they were turned off.
    package private(set) var entriesOff: [Entry] = []

    /// The most that all replacements in a text add to it, in Unicode scalars; what would go beyond stays as it is.
    static let longestGrowth = 16 * 1024
    /// What one entry's search of one text may cost.
    package static let stepsPerSearch = 300_000
    /// The longest text in which an expression that takes too long is to blame, in Unicode scalars: some minutes of speech.
    static let shortText = 4096

    package init() {}

    /// Adds an entry behind the others.
    /// - Parameter compile: makes a regular expression ready.
    /// - Throws: ``Mistake``; then nothing was added.
    package mutating func append(
        _ entry: Entry, compile: (String) throws(UnusablePattern) -> any TextPattern
    ) throws(Mistake) {
        patterns.append(try Pattern(entry.find, compile))
        entries.append(entry)
    }

    /// What is spoken for what.
    package struct Entry: Sendable, Equatable {
        /// The language tag for which it holds, its dialects too; nil: for all.
        package var language: String?
        package var find: Find
        package var say: String
        /// Where it stands: its file, line and column.
        package var place: String?

        package init(language: String? = nil, find: Find, say: String, place: String? = nil) {
            self.language = language
            self.find = find
            self.say = say
            self.place = place
        }

        /// What is wrong with an entry that is off, for people.
        package var mistake: String {
            "\(place.map { "\($0): " } ?? "")\"\(find.text.prefix(80))\" takes too long and is off until the configuration is read again"
        }
    }

    package enum Find: Sendable, Equatable {
        /// These very characters, wherever they stand.
        case literal(String)
        /// A whole word, or several, in capitals or not.
        case word(String)
        /// A regular expression.
        case regex(String)

        /// What the user has written.
        package var text: String {
            switch self {
            case .literal(let text), .word(let text), .regex(let text): text
            }
        }
    }

    /// Why an entry can't be used.
    package struct Mistake: Error, Sendable, Equatable {
        package var message: String
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// - Parameter steps: what all searches together may cost. Once it is spent, the text stays as it is for the other entries.
    mutating func apply(to text: inout TracedText, language: String, steps: inout Int) {
        var growth = 0
        var searched = SearchedText(text)
        for (index, entry) in entries.enumerated() where entry.language.map({ LanguageTag.isWithin(language, $0) }) ?? true {
            guard let pattern = patterns[index] else { continue }
            let allowance = min(steps, Self.stepsPerSearch)
            guard allowance > 0 else { return }
            var left = allowance
            let ranges: [Range<Int>]
            do throws(OutOfSteps) {
                ranges = try pattern.ranges(in: &searched, steps: &left)
                steps -= allowance - left
            } catch {
                steps -= allowance
                // In a long text a good expression may take long too. An entry that had only the steps that others left is not to
                // blame, and neither is a literal or word.
                let isShort = text.scalars.count <= Self.shortText
                if isShort, allowance == Self.stepsPerSearch, case .regex = entry.find { turnOff(index) }
                continue
            }
            let added = entry.say.unicodeScalars.count
            let edits = ranges.compactMap { range -> TracedText.Edit? in
                let more = max(0, added - range.count)
                guard growth + more <= Self.longestGrowth else { return nil }
                growth += more
                return TracedText.Edit(range: range, text: entry.say)
            }
            guard !edits.isEmpty else { continue }
            text.apply(edits)
            searched = SearchedText(text)
            steps -= text.scalars.count
        }
    }

    private mutating func turnOff(_ index: Int) {
        patterns[index] = nil
        entriesOff.append(entries[index])
    }

    /// What an entry looks for, made ready.
    private enum Pattern: Sendable {
        case scalars([Unicode.Scalar])
        /// In lower case.
        case word([Unicode.Scalar])
        case regex(any TextPattern)

        init(_ find: Find, _ compile: (String) throws(UnusablePattern) -> any TextPattern) throws(Mistake) {
            switch find {
            case .literal(let text), .word(let text):
                guard !text.isEmpty else { throw Mistake(message: "is empty; expected text to look for") }
                if case .literal = find {
                    self = .scalars(Array(text.unicodeScalars))
                } else {
                    self = .word(text.unicodeScalars.map(SearchedText.lowercased))
                }
            case .regex(let source):
                do throws(UnusablePattern) {
                    self = .regex(try compile(source))
                } catch {
                    throw Mistake(message: error.message)
                }
            }
        }

        /// Where it stands in the client's own parts of a text, from its beginning on, none over another.
        func ranges(in searched: inout SearchedText, steps: inout Int) throws(OutOfSteps) -> [Range<Int>] {
            let text = searched.text
            switch self {
            case .scalars(let wanted):
                return try Self.ranges(of: wanted, in: text.scalars, text, steps: &steps) { _ in true }
            case .word(let wanted):
                let scalars = searched.lowercased(steps: &steps)
                return try Self.ranges(of: wanted, in: scalars, text, steps: &steps) { range in
                    func isWord(_ index: Int) -> Bool { scalars.indices.contains(index) && Self.isWord(scalars[index]) }
                    return !(isWord(range.lowerBound) && isWord(range.lowerBound - 1))
                        && !(isWord(range.upperBound) && isWord(range.upperBound - 1))
                }
            case .regex(let pattern):
                let utf8 = searched.utf8()
                let ranges = SearchedText.scalarRanges(of: try pattern.ranges(in: utf8, steps: &steps), in: utf8)
                return ranges.filter { !text.hasReplacement(in: $0) }
            }
        }

        private static func ranges(
            of wanted: [Unicode.Scalar], in scalars: [Unicode.Scalar], _ text: TracedText, steps: inout Int,
            where isRight: (Range<Int>) -> Bool
        ) throws(OutOfSteps) -> [Range<Int>] {
            steps -= scalarsPerStep + scalars.count / scalarsPerStep
            var ranges: [Range<Int>] = []
            var index = 0
            while index + wanted.count <= scalars.count {
                var same = 0
                while same < wanted.count, scalars[index + same] == wanted[same] { same += 1 }
                steps -= same
                guard steps >= 0 else { throw OutOfSteps() }
                let range = index..<index + wanted.count
                if same == wanted.count { steps -= stepsPerCandidate }
                if same == wanted.count, isRight(range), !text.hasReplacement(in: range) {
                    ranges.append(range)
                    index = range.upperBound
                } else {
                    index += 1
                }
            }
            return ranges
        }
        /// How many scalars are passed over in a step.
        private static let scalarsPerStep = 4
        /// What it costs to look at what stands around a match.
        private static let stepsPerCandidate = 16

        private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
                || scalar.properties.generalCategory == .nonspacingMark
        }
    }
}

extension PronunciationDictionary: Equatable {
    package static func == (a: PronunciationDictionary, b: PronunciationDictionary) -> Bool { a.entries == b.entries }
}
