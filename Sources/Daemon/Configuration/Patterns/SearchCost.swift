import CPCRE2

/// Counts a search's cost in steps of a few nanoseconds, and ends the search when its allowance is spent.
///
/// PCRE2 calls ``charge(_:_:)`` before it tries an item of the pattern. The call shows how far PCRE2 has moved in the text since the last
/// one. ``Rates`` covers the work within an item, where there are no calls.
struct SearchCost {
    private(set) var left: Int
    private let rates: Rates
    private var position: Int
    private var start = -1

    /// The cost of trying an item, including the call of ``charge(_:_:)``.
    private static let stepsPerItem = 3
    /// The bytes per step while PCRE2 searches for a letter, and while it copies its own memory.
    private static let bytesSearchedPerStep = 512, bytesCopiedPerStep = 256
    /// The number of characters of a class that are examined in a step.
    private static let classBytesPerStep = 10

    init(_ rates: Rates, from position: Int, left: Int) {
        self.rates = rates
        self.position = position
        self.left = left
    }

    /// - Returns: nonzero if the search must end.
    static func charge(_ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ cost: UnsafeMutableRawPointer?) -> CInt {
        // SAFETY: PCRE2 passes the pointer given for this search, and a block that is valid for the call.
        guard let block = unsafe block?.pointee, let cost = unsafe cost?.assumingMemoryBound(to: SearchCost.self) else { return 1 }
        unsafe cost.pointee.charge(block)
        return unsafe cost.pointee.left < 0 ? PCRE2_ERROR_CALLOUT : 0
    }

    private mutating func charge(_ block: pcre2_callout_block_8) {
        let now = unsafe block.current_position
        left -= rates.item + (abs(now - position) + 1) * rates.character
        position = now
        if unsafe block.start_match != start {
            start = unsafe block.start_match
            left -= unsafe (block.subject_length - start) / Self.bytesSearchedPerStep
        }
        if rates.references.contains(unsafe block.pattern_position) {
            // A repeated group may match nearly to its end and then fail, so charge for the longest group.
            var longest = 0
            for group in unsafe 1..<max(1, Int(block.capture_top)) {
                longest = unsafe max(longest, block.offset_vector[2 * group + 1] - block.offset_vector[2 * group])
                left -= 1
            }
            left -= longest
        }
    }

    /// The costs of a pattern's items.
    struct Rates {
        /// The cost of each item, regardless of the text.
        private(set) var item: Int
        /// The cost of each compared byte of the text.
        private(set) var character = 1
        /// The positions in the pattern that refer back to a group.
        private(set) var references: Set<Int> = []
        /// The construct that makes the pattern's cost unpredictable; nil if there is none.
        private(set) var uncountable: String?

        init(of code: OpaquePointer, source: [UInt8]) {
            var frame = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_FRAMESIZE), &frame)
            var lookbehind: UInt32 = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_MAXLOOKBEHIND), &lookbehind)
            var repetition = 0
            for place in unsafe Self.items(of: code) {
                let item = source[place]
                // `\K` may move the start of a match past its end.
                if item.starts(with: "\\K".utf8) { uncountable = "\\K; a lookbehind does the same" }
                if item.starts(with: "\\X".utf8) { uncountable = "\\X; a dot is one character" }
                if item.first == UInt8(ascii: "[") {
                    character = max(character, 1 + item.count / classBytesPerStep)
                    if String(decoding: item, as: UTF8.self).contains("&&") { uncountable = "&& in a class" }
                }
                if Self.isReference(item) { references.insert(place.lowerBound) }
                repetition = max(repetition, Self.leastRepetition(of: item))
            }
            item = stepsPerItem + frame / bytesCopiedPerStep + (repetition + Int(lookbehind)) * character
        }

        /// Returns the positions of the pattern's items.
        private static func items(of code: OpaquePointer) -> [Range<Int>] {
            var places: [Range<Int>] = []
            // SAFETY: the array outlives the calls, which all happen before the function returns.
            unsafe withUnsafeMutablePointer(to: &places) { places in
                _ = unsafe pcre2_callout_enumerate_8(
                    code,
                    { block, places in
                        guard let block = unsafe block?.pointee else { return 1 }
                        let start = unsafe block.pattern_position
                        unsafe places?.assumingMemoryBound(to: [Range<Int>].self).pointee.append(start..<start + block.next_item_length)
                        return 0
                    }, places)
            }
            return places
        }

        /// Returns whether an item is `\1`, `\g{1}`, `\k<name>` or `(?P=name)`.
        private static func isReference(_ item: ArraySlice<UInt8>) -> Bool {
            if item.starts(with: "(?P=".utf8) { return true }
            guard item.first == UInt8(ascii: "\\"), let kind = item.dropFirst().first else { return false }
            return (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(kind) || kind == UInt8(ascii: "g") || kind == UInt8(ascii: "k")
        }

        /// Returns the `n` of `{n}`, `{n,}` and `{n,m}`.
        private static func leastRepetition(of item: ArraySlice<UInt8>) -> Int {
            guard let brace = item.lastIndex(of: UInt8(ascii: "{")) else { return 0 }
            let digits = item[(brace + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            // Exclude `\x{2014}`.
            guard brace != item.startIndex + 2 || !"xogkpPN".utf8.contains(item[brace - 1]) || item.first != UInt8(ascii: "\\") else {
                return 0
            }
            return Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }
    }
}
