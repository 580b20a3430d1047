import CPCRE2
package import Narration
import Synchronization

// Patterns searches texts with the user's regular expressions. It uses PCRE2, whose steps can be counted, so that a search that takes too
// long ends at the same step on any machine.

/// A regular expression compiled by PCRE2.
///
/// Each unsafe expression calls PCRE2 with pointers that are valid for the call.
@safe package final class PCREPattern: TextPattern, @unchecked Sendable {
    // SAFETY: nothing modifies a compiled pattern, so any thread may search with it. It is freed with this object.
    private let code: OpaquePointer
    private let rates: SearchCost.Rates

    /// The maximum length of a pattern, in bytes of UTF-8.
    private static let longestPattern = 4096
    /// The maximum length of a searched text, in bytes of UTF-8. Limited because PCRE2's optimized search for a match's start is not
    /// counted.
    private static let longestText = 65_536
    /// The cost of starting the search for a match, and the number of bytes that PCRE2 skips in a step during that search.
    private static let stepsPerMatch = 48, bytesPerStep = 16

    /// - Throws: ``UnusablePattern`` if the pattern does not compile, matches the empty text, or has a cost that can't be counted.
    package init(_ source: String) throws(UnusablePattern) {
        let pattern = Array(source.utf8)
        let context = unsafe pcre2_compile_context_create_8(nil)
        defer { unsafe pcre2_compile_context_free_8(context) }
        unsafe pcre2_set_max_pattern_length_8(context, Self.longestPattern)
        unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
        var problem: CInt = 0
        var offset = 0
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_AUTO_CALLOUT | PCRE2_NEVER_BACKSLASH_C
        guard let code = unsafe pcre2_compile_8(pattern, pattern.count, options, &problem, &offset, context) else {
            let place = String(decoding: pattern.prefix(offset), as: UTF8.self).count
            let reason = place == 0 ? Self.message(problem) : "\(Self.message(problem)), after \(place) of its characters"
            throw UnusablePattern(message: "\"\(source)\" is not a regular expression: \(reason)")
        }
        unsafe self.code = unsafe code
        rates = unsafe SearchCost.Rates(of: code, source: pattern)
        if let construct = rates.uncountable {
            throw UnusablePattern(message: "\"\(source)\" is not supported: \(construct)")
        }
        var steps = PronunciationDictionary.stepsPerSearch
        let match = try? firstMatch(in: [], from: 0, UInt32(PCRE2_ANCHORED) | PCRE2_ENDANCHORED, steps: &steps)
        guard match == nil else {
            throw UnusablePattern(message: "\"\(source)\" matches the empty text; expected one that matches at least one character")
        }
    }

    deinit { unsafe pcre2_code_free_8(code) }

    package func ranges(in text: [UInt8], steps: inout Int) throws(OutOfSteps) -> [Range<Int>] {
        // A single item, such as a repeated long class, may scan the whole text before it is charged.
        guard text.count <= min(Self.longestText, PronunciationDictionary.stepsPerSearch / rates.character) else { return [] }
        steps -= text.count / Self.bytesPerStep
        var ranges: [Range<Int>] = []
        // Ignore empty matches: `x*` matches between all letters.
        while let range = try firstMatch(in: text, from: ranges.last?.upperBound ?? 0, PCRE2_NOTEMPTY, steps: &steps) {
            ranges.append(range)
        }
        return ranges
    }

    private func firstMatch(
        in text: [UInt8], from start: Int, _ options: UInt32, steps: inout Int
    ) throws(OutOfSteps) -> Range<Int>? {
        var cost = SearchCost(rates, from: start, left: steps - Self.stepsPerMatch)
        let result = SearchMemory.shared.withLock { memory in
            // SAFETY: `cost` and `text` outlive the match. The text is valid UTF-8, because it was encoded from Unicode scalars.
            unsafe withUnsafeMutablePointer(to: &cost) { cost in
                unsafe pcre2_set_callout_8(memory.context, { unsafe SearchCost.charge($0, $1) }, cost)
                return unsafe text.withUnsafeBufferPointer { text in
                    unsafe memory.match(code, text, from: start, options | PCRE2_NO_UTF_CHECK)
                }
            }
        }
        steps = cost.left
        switch result {
        case .found(let range): return range
        case .none: return nil
        case .failed: throw OutOfSteps()
        }
    }

    private static func message(_ problem: CInt) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(problem, &text, text.count)
        return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
    }
}
