import SpeechQueue
import Testing

@testable import AnnounceDaemon

@Suite struct LogBudgetTests {
    @Test func `Some lines at once, then one every ten seconds, which tells how many were left out`() {
        var budget = LogBudget()
        let start = Instant(nanoseconds: 5_000_000_000)
        #expect((0..<100).count { _ in budget.spend(at: start) == 0 } == 60)
        #expect(budget.spend(at: start + 9) == nil)
        #expect(budget.spend(at: start + 10.1) == 41)
        #expect(budget.spend(at: start + 10.2) == nil)
        #expect(budget.spend(at: start + 30) == 1)
        // A day with a line due each second.
        #expect((0..<86_400).count { budget.spend(at: start + 100 + Double($0)) != nil } < 8_800)
        // A quiet hour.
        #expect((0..<100).count { _ in budget.spend(at: start + 100_000) != nil } == 60)
    }
}
