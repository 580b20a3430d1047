import Messages
import Testing

@testable import announce

@Suite struct ExplanationLinesTests {
    @Test func `The first step has the time of day, later ones the seconds since, and one without a time stays as it is`() {
        let explanation = Explanation(
            id: "7",
            steps: [
                .init(at: 5.4, text: "mail posted 7, “Hello”, of class low."), .init(at: 5.75, text: "it began to be heard."),
                .init(at: 65.4, text: "it was cut by 8: at 3.000 s (Q2)."), .init(text: "It waits."),
            ], events: [])
        #expect(
            explanation.lines { "clock \($0)" } == [
                "At clock 5.4 mail posted 7, “Hello”, of class low.", "+0.350 s: it began to be heard.",
                "+60.000 s: it was cut by 8: at 3.000 s (Q2).", "It waits.",
            ])
    }
}
