import CPCRE2
import Synchronization

/// PCRE2's working memory. All searches share it, one at a time, because allocating it would cost more than most searches.
///
/// Each unsafe expression calls PCRE2 with pointers that are valid for the call.
@safe struct SearchMemory: ~Copyable {
    static let shared = Mutex(SearchMemory())

    let context: OpaquePointer?
    private let data: OpaquePointer?

    /// The maximum heap for alternatives that are still to be tried, in KiB.
    private static let most: UInt32 = 4096

    enum Result {
        case found(Range<Int>)
        case none
        /// The search was abandoned.
        case failed
    }

    private init() {
        unsafe context = unsafe pcre2_match_context_create_8(nil)
        // Only the position of the whole match is needed, not the positions of its groups.
        unsafe data = unsafe pcre2_match_data_create_8(1, nil)
        unsafe pcre2_set_heap_limit_8(context, Self.most)
    }

    deinit {
        unsafe pcre2_match_data_free_8(data)
        unsafe pcre2_match_context_free_8(context)
    }

    mutating func match(_ code: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ options: UInt32) -> Result {
        let count = unsafe pcre2_match_8(code, text.baseAddress, text.count, start, options, data, context)
        guard count >= 0, let places = unsafe pcre2_get_ovector_pointer_8(data) else {
            return count == PCRE2_ERROR_NOMATCH ? .none : .failed
        }
        guard unsafe start <= places[0], unsafe places[0] <= places[1] else { return .failed }
        return unsafe .found(places[0]..<places[1])
    }
}
