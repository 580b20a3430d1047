/// A compiled regular expression of the pronunciation dictionary (T2). The caller supplies the engine.
package protocol TextPattern: Sendable {
    /// Returns the ranges of all matches, as UTF-8 offsets in ascending order. No range is empty or overlaps another.
    /// - Parameters:
    ///   - text: the text in UTF-8.
    ///   - steps: the allowance for the search; on return, the remaining steps. The same search costs the same on every machine.
    /// - Throws: ``OutOfSteps`` if the search would cost more.
    func ranges(in text: [UInt8], steps: inout Int) throws(OutOfSteps) -> [Range<Int>]
}

/// A search that was abandoned because it cost too much.
package struct OutOfSteps: Error {
    package init() {}
}

/// The reason why a regular expression can't be used.
package struct UnusablePattern: Error {
    package var message: String

    package init(message: String) {
        self.message = message
    }
}
