import FoundationEssentials
import Glibc
import TestSupport
import Testing
import VoiceProtocol

/// Symbolic links that `--wav` names.
@Suite(.serialized)
struct WAVLinkTests {
    private let folder: TemporaryFolder
    private let link: String

    init() throws {
        folder = try TemporaryFolder()
        link = folder.path("link.wav")
    }

    /// Speaks as the daemon has it done: there the failure is an event.
    private func speak() async throws -> VoiceEvent.Failure? {
        let voice = try await VoiceUnderTest(["--wav", link, "--supervised"])
        try voice.speak(1, "OK")
        var failure: VoiceEvent.Failure?
        loop: while true {
            switch try await voice.next() {
            case .failed(let told):
                failure = told
                break loop
            case .finished: break loop
            default: continue
            }
        }
        try await voice.end()
        return failure
    }

    @Test(arguments: [true, false])
    func `The user's own link is followed to a file of theirs, also to one that does not exist yet`(exists: Bool) async throws {
        let file = exists ? try folder.write("old", to: "file.wav") : folder.path("file.wav")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try await speak() == nil)
        #expect(try Sound(wavFile: file).rms > 100)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test func `A link to a device is followed`() async throws {
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        #expect(try await speak() == nil)
    }

    @Test(
        .enabled(if: getuid() == 0, "this machine: only root can make another user's link or file"),
        arguments: [(link: true, exists: true), (link: true, exists: false), (link: false, exists: true)])
    func `Another user's link, and a link to another user's file, are refused, and the file stays as it is`(
        foreign: (link: Bool, exists: Bool)
    ) async throws {
        let file = foreign.exists ? try folder.write("precious", to: "file.wav") : folder.path("file.wav")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try await ChildProcess("chown", ["-h", "65534:65534", foreign.link ? link : file]).exit() == .code(0))
        let failure = try #require(await speak())
        #expect(failure.reason == .device)
        #expect(failure.message.contains("it is a symbolic link of another user's, or to another user's file"), "\(failure)")
        #expect(failure.message.contains("remove the link, or choose another file"))
        #expect(readFile(file) == (foreign.exists ? "precious" : nil))
    }
}
