/// Counts the digits of a number, because eSpeak NG 1.51 overflows a buffer with the words for 13 digits in Cantonese and Shan, and for 18
/// in Georgian. Points, commas and spaces between groups do not end a number.
struct LongNumber {
    private let mostDigits: Int
    private var digits = 0
    private var isBetweenGroups = false

    init(mostDigits: Int) { self.mostDigits = mostDigits }

    /// Passes a scalar, and returns whether the number must end before it, preferably between two of its groups.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case _ where scalar.properties.numericType == .decimal:
            let isFull = digits >= mostDigits || isBetweenGroups && digits > mostDigits - 4
            digits = isFull ? 1 : digits + 1
            isBetweenGroups = false
            return isFull
        case ".", ",", "'", "’", " ", "\u{A0}", "\u{202F}":
            if isBetweenGroups { digits = 0 }
            isBetweenGroups = true
        default:
            digits = 0
            isBetweenGroups = false
        }
        return false
    }
}
