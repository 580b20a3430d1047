import CPCRE2

/// Counts what a search costs, in steps of some nanoseconds, and ends it when they are spent.
///
/// PCRE2 calls ``charge(_:_:)`` before each item of the pattern that it tries. How far it has moved in the text since the last time is
/// known then; what it may do within an item without a further call is charged for by ``Rates``.
struct SearchCost {
    private(set) var left: Int
    private let rates: Rates
    private var position: Int
    private var start = -1

    /// What trying an item costs, a call of ``charge(_:_:)`` included.
    private static let stepsPerItem = 3
    /// How many bytes PCRE2 passes over in a step while it looks for a letter, and copies in a step of its own memory.
    private static let bytesSearchedPerStep = 512, bytesCopiedPerStep = 256
    /// How many characters of a class are looked at in a step.
    private static let classBytesPerStep = 10

    init(_ rates: Rates, from position: Int, left: Int) {
        self.rates = rates
        self.position = position
        self.left = left
    }

    /// - Returns: whether the search has to end: not 0.
    static func charge(_ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ cost: UnsafeMutableRawPointer?) -> CInt {
        // SAFETY: PCRE2 passes on the pointer that it was given for this search, and a block that lives for the call.
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
            // A group may match again nearly to its end, and then not: the longest that it could be.
            var longest = 0
            for group in unsafe 1..<max(1, Int(block.capture_top)) {
                longest = unsafe max(longest, block.offset_vector[2 * group + 1] - block.offset_vector[2 * group])
                left -= 1
            }
            left -= longest
        }
    }

    /// What a pattern's items cost.
    struct Rates {
        /// Each of them, whatever the text.
        private(set) var item: Int
        /// Each byte of the text that is compared.
        private(set) var character = 1
        /// Where in the pattern a group is to match again.
        private(set) var references: Set<Int> = []
        /// Why what the pattern costs can't be told; nil: it can.
        private(set) var uncountable: String?

        init(of code: OpaquePointer, source: [UInt8]) {
            var frame = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_FRAMESIZE), &frame)
            var lookbehind: UInt32 = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_MAXLOOKBEHIND), &lookbehind)
            var repetition = 0
            for place in unsafe Self.items(of: code) {
                let item = source[place]
                // It may move a match's beginning behind its end.
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

        /// Where in the pattern its items stand.
        private static func items(of code: OpaquePointer) -> [Range<Int>] {
            var places: [Range<Int>] = []
            // SAFETY: the array outlives the calls, which come before the function returns.
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

        /// `\1`, `\g{1}`, `\k<name>`, `(?P=name)`.
        private static func isReference(_ item: ArraySlice<UInt8>) -> Bool {
            if item.starts(with: "(?P=".utf8) { return true }
            guard item.first == UInt8(ascii: "\\"), let kind = item.dropFirst().first else { return false }
            return (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(kind) || kind == UInt8(ascii: "g") || kind == UInt8(ascii: "k")
        }

        /// The `n` of `{n}`, `{n,}` and `{n,m}`.
        private static func leastRepetition(of item: ArraySlice<UInt8>) -> Int {
            guard let brace = item.lastIndex(of: UInt8(ascii: "{")) else { return 0 }
            let digits = item[(brace + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            // Not `\x{2014}`.
            guard brace != item.startIndex + 2 || !"xogkpPN".utf8.contains(item[brace - 1]) || item.first != UInt8(ascii: "\\") else {
                return 0
            }
            return Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }
    }
}
