import Glibc
import TestSupport
import Testing

struct FolderTests {
    @Test func `A temporary folder is gone when it is let go of`() async throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let path = try #require(folder).path
        try folder?.write("text", to: "file")
        #expect(try await ChildProcess("cat", ["\(path)/file"]).output.remainingLines() == ["text"])
        folder = nil
        #expect(try await ChildProcess("test", ["-e", path]).exit() == .code(1))
    }

    @Test func `Products are beside the test bundle`() async throws {
        let link = try ChildProcess("readlink", ["/proc/\(getpid())/exe"])
        let bundle = try #require(await link.output.nextLine())
        let name = try #require(bundle.split(separator: "/").last)
        #expect(try builtProduct(String(name)) == bundle)
        #expect(throws: ProductMissing.self) { try builtProduct("no-such-product") }
    }
}
