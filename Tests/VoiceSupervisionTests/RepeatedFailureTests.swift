import Testing

@testable import VoiceSupervision

/// A failure that repeats does not fill the log.
@Suite struct RepeatedFailureTests {
    @Test("A repeated failure is reported the first, second, fourth, eighth … time, with its count")
    func same() {
        var failure = RepeatedFailure()
        let told = (1...100).compactMap { _ in failure.record("no synthesizer") }
        #expect(told == [1, 2, 4, 8, 16, 32, 64])
    }

    @Test("Another failure, or the same one after a recovery, is reported at once")
    func another() {
        var failure = RepeatedFailure()
        for _ in 1...3 { _ = failure.record("no synthesizer") }
        #expect(failure.record("hung") == 1)
        #expect(failure.record("no synthesizer") == 1)
        failure.end()
        #expect(failure.record("no synthesizer") == 1)
    }
}
