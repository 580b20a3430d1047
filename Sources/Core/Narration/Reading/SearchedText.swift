/// A text in the forms that dictionary entries search, each created when first needed.
struct SearchedText {
    let text: TracedText
    /// The text with one kind of apostrophe, because writers and keyboards choose between two.
    private var ownScalars: [Unicode.Scalar]?
    private var lowercaseScalars: [Unicode.Scalar]?
    private var encoded: [UInt8]?

    init(_ text: TracedText) {
        self.text = text
    }

    /// Returns the text with straight apostrophes.
    mutating func scalars() -> [Unicode.Scalar] {
        if let ownScalars { return ownScalars }
        let made = text.scalars.map(Self.straightened)
        ownScalars = made
        return made
    }

    /// Returns the straight apostrophe for a curved one or a letter apostrophe.
    static func straightened(_ scalar: Unicode.Scalar) -> Unicode.Scalar { scalar == "\u{2019}" || scalar == "\u{2BC}" ? "'" : scalar }

    /// Returns the text in lower case, scalar for scalar, so that offsets stay the same. A letter whose lowercase form has several scalars
    /// is left as it is.
    mutating func lowercased(steps: inout Int) -> [Unicode.Scalar] {
        if let lowercaseScalars { return lowercaseScalars }
        let made = text.scalars.map { scalar in
            if !scalar.isASCII { steps -= Self.stepsToLowercase }
            return Self.straightened(Self.lowercased(scalar))
        }
        lowercaseScalars = made
        return made
    }
    private static let stepsToLowercase = 16

    static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard !scalar.isASCII else { return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        return small.count == 1 ? small.first ?? scalar : scalar
    }

    /// Returns the text as regular expressions search it.
    mutating func utf8() -> [UInt8] {
        if let encoded { return encoded }
        var made: [UInt8] = []
        made.reserveCapacity(text.scalars.count)
        for scalar in scalars() { made.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
        encoded = made
        return made
    }

    /// Converts ranges from UTF-8 offsets, in ascending order, to Unicode scalars.
    static func scalarRanges(of ranges: [Range<Int>], in utf8: [UInt8]) -> [Range<Int>] {
        var byte = 0
        var scalar = 0
        func advance(to end: Int) -> Int {
            while byte < end {
                if !UTF8.isContinuation(utf8[byte]) { scalar += 1 }
                byte += 1
            }
            return scalar
        }
        return ranges.map { advance(to: $0.lowerBound)..<advance(to: $0.upperBound) }
    }
}
