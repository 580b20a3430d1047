/// A position in an utterance's text.
package struct RunPosition: Sendable, Equatable {
    /// The index of one of the utterance's runs.
    package var run: Int
    /// The offset from the run's beginning, in Unicode scalars.
    package var offset: Int

    package init(run: Int, offset: Int) {
        self.run = run
        self.offset = offset
    }
}
