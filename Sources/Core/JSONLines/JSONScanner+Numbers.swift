extension JSONScanner {
    /// Scans a number.
    mutating func number() throws(JSONLineError) -> JSONValue {
        let start = place
        let isNegative = skip("-")
        let whole = place
        if skip("0") {
            if isDigit { throw expected("no digit after a leading zero") }
        } else {
            try skipDigits()
        }
        let digits = bytes[whole..<place]
        var isWhole = true
        if skip(".") {
            isWhole = false
            try skipDigits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("+") { _ = skip("-") }
            try skipDigits()
        }
        if isWhole, digits.count <= 18 {
            let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return .number(isNegative ? -number : number)
        }
        let text = bytes[start..<place]
        guard text.count <= Self.longestNumber, let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return .hugeNumber
        }
        return .decimal(number)
    }
    /// The maximum length of a number. Further digits would take time without changing the value.
    private static var longestNumber: Int { 1000 }

    private var isDigit: Bool { place < bytes.count && bytes[place] &- UInt8(ascii: "0") <= 9 }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func skipDigits() throws(JSONLineError) {
        guard isDigit else { throw expected("a digit") }
        while isDigit { place += 1 }
    }
}
