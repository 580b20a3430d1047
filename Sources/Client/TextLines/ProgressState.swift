/// A line that shows progress, such as "Downloading 80% [#####   ] 12.3 MB/s", as words and a number (U9).
struct ProgressState: Equatable {
    /// The words before the percentage, without sizes, rates and times.
    let label: String
    /// From 0 to 100.
    let number: Int

    var value: String { "\(number)%" }
    var spoken: String { label.isEmpty ? value : "\(label), \(value)" }
    /// The label without digits, because these may count up.
    var key: String { String(String.UnicodeScalarView(label.unicodeScalars.filter { !$0.isNumber })) }

    /// - Parameter isRewritten: whether the line was rewritten. In a line that was not, a percentage without a bar is an ordinary word.
    /// - Returns: nil if the line shows no progress.
    init?(_ text: String, isRewritten: Bool) {
        // A text without any of these signs shows neither a percentage, a ratio nor curl's meter.
        let utf8 = text.utf8.span
        guard
            utf8.indices.contains(where: { index in
                utf8[index] == UInt8(ascii: "%") || isRewritten && (utf8[index] == UInt8(ascii: "/") || utf8[index] == UInt8(ascii: ":"))
            })
        else { return nil }
        let (rest, hasBar) = ProgressBar.removed(from: Array(text.unicodeScalars))
        guard isRewritten || hasBar else { return nil }
        if let (start, number) = Self.percentage(in: rest) {
            self.init(before: rest[..<start].split(separator: " "), number)
            return
        }
        let words = rest.split(separator: " ")
        if hasBar, let (index, number) = Self.ratio(in: words) {
            self.init(before: words[..<index], number)
        } else if isRewritten, let number = Self.curlMeter(words) {
            self.init(before: [], number)
        } else {
            return nil
        }
    }

    private init(before words: some Sequence<ArraySlice<Unicode.Scalar>>, _ number: Double) {
        let named = words.filter { word in word.contains { $0.isLetter || $0.isNumber } && !Self.isMeasure(word) }
        let label = Array(named.joined(separator: [" "])).drop { "([{<|*".unicodeScalars.contains($0) }
        let end = label.lastIndex { $0.isLetter || $0.isNumber }.map { last in
            // An accent belongs to its letter.
            label[(last + 1)...].firstIndex { !$0.properties.isGraphemeExtend } ?? label.endIndex
        }
        self.label = String(String.UnicodeScalarView(label[..<(end ?? label.startIndex)]))
        self.number = Int(number)
    }

    /// Returns the first percentage, and its position.
    private static func percentage(in text: [Unicode.Scalar]) -> (start: Int, Double)? {
        for sign in text.indices where text[sign] == "%" {
            var end = sign
            if end > 0, text[end - 1] == " " { end -= 1 }
            var start = end
            while start > 0, isDigitOrPoint(text[start - 1]) { start -= 1 }
            // An accent belongs to its letter.
            let before = text[..<start].last { !$0.properties.isGraphemeExtend }
            guard before?.isLetter != true, let number = number(text[start..<end]), number <= 100 else { continue }
            return (start, number)
        }
        return nil
    }

    /// Returns the first "1.2/3.4" or "1.2MB/3.4MB" as a percentage, and the index of that word.
    private static func ratio(in words: [ArraySlice<Unicode.Scalar>]) -> (index: Int, Double)? {
        for (index, word) in words.enumerated() {
            let sides = word.split(separator: "/", omittingEmptySubsequences: false)
            guard sides.count == 2, var part = amount(sides[0]), let whole = amount(sides[1]) else { continue }
            if part.unit.isEmpty { part.unit = whole.unit }
            let (done, all) = (part.number * factor(part.unit), whole.number * factor(whole.unit))
            if all > 0, all.isFinite, done <= all { return (index, done / all * 100) }
        }
        return nil
    }

    /// Returns the percentage in a line of curl's meter: twelve columns, three of which are times.
    private static func curlMeter(_ words: [ArraySlice<Unicode.Scalar>]) -> Double? {
        guard words.count == 12, let number = number(words[0]), number <= 100 else { return nil }
        return words[8...10].allSatisfy { $0.contains(":") && $0.allSatisfy { $0 == ":" || $0 == "-" || $0.isNumber } } ? number : nil
    }

