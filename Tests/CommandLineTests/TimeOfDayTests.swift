import Testing

@testable import announce

@Suite struct TimeOfDayTests {
    @Test func `A moment is briefly the time, and the date before it on another day`() {
        // A day and a second before.
        let (moment, now) = (TimeOfDay(1_763_700_000), TimeOfDay(1_763_786_401))
        #expect(moment.brief(on: moment) == moment.clock.prefix(8) && moment.clock.count == 12)
        #expect(moment.brief(on: now) == "\(moment.internet.prefix(10)) \(moment.clock.prefix(8))")
        #expect(moment.brief(on: now).hasPrefix("2025-11-2"))
    }
}
