import Narration
import TestSupport
import Testing

/// What docs/COMPARISON.md says about elements.
@Suite struct ComparisonTests {
    @Test("E2, E12, E13, E14, N8: each row of the table of properties is what is heard")
    func properties() throws {
        let table = try repositoryText("docs/COMPARISON.md").split(separator: "| Fields | Heard |")[1].split(separator: "\n\n")[0]
        let rows = table.split(separator: "\n").dropFirst(2)
        #expect(rows.count > 10)
        for row in rows {
            let cells = row.split(separator: " | ")
            let fields = cells[0].drop { $0 != "`" }.dropFirst().dropLast()
            var screen = Screen()
            screen.post(#""type":"elementFocused","element":{"id":"a","label":"A",\#(fields)}"#)
            screen.waitForSilence()
            if fields.contains("live") {
                screen.post(#""type":"elementFocused","element":{"id":"b","label":"B"}"#)
                screen.waitForSilence()
                _ = screen.heard()
                screen.post(#""type":"elementUpdated","element":"a","value":"Saved""#)
                screen.waitForSilence()
            }
            let heard = screen.heard().map { $0.drop { $0 != " " }.dropFirst() }.joined(separator: " ")
            #expect(heard == cells[1], "\(row)")
        }
    }
}