    // MARK: Sizes, rates, times

    /// Returns whether a word is a size, a rate, a time, or the completed part of a size. A whole number may be part of a name.
    private static func isMeasure(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        let plain = word.filter { !"[]()<>|,;~".unicodeScalars.contains($0) }[...]
        guard plain.first?.isNumber == true else { return false }
        if plain.dropLast().contains(":"), plain.allSatisfy({ $0.isNumber || $0 == ":" }) { return true }
        return plain.split(separator: "/").allSatisfy { side in
            side.elementsEqual("s".unicodeScalars) || amount(side).map { !$0.unit.isEmpty || side.contains(".") } == true
        }
    }

    private static func amount(_ word: ArraySlice<Unicode.Scalar>) -> (number: Double, unit: String)? {
        let plain = word.filter { !"[](),;".unicodeScalars.contains($0) }[...]
        let digits = plain.prefix(while: isDigitOrPoint)
        let unit = String(String.UnicodeScalarView(plain.dropFirst(digits.count))).lowercased()
        guard let number = number(digits), units.contains(unit) else { return nil }
        return (number, unit)
    }

    private static let units: Set = [
        "", "b", "s", "k", "m", "g", "t", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib",
    ]

    private static func factor(_ unit: String) -> Double {
        let base = unit.hasSuffix("ib") ? 1024.0 : 1000
        return switch unit.first {
        case "k": base
        case "m": base * base
        case "g": base * base * base
        case "t": base * base * base * base
        default: 1
        }
    }

    private static func isDigitOrPoint(_ character: Unicode.Scalar) -> Bool {
        "0"..."9" ~= character || character == "." || character == ","
    }

    private static func number(_ characters: ArraySlice<Unicode.Scalar>) -> Double? {
        guard characters.first?.isNumber == true else { return nil }
        return Double(String(String.UnicodeScalarView(characters.map { $0 == "," ? "." : $0 })))
    }
}

/// The drawn bar in a line.
private enum ProgressBar {
    /// The shortest bar, in characters.
    private static let shortest = 4

    /// Returns the line with spaces in place of bars, and whether it had any bars.
    static func removed(from text: [Unicode.Scalar]) -> (rest: [Unicode.Scalar], hasBar: Bool) {
        var rest = text
        var hasBar = false
        var start = 0
        while start < text.count {
            let end = self.end(in: text, from: start)
            guard end - start >= shortest else {
                start = max(end, start + 1)
                continue
            }
            for index in start..<end { rest[index] = " " }
            hasBar = true
            start = end
        }
        return (rest, hasBar)
    }

    /// Returns the end of the bar that begins at `start`; `start` itself if none begins there.
    private static func end(in text: [Unicode.Scalar], from start: Int) -> Int {
        // Within brackets, spaces belong to the bar: "[##   ]", "|██   |".
        if let closing = closing(of: text[start]) {
            let inside = text[(start + 1)...].prefix { $0 != closing && (isDrawn($0) || $0 == " ") }
            if inside.count >= shortest, inside.endIndex < text.count, text[inside.endIndex] == closing { return inside.endIndex + 1 }
        }
        return text[start...].prefix(while: isDrawn).endIndex
    }

    private static func closing(of bracket: Unicode.Scalar) -> Unicode.Scalar? {
        switch bracket {
        case "[": "]"
        case "(": ")"
        case "<": ">"
        case "|": "|"
        case "▕": "▏"
        default: nil
        }
    }

    private static func isDrawn(_ character: Unicode.Scalar) -> Bool {
        switch character {
        // Lines, blocks and shapes.
        case "#", "=", "-", ">", ".", "*", "+", "·", "\u{2500}"..."\u{25FF}": true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a letter, by the definition of `Character.isLetter`.
    fileprivate var isLetter: Bool { isASCII ? "a"..."z" ~= self || "A"..."Z" ~= self : properties.isAlphabetic }
    fileprivate var isNumber: Bool { isASCII ? "0"..."9" ~= self : properties.numericType != nil }
}
