import Testing

@testable import Replay

@Suite struct ReplayInputTests {
    private static func mistakes(_ text: String) -> [String] {
        do throws(ReplayInput.Mistakes) {
            _ = try ReplayInput(Array(text.utf8), file: "f.jsonl")
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test(arguments: [
        "", "\n\n", #"{"at":0,"type":"stop"}"#, "{\"at\":0,\"type\":\"stop\"}\r\n",
        "\n{\"at\":1,\"type\":\"stop\"}\n  \n{\"at\":1,\"type\":\"stop\"}",
    ])
    func `Empty lines do not count, and the last line may lack its end`(text: String) {
        #expect(Self.mistakes(text) == [])
    }

    @Test func `Lines keep their numbers`() throws {
        let input = try ReplayInput(Array("\n{\"at\":1,\"type\":\"stop\"}\n\n{\"at\":2,\"type\":\"stop\"}".utf8), file: "")
        #expect(input.events.map(\.number) == [2, 4])
    }

    @Test func `Every wrong line is reported with its number`() {
        let text = """
            {"at":1,"type":"stop"}
            {"at":0.5,"type":"stop"}
            nonsense
            {"at":1,"type":"stop"}

            {"type":"stop"}
            {"at":3,"type":"cancel","target":7}
            """
        #expect(
            Self.mistakes(text) == [
                "f.jsonl:2: at: 0.5 goes back in time; expected 1.0 or later",
                "f.jsonl:3: the line is not a JSON object; expected {…}",
                "f.jsonl:6: at: missing; expected seconds from the beginning",
                "f.jsonl:7: target: expected a string",
            ])
    }

    @Test func `Reading ends after twenty mistakes`() {
        #expect(Self.mistakes(String(repeating: "x\n", count: 50)).count == 20)
    }

    @Test func `A line that is too long is a mistake`() {
        let text = #"{"at":0,"type":"announcement","text":""# + String(repeating: "a", count: 300_000) + "\"}\n{\"at\":0,\"type\":\"stop\"}"
        #expect(Self.mistakes(text) == ["f.jsonl:1: the line is too long; expected at most 262144 bytes"])
    }
}
