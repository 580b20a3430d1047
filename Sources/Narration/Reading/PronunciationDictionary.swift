/// T2: how the user wants words to be spoken.
///
/// Each entry is looked for in what the entries before it have left of the client's text, never in what another has put there, so
/// entries cannot feed each other; and no text grows beyond ``longestGrowth`` scalars more than it had.
package struct PronunciationDictionary: Sendable {
    package private(set) var entries: [Entry]
    private var patterns: [Pattern]

    /// The most that all replacements in a text add to it, in Unicode scalars; what would go beyond stays as it is.
    static let longestGrowth = 16 * 1024

    package init() {
        entries = []
        patterns = []
    }

    /// - Throws: ``Mistake``, of the first entry that is wrong.
    package init(_ entries: [Entry]) throws(Mistake) {
        self.init()
        for entry in entries { try append(entry) }
    }

    /// - Throws: ``Mistake``: the entry is wrong, and left out.
    package mutating func append(_ entry: Entry) throws(Mistake) {
        do throws(Reason) {
            patterns.append(try Pattern(entry.find))
        } catch {
            throw Mistake(entry: entries.count, message: error.message)
        }
        entries.append(entry)
    }

    /// What is spoken for what.
    package struct Entry: Sendable, Equatable {
        /// The language tag for which it holds, its dialects too; nil: for all.
        package var language: String?
        package var find: Find
        package var say: String

        package init(language: String? = nil, find: Find, say: String) {
            self.language = language
            self.find = find
            self.say = say
        }
    }

    package enum Find: Sendable, Equatable {
        /// These very characters, wherever they stand.
        case literal(String)
        /// A whole word, or several, in capitals or not.
        case word(String)
        /// A regular expression of Swift's.
        case regex(String)
    }

    /// An entry that can't be used.
    package struct Mistake: Error, Sendable, Equatable {
        /// Its index.
        package var entry: Int
        package var message: String
    }

    package var isEmpty: Bool { entries.isEmpty }

    func apply(to text: inout TracedText, language: String) {
        var growth = 0
        for (entry, pattern) in zip(entries, patterns) where entry.language.map({ LanguageTag.isWithin(language, $0) }) ?? true {
            let added = entry.say.unicodeScalars.count
            let edits = pattern.ranges(in: text).compactMap { range -> TracedText.Edit? in
                let more = max(0, added - range.count)
                guard growth + more <= Self.longestGrowth else { return nil }
                growth += more
                return TracedText.Edit(range: range, text: entry.say)
            }
            text.apply(edits)
        }
    }

    private struct Reason: Error {
        var message: String
    }

    /// What an entry looks for, made ready.
    private enum Pattern: Sendable {
        case scalars([Unicode.Scalar])
        /// In lower case.
        case word([Unicode.Scalar])
        case regex(SendableRegex)

        init(_ find: Find) throws(Reason) {
            switch find {
            case .literal(let text), .word(let text):
                guard !text.isEmpty else { throw Reason(message: "is empty; expected text to look for") }
                if case .literal = find {
                    self = .scalars(Array(text.unicodeScalars))
                } else {
                    self = .word(text.unicodeScalars.map(Self.lowercased))
                }
            case .regex(let source):
                let regex: Regex<AnyRegexOutput>
                do {
                    regex = try Regex(source)
                } catch {
                    throw Reason(message: "\"\(source)\" is no regular expression: \(error)")
                }
                guard (try? regex.wholeMatch(in: "")) == nil else {
                    throw Reason(message: "\"\(source)\" matches the empty text; expected one that matches at least one character")
                }
                self = .regex(SendableRegex(regex: regex))
            }
        }

        /// Where it stands in the client's own parts of a text, from its beginning on, none over another.
        func ranges(in text: TracedText) -> [Range<Int>] {
            let scalars = text.scalars
            switch self {
            case .scalars(let wanted): return Self.ranges(of: wanted, in: scalars, text) { _ in true }
            case .word(let wanted):
                return Self.ranges(of: wanted, in: scalars.map(Self.lowercased), text) { range in
                    func isWord(_ index: Int) -> Bool { scalars.indices.contains(index) && Self.isWord(scalars[index]) }
                    return !(isWord(range.lowerBound) && isWord(range.lowerBound - 1))
                        && !(isWord(range.upperBound) && isWord(range.upperBound - 1))
                }
            case .regex(let regex): return regex.ranges(in: scalars).filter { !text.hasReplacement(in: $0) }
            }
        }

        private static func ranges(
            of wanted: [Unicode.Scalar], in scalars: [Unicode.Scalar], _ text: TracedText, where isRight: (Range<Int>) -> Bool
        ) -> [Range<Int>] {
            var ranges: [Range<Int>] = []
            var index = 0
            while index + wanted.count <= scalars.count {
                let range = index..<index + wanted.count
                if scalars[index] == wanted[0], scalars[range].elementsEqual(wanted), isRight(range), !text.hasReplacement(in: range) {
                    ranges.append(range)
                    index = range.upperBound
                } else {
                    index += 1
                }
            }
            return ranges
        }

        /// One scalar for one, so that places stay: of a letter whose small form has several, the letter itself.
        private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
            let small = scalar.properties.lowercaseMapping.unicodeScalars
            return small.count == 1 ? small.first ?? scalar : scalar
        }

        private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
                || scalar.properties.generalCategory == .nonspacingMark
        }
    }
}

extension PronunciationDictionary: Equatable {
    package static func == (a: PronunciationDictionary, b: PronunciationDictionary) -> Bool { a.entries == b.entries }
}
