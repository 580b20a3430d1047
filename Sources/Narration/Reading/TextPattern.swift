/// A regular expression of the pronunciation dictionary (T2), compiled. Narration searches with whichever engine it is given.
package protocol TextPattern: Sendable {
    /// Returns the ranges of all matches, in offsets of UTF-8 and in their order. None is empty, none overlaps another.
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - steps: what the search may cost; on return, what is left of it. The same search always costs the same, on any machine.
    /// - Throws: ``OutOfSteps`` if the search would cost more.
    func ranges(in text: [UInt8], steps: inout Int) throws(OutOfSteps) -> [Range<Int>]
}

/// A search that was given up because it cost too much.
package struct OutOfSteps: Error {
    package init() {}
}

/// A regular expression that can't be used, and why.
package struct UnusablePattern: Error {
    package var message: String

    package init(message: String) {
        self.message = message
    }
}
