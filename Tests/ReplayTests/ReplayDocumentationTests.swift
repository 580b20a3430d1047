import TestSupport
import Testing

/// The examples in docs/REPLAY.md show the real output.
@Suite struct ReplayDocumentationTests {
    @Test func `The trace that is explained is the example's`() throws {
        let table = try ReplayTable(repositoryText("docs/examples/stopwatch.jsonl"), secondsPerWord: 0.4)
        let parts = try repositoryText("docs/REPLAY.md").split(separator: "```json\n").dropFirst()
        let shown = parts.flatMap { part in
            part.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "```" }.map(String.init)
        }
        #expect(shown == table.json)
    }

    @Test func `The picture that is shown is the example's`() throws {
        let table = try ReplayTable(repositoryText("docs/examples/stopwatch.jsonl"), secondsPerWord: 0.4)
        let isSame = try repositoryText("docs/examples/stopwatch.svg") == table.picture("docs/examples/stopwatch.jsonl")
        let example = "docs/examples/stopwatch"
        #expect(isSame, "announced replay \(example).jsonl --seconds-per-word 0.4 --timeline \(example).svg draws it again")
    }
}
