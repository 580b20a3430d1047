import Testing

@testable import announce

/// The output of `announce run`'s command that waits to be read.
struct UnreadOutputTests {
    @Test func `Passing on never waits: of what is not read in time, the older lines are skipped and counted`() throws {
        let unread = UnreadOutput(most: 100)
        let lines = (0..<1000).map { "line \($0)\n" }
        for line in lines { unread.append(Array(line.utf8)) }
        let part = try #require(unread.take())
        let text = String(decoding: part.bytes, as: UTF8.self)
        #expect(part.bytes.count <= 100 && text.hasPrefix("line ") && text.hasSuffix("line 999\n"))
        #expect(part.skipped + part.bytes.count == lines.joined().utf8.count)
        unread.append(Array("more".utf8))
        unread.end()
        let last = try #require(unread.take())
        #expect(last.skipped == 0 && String(decoding: last.bytes, as: UTF8.self) == "more")
        #expect(unread.take() == nil)
    }

    @Test func `One piece that is longer than what may wait is read`() throws {
        let unread = UnreadOutput(most: 10)
        unread.append(Array("before".utf8))
        unread.append(Array("a long piece\n".utf8))
        let part = try #require(unread.take())
        #expect(part.skipped == 6 && part.bytes == Array("a long piece\n".utf8))
    }
}
