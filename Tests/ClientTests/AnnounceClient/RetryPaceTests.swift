import System
import Testing

@Suite struct RetryPaceTests {
    @Test func `The first waits are short, each is twice as long as the last, and none is longer than a minute`() {
        var pace = RetryPace()
        let waits = (0..<40).map { _ in pace.next() }
        #expect(waits[0] == .milliseconds(5))
        for (wait, next) in zip(waits, waits.dropFirst()) { #expect(next == min(wait * 2, .seconds(60))) }
        #expect(waits.last == .seconds(60))
    }

    @Test func `After a new socket or a connection, the short waits begin again`() {
        var pace = RetryPace()
        for _ in 0..<7 { _ = pace.next() }
        #expect(!pace.isOver)
        _ = pace.next()
        #expect(pace.isOver)
        pace.reset()
        #expect(!pace.isOver)
        #expect(pace.next() == .milliseconds(5))
    }
}
