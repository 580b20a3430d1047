package import Messages
package import SpeechQueue

/// Q20: the beginnings of a text's sentences and paragraphs, to which the user can step. Where lines matter (T24), each line
/// is a sentence.
package enum TextSteps {
    /// Returns the position that a step leads to; nil if there is none in these runs.
    /// - Parameters:
    ///   - runs: the runs of an utterance.
    ///   - position: the current position of speech; nil: the end.
    package static func place(in runs: [SpeechRun], from position: RunPosition?, _ step: ReadingStep) -> RunPosition? {
        let starts = starts(in: runs, step.unit)
        let current = position.map { index(of: $0, in: starts) } ?? starts.count - 1
        let wanted =
            switch step.direction {
            case .again: current
            case .previous: current - 1
            case .next: position == nil ? starts.count : current + 1
            }
        return starts.indices.contains(wanted) ? starts[wanted] : nil
    }

    /// Returns the sentence that is being spoken; nil if the text has only one.
    /// - Parameter position: the current position of speech; nil: the beginning.
    package static func sentence(in runs: [SpeechRun], at position: RunPosition?) -> String? {
        let starts = starts(in: runs, .sentence)
        guard starts.count > 1 else { return nil }
        let current = position.map { index(of: $0, in: starts) } ?? 0
        let (first, next) = (starts[current], starts.dropFirst(current + 1).first)
        let parts = (first.run...(next?.run ?? runs.count - 1)).map { run in
            let scalars = runs[run].text.unicodeScalars.prefix(run == next?.run ? next?.offset ?? 0 : .max)
            return String(scalars.dropFirst(run == first.run ? first.offset : 0))
        }
        return Phrase.trimmed(parts.joined(separator: " "))
    }

    /// Returns the index of the sentence or paragraph that contains a position.
    private static func index(of place: RunPosition, in starts: [RunPosition]) -> Int {
        starts.lastIndex { ($0.run, $0.offset) <= (place.run, place.offset) } ?? 0
    }

    /// Returns where the sentences or paragraphs of a text begin.
    private static func starts(in runs: [SpeechRun], _ unit: ReadingStep.Unit) -> [RunPosition] {
        let texts = runs.map { Array($0.text.unicodeScalars) }
        // A space separates runs.
        let text = Array(texts.joined(separator: [" "]))
        let ends = ends(in: text, unit)
        var starts: [RunPosition] = []
        var next = 0
        var first = 0
        for (run, scalars) in texts.enumerated() {
            let isApart = run > 0 && runs[run].pause != nil
            let hasLines = unit == .sentence && runs[run].context?.hasLines == true
            var isNewLine = false
            for offset in scalars.indices {
                guard !scalars[offset].isBlank else {
                    if scalars[offset] == "\n" { isNewLine = hasLines }
                    continue
                }
                defer { isNewLine = false }
                let place = first + offset
                while next < ends.count, ends[next] < place { next += 1 }
                let isStart = starts.isEmpty || isNewLine || next < ends.count && ends[next] == place || isApart && offset == 0
                if isStart { starts.append(RunPosition(run: run, offset: offset)) }
            }
            first += scalars.count + 1
        }
        return starts.isEmpty ? [RunPosition(run: 0, offset: 0)] : starts
    }

    /// Returns the first visible position after each end of a sentence or paragraph.
    private static func ends(in text: [Unicode.Scalar], _ unit: ReadingStep.Unit) -> [Int] {
        var places: [Int] = []
        var index = 0
        while index < text.count {
            var end = index + 1
            defer { index = end }
            let isEnd =
                switch text[index] {
                case "\n": true
                case ".", "!", "?", "…", "。", "！", "？": unit == .sentence && endsSentence(at: index, in: text)
                default: false
                }
            guard isEnd else { continue }
            while end < text.count, closing.contains(text[end]) { end += 1 }
            let start = end
            while end < text.count, text[end].isBlank { end += 1 }
            let isIdeographic = text[index].value > 0x3000
            let isNewLine = text[index] == "\n"
            // A blank line ends a paragraph; a single line end may stand within a sentence.
            let isBlankLine = text[index..<end].count(where: { $0 == "\n" }) > 1
            if isNewLine ? isBlankLine : isIdeographic || end > start { places.append(end) }
        }
        return places
    }

    /// Returns whether a full stop ends a sentence, rather than belonging to an abbreviation, an ordinal number ("3. Mai") or another
    /// number.
    private static func endsSentence(at index: Int, in text: [Unicode.Scalar]) -> Bool {
        guard text[index] == "." else { return true }
        let next = text[(index + 1)...].first { !$0.isBlank && !closing.contains($0) }
        if next?.properties.isLowercase == true { return false }
        let word = text[..<index].suffix(longestAbbreviation).reversed().prefix { $0.properties.isAlphabetic || $0.isDigit }.reversed()
        if word.allSatisfy(\.isDigit), !word.isEmpty { return word.count > 2 }
        let before = text[..<(index - word.count)].last
        // "e.g.", "z. B.", an initial.
        if word.count == 1, before.map({ $0 == "." || $0.isBlank }) ?? true { return false }
        return !titles.contains(String(String.UnicodeScalarView(word)).lowercased())
    }

    /// The abbreviations before names and numbers, in lower case.
    private static let titles: Set = [
        "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "hr", "fr", "sra", "srta", "mme", "mlle", "sig", "dott", "mgr", "nr", "no", "vs",
        "mio",
        "mrd", "bzw", "ca", "art", "abs", "fig", "vol",
    ]
    private static let longestAbbreviation = 12

    private static let closing = Set("\"'”’“»«)]".unicodeScalars)
}
