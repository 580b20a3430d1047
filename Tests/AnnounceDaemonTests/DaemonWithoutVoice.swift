import Configuration
import FrontDoors
import Glibc
import Logging
import NIOCore
import NIOPosix
import SpeechDispatcher
import TestSupport
import VoiceSupervision

@testable import AnnounceDaemon

/// A daemon in this process, on its own sockets and without a voice: commands to the voice are lost.
final class DaemonWithoutVoice: Sendable {
    private let folder: TemporaryFolder
    private let loop: any EventLoop
    private let daemon: Daemon
    /// Where its clients and speech-dispatcher's connect.
    let socket, speechDispatcher: String

    init() async throws {
        folder = try TemporaryFolder()
        (socket, speechDispatcher) = (folder.path("run/socket"), folder.path("run/speechd.sock"))
        loop = MultiThreadedEventLoopGroup.singleton.next()
        let options = DaemonOptions(
            configuration: Configuration(language: "en"),
            entrances: [
                Entrance(JSONLinesDoor(), at: .path(socket), option: ""),
                Entrance(SpeechDispatcherDoor(), at: .path(speechDispatcher), option: ""),
            ],
            voice: VoiceProgram(path: "", audio: Configuration(language: "en").audio, language: nil, wav: nil), wav: nil, idleExit: nil,
            version: "1",
            processID: 1, user: getuid())
        let daemon = Daemon(options: options, eventLoop: loop, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        self.daemon = daemon
        try await loop.flatSubmit { daemon.assumeIsolated { $0.listen() } }.get()
    }

    /// On its event loop: what clients do meanwhile it finds all at once.
    func run<Result: Sendable>(_ body: @escaping @Sendable (isolated Daemon) throws -> Result) async throws -> Result {
        try await loop.submit { [daemon] in try daemon.assumeIsolated(body) }.get()
    }

    /// Waits until this many clients have connected and all of them were served.
    func allHaveGone(_ count: Int, within limit: Duration = .seconds(20)) async throws {
        let deadline = SuspendingClock.now + limit
        while try await run({ $0.lastClient < count || $0.connections.count > 0 }) {
            guard SuspendingClock.now < deadline else { throw TimedOut("clients are still served") }
        }
    }
}
