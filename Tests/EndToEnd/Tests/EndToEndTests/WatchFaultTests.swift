import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// announced-watch, and servers that misbehave.
    struct WatchFaultTests {
        /// The folder of the sockets, and that of all other files: what is written there would be taken for another server.
        private let folder: TemporaryFolder, files: TemporaryFolder

        init() throws { (folder, files) = (try TemporaryFolder(), try TemporaryFolder()) }

        private func watcher() throws -> ChildProcess {
            try ChildProcess(
                builtProduct("announced-watch"), ["--socket", folder.path("daemon")],
                environment: .inherited(with: [
                    "PULSE_SERVER": "unix:\(folder.path("sound"))", "PULSE_RUNTIME_PATH": files.path, "XDG_RUNTIME_DIR": files.path,
                    "XDG_CONFIG_HOME": files.path,
                ]), output: .null)
        }

        /// Serves this many connections of a watcher. Between them are 5 ms, 10 ms, 20 ms …
        private func expectPatience(of count: Int, with server: ClosingServer, sourceLocation: SourceLocation = #_sourceLocation)
            async throws
        {
            let watcher = try watcher()
            try await server.serve()
            let start = SuspendingClock.now
            for _ in 1..<count { try await server.serve() }
            #expect(.now - start > .milliseconds(5) * ((1 << (count - 1)) - 1), sourceLocation: sourceLocation)
            withExtendedLifetime(watcher) {}
        }

        @Test func `Mistakes in the configuration that --config names are reported`() async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("[watch]\nnotifications = \"al\"\n", to: "config.toml")
            let watcher = try ChildProcess(
                builtProduct("announced-watch"), ["--config", file, "--socket", folder.path("none")],
                environment: .inherited(with: americanEnglish), output: .null, error: .pipe)
            let line = try await watcher.error.nextLine()
            #expect(line?.contains("config.toml:2:1: watch.notifications: expected \"off\"") == true, "\(line ?? "")")
            watcher.signal(SIGTERM)
            #expect(try await watcher.exit() == .signal(SIGTERM))
        }

        @Test(arguments: [
            #"{"type":"outcomesLost"}"#, #"{"type":"error","ok":false,"code":"tooManyClients","message":"256 clients are connected"}"#,
        ])
        func `A daemon that ends each connection at once is tried again after ever longer waits`(_ farewell: String) async throws {
            try await expectPatience(of: 8, with: ClosingServer(at: folder.path("daemon"), sending: farewell + "\n"))
        }

        @Test func `A daemon that was stopped is connected to again when another is passed its socket`() async throws {
            let server = try ClosingServer(at: folder.path("daemon"))
            let watcher = try watcher()
            try await server.serve()
            // As a daemon does that is passed a socket.
            #expect(unsafe utimensat(AT_FDCWD, folder.path("daemon"), nil, 0) == 0)
            try await server.serve()
            withExtendedLifetime(watcher) {}
        }

        @Test func `A sound server that ends each connection at once is tried again as well, and not given up`() async throws {
            try await expectPatience(of: 11, with: ClosingServer(at: folder.path("sound")))
        }

        @Test func `Without inotify, a sound server that comes back is found too`() async throws {
            let scene = try await WatchStage()
            try await scene.killWatcher()
            try await scene.stage.server.kill()
            try scene.startWatcher(withInotify: false)
            try await scene.noted("no sound server answers; recordings go unnoticed")
            let descriptors = "/proc/\(scene.watcher.processID)/fd"
            for name in try FileManager.default.contentsOfDirectory(atPath: descriptors) {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
                #expect(target?.contains("inotify") != true)
            }
            try await scene.stage.server.restart()
            try await scene.noted(WatchStage.inHealth)
        }
    }
}
