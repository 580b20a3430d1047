import Testing

@testable import announce

@Suite struct ExplainedStepTests {
    @Test func `The first sentence has the time of day, later ones the seconds since, and one without a time stays as it is`() {
        let told = [
            "At 5.400 s mail posted 7, “At 9.000 s ”, of class low.", "At 5.750 s it began to be heard.",
            "At 65.4 s it was cut by 8: at 3.000 s (Q2).", "It waits.",
        ]
        let lines = ExplainedStep.lines(of: told) { "clock \($0)" }
        #expect(
            lines == [
                "At clock 5.4 mail posted 7, “At 9.000 s ”, of class low.", "+0.350 s: it began to be heard.",
                "+60.000 s: it was cut by 8: at 3.000 s (Q2).", "It waits.",
            ])
    }
}
