import Messages

/// The user's pronunciation dictionary (T2).
///
/// Each entry searches the parts of the client's text that earlier entries have left unchanged, but never their replacements, so entries
/// can't trigger one another. For all entries, straight and curved apostrophes are the same. No text grows by more than ``longestGrowth``
/// scalars.
///
/// The cost of a search is counted in steps of a few nanoseconds. A search that exceeds ``stepsPerSearch`` is abandoned; if the text was
/// not longer than ``shortText``, a regular expression is then turned off.
package struct PronunciationDictionary: Sendable {
    package private(set) var entries: [Entry] = []
    /// One pattern per entry; nil if the entry is off.
    private var patterns: [Pattern?] = []
    /// The entries that were turned off because they took too long, in order.
    package private(set) var entriesOff: [Entry] = []

    /// The maximum length that all replacements together may add to a text, in Unicode scalars. Replacements beyond it are omitted.
    static let longestGrowth = 16 * 1024
    /// The maximum cost of one entry's search in one text.
    package static let stepsPerSearch = 300_000
    /// The maximum length of a text in which a slow search is the expression's fault, in Unicode scalars: a few minutes of speech.
    static let shortText = 4096

    package init() {}

    /// Appends an entry.
    /// - Parameter compile: the function that compiles a regular expression.
    /// - Throws: ``Mistake``; in that case nothing is appended.
    package mutating func append(
        _ entry: Entry, compile: (String) throws(UnusablePattern) -> any TextPattern
    ) throws(Mistake) {
        patterns.append(try Pattern(entry.find, compile))
        entries.append(entry)
    }

    /// A text to find, and the text to speak instead.
    package struct Entry: Sendable, Equatable {
        /// The language tag to which the entry applies, including dialects; nil for all languages.
        package var language: String?
        package var find: Find
        package var say: String
        /// The entry's file, line and column.
        package var place: String?

        package init(language: String? = nil, find: Find, say: String, place: String? = nil) {
            self.language = language
            self.find = find
            self.say = say
            self.place = place
        }

        /// Why the entry is off, in human-readable form.
        package var mistake: String {
            "\(place.map { "\($0): " } ?? "")\"\(find.text.prefix(80))\" takes too long and is off until the configuration is read again"
        }
    }

    /// The text that an entry replaces.
    package enum Find: Sendable, Equatable {
        /// Exactly these characters, anywhere.
        case literal(String)
        /// One or more whole words, regardless of case.
        case word(String)
        case regex(String)

        /// The text to find, as the user wrote it.
        package var text: String {
            switch self {
            case .literal(let text), .word(let text), .regex(let text): text
            }
        }
    }

    /// The reason why an entry can't be used.
    package struct Mistake: Error, Sendable, Equatable {
        package var message: String
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// - Parameter steps: the allowance for all searches together. Once it is spent, the remaining entries are skipped.
    mutating func apply(to text: inout TracedText, language: String, steps: inout Int) {
        var growth = 0
        var searched = SearchedText(text)
        let language = LanguageTag(language)
        for (index, entry) in entries.enumerated() where entry.language.map({ language.belongs(to: LanguageTag($0)) }) ?? true {
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
                // In a long text, a good expression may also be slow. An entry that had only the remaining steps of others is not at fault.
                // A literal or a word is never at fault.
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

    /// A compiled search text.
    private enum Pattern: Sendable {
        case scalars([Unicode.Scalar])
        /// The word in lower case.
        case word([Unicode.Scalar])
        case regex(any TextPattern)

        init(_ find: Find, _ compile: (String) throws(UnusablePattern) -> any TextPattern) throws(Mistake) {
            switch find {
            case .literal(let text), .word(let text):
                guard !text.isEmpty else { throw Mistake(message: "is empty; expected text to look for") }
                if case .literal = find {
                    self = .scalars(text.unicodeScalars.map(SearchedText.straightened))
                } else {
                    self = .word(text.unicodeScalars.map { SearchedText.straightened(SearchedText.lowercased($0)) })
                }
            case .regex(let source):
                do throws(UnusablePattern) {
                    self = .regex(try compile(String(String.UnicodeScalarView(source.unicodeScalars.map(SearchedText.straightened)))))
                } catch {
                    throw Mistake(message: error.message)
                }
            }
        }

        /// Returns the non-overlapping matches in the client's own parts of a text, from the beginning.
        func ranges(in searched: inout SearchedText, steps: inout Int) throws(OutOfSteps) -> [Range<Int>] {
            let text = searched.text
            switch self {
            case .scalars(let wanted):
                return try Self.ranges(of: wanted, in: searched.scalars(), text, steps: &steps) { _ in true }
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
        /// The number of scalars compared in a step.
        private static let scalarsPerStep = 4
        /// The cost of checking the text around a match.
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
