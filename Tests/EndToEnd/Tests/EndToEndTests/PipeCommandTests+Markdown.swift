import TestSupport
import Testing

// Markdown that grows.
extension EndToEnd.PipeCommandTests {
    @Test func `T22, U9: Markdown is heard by sentences while it grows, and by blocks once they are complete`() async throws {
        let pipe = try pipe(["--markdown"])
        func expect(_ text: String) async throws {
            let heard = try await watcher.message { $0.event == "started" }.text
            #expect(heard == text)
        }
        try pipe.write("## The *answer*\n\nIt is **simple**. Take")
        for text in ["The answer.", "It is simple."] { try await expect(text) }
        try pipe.write(" [milk](http://x.y), and `12:00` is late! ")
        // The program waits: the sentence is complete.
        try await expect("Take milk, and `12:00` is late!")
        try pipe.write("\n1. One. More.\n2. Two\n\n```sh\nls\n\n")
        for text in ["1. One. More.", "2. Two."] { try await expect(text) }
        try pipe.write("cd\n```\n|Name|Age|\n|---|---|\n|Anna|30|\n")
        for text in ["code, 3 lines.", "Name: Anna, Age: 30."] { try await expect(text) }
        try pipe.write("|Bo|5|\n\n---\n\n<!-- no -->\n\n```\nnever closed")
        try await expect("Name: Bo, Age: 5.")
        pipe.closeInput()
        try await expect("code, 1 line.")
        #expect(try await pipe.error.remainingLines() == [])
        #expect(try await pipe.exit() == .code(0))
        #expect(try await heard() == [])
    }

    @Test func `T22: with --code, code is heard, and a text that is nested too deep as it is`() async throws {
        let pipe = try pipe(["--markdown", "--code", "--priority", "default"])
        try pipe.write("```\nlet a\nlet b\n```\n\(String(repeating: ">", count: 100)) deep\n")
        pipe.closeInput()
        #expect(
            try await pipe.error.remainingLines() == [
                "announce: warning: format: the Markdown is nested too deep, or has too many parts; the text is read as it is (T22)"
            ])
        #expect(try await pipe.exit() == .code(0))
        let heard = try await heard()
        #expect(heard.count == 2 && heard[0] == "`let a` `let b`" && heard[1].hasSuffix(" deep"), "\(heard)")
    }

    @Test func `U9: a fence that never closes is heard in parts, in little memory`() async throws {
        let pipe = try pipe(["--markdown"])
        try pipe.write("```\n" + String(repeating: "a\n", count: 100_000), within: .seconds(60))
        pipe.closeInput()
        #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
        let lines = try await heard().map { $0.split(separator: " ")[1] }
        #expect(lines.count == 4 && lines.compactMap { Int($0) }.reduce(0, +) == 100_000, "\(lines)")
    }
}
