import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What a voice needs runs out, as the daemon's user or the whole machine may cause it. Until there is enough again, the daemon answers,
    /// says what is missing, and loses nothing.
    struct StarvationTests {
        enum Shortage: CaseIterable {
            case descriptors, processes, program

            /// What status and log say.
            var reason: String {
                switch self {
                case .descriptors: "no descriptor is left"
                case .processes: "Resource temporarily unavailable"
                case .program: "No such file or directory"
                }
            }
        }

        @Test(.timeLimit(.minutes(3)), arguments: Shortage.allCases)
        func `While no voice can be started the daemon answers and is idle; within 2 s of the end, what waits is heard`(
            _ shortage: Shortage
        ) async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Starved(in: folder)
            let client = Client(try await UnixSocketConnection.first(to: daemon.socket, of: daemon.process))
            try client.announce("before", "Before.", #""priority":"high""#)
            #expect(try await client.finish("before").successful == true)

            try await daemon.begin(shortage)
            kill(try await Daemon.voice(of: daemon.process), SIGKILL)
            try client.announce("high", "This has waited.", #""priority":"high""#)
            try await client.awaitStatus({ $0.voice.message?.contains(shortage.reason) == true }, is: true)
            let used = try processorTime(of: daemon.process.processID)
            let since = SuspendingClock.now
            // It says nothing more meanwhile, and does next to nothing.
            let quiet = try await UnixSocketConnection.first(to: daemon.socket, of: daemon.process)
            #expect(throws: TimedOut.self) { try quiet.nextLine(blockingFor: .seconds(3)) }
            let load = try (processorTime(of: daemon.process.processID) - used) / since.duration(to: .now)
            var slowest = Duration.zero
            for _ in 0..<200 {
                let stopwatch = Stopwatch(of: [getpid(), daemon.process.processID])
                slowest = max(slowest, stopwatch.elapsed(at: try client.askBlocking("ping")))
            }
            print("\(shortage): \(load) of a processor, the slowest ping took \(slowest)")
            #expect(slowest < .milliseconds(50))
            #expect(load < 0.03, "\(load)")
            // What else happens in a life: the configuration is read again, others come and go, the user's commands are obeyed.
            daemon.process.signal(SIGHUP)
            try client.announce("low", "So has this.", #""priority":"low""#)
            try client.announce("stopped", "This is not heard.", #""priority":"low""#)
            try client.send(#"{"type":"cancel","target":"stopped"}"#)
            #expect(try await client.finish("stopped").reason == "stopped")
            for _ in 0..<250 { _ = try UnixSocketConnection(to: daemon.socket) }

            try await daemon.end(shortage)
            let waiting = Stopwatch(of: [getpid(), daemon.process.processID])
            try await client.awaitStatus({ $0.voice.state }, is: "ready")
            #expect(waiting.elapsed < .seconds(2))
            #expect(try await client.finish("high").successful == true)
            #expect(try await client.finish("low").successful == true)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty, "each has one outcome")
            daemon.process.signal(SIGTERM)
            #expect(try await daemon.process.exit() == .code(0))
            let heard = try Sound(wavFile: daemon.wav)
            for text in ["Before.", "This has waited.", "So has this."] {
                #expect(try await heard.find(reference(text)).correlation > 0.9, "\(text)")
            }
        }

        @Test(arguments: [("nofile", 32, 2), ("nofile", 64, 18), ("as", 120 << 20, 61)])
        func `Few descriptors or little memory are enough for a whole life, with a lost voice and a crowd`(
            _ resource: String, _ limit: Int, busy: Int
        ) async throws {
            let folder = try TemporaryFolder()
            let (socket, wav) = (folder.path("run/socket"), folder.path("heard.wav"))
            let arguments = ["--config", try folder.write(steady, to: "config.toml"), "--socket", socket, "--wav", wav]
            let process = try ChildProcess(
                "prlimit", ["--\(resource)=\(limit)", builtProduct("announced")] + arguments,
                environment: .inherited(with: americanEnglish), output: .null, error: .file(folder.path("log")))
            let client = Client(try await UnixSocketConnection.first(to: socket, of: process))
            try client.announce("first", "Before.", #""priority":"high""#)
            #expect(try await client.finish("first").successful == true)
            kill(try await Daemon.voice(of: process), SIGKILL)
            process.signal(SIGHUP)
            try client.announce("second", "After a loss.", #""priority":"high""#)
            #expect(try await client.finish("second").successful == true)
            // They say nothing, so they give way.
            let crowd = try (0..<250).map { _ in try UnixSocketConnection(to: socket) }
            let announce = try announceProcess(["--socket", socket, "--wait", "Among many."])
            #expect(try await announce.exit() == .code(0))
            #expect(try await client.ask("ping").ok == true)
            withExtendedLifetime(crowd) {}
            // As many as fit wait to be heard, and none of them gives way. The user's commands are carried out all the same.
            try client.send(#"{"type":"pause"}"#)
            try client.announce("own", "This is not heard.", #""priority":"low""#)
            let waiting = try (0..<60).map { number in
                let one = Client(try UnixSocketConnection(to: socket))
                try? one.announce("\(number)", "Nor is this.", #""priority":"low""#)
                return one
            }
            try await client.awaitStatus(\.waiting["low"], is: busy)
            for command in ["status", "stop", "resume"] {
                #expect(try await announceProcess(["--socket", socket, command]).exit() == .code(0), "\(command)")
            }
            #expect(try await client.finish("own").reason == "stopped")
            withExtendedLifetime(waiting) {}
            process.signal(SIGTERM)
            #expect(try await process.exit() == .code(0))
            let heard = try Sound(wavFile: wav)
            for text in ["Before.", "After a loss.", "Among many."] {
                #expect(try await heard.find(reference(text)).correlation > 0.9, "\(text)")
            }
        }
    }

    /// A daemon of another user, with programs of its own.
    private struct Starved {
        let process: ChildProcess
        let socket: String
        let wav: String
        private let folder: TemporaryFolder
        /// Its user, whose processes no one else counts.
        private static let user = ["--reuid=62511", "--regid=62511", "--clear-groups"]
        private var program: String { folder.path("bin/announced-voice") }

        init(in folder: TemporaryFolder) async throws {
            self.folder = folder
            socket = folder.path("run/socket")
            wav = folder.path("heard.wav")
            try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
            for name in ["announced", "announced-voice"] {
                try FileManager.default.copyItem(atPath: builtProduct(name), toPath: folder.path("bin/\(name)"))
            }
            let configuration = try folder.write(steady, to: "config.toml")
            // The user must be able to reach its own folder.
            let parent = try #require(folder.path.lastIndex(of: "/").map { String(folder.path[..<$0]) })
            try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: parent)
            try await ChildProcess("chown", ["-R", "62511:62511", folder.path]).exit()
            process = try ChildProcess(
                "setpriv", Self.user + [folder.path("bin/announced"), "--config", configuration, "--socket", socket, "--wav", wav],
                environment: .inherited(with: americanEnglish), output: .null, error: .file(folder.path("log")))
        }

        func begin(_ shortage: Shortage) async throws {
            switch shortage {
            case .descriptors: try await limit("nofile", to: 3)
            case .processes: try await limit("nproc", to: 1)
            case .program: try FileManager.default.moveItem(atPath: program, toPath: folder.path("aside"))
            }
        }

        func end(_ shortage: Shortage) async throws {
            switch shortage {
            case .descriptors: try await limit("nofile", to: 1024)
            case .processes: try await limit("nproc", to: 1000)
            case .program: try FileManager.default.moveItem(atPath: folder.path("aside"), toPath: program)
            }
        }

        private func limit(_ resource: String, to count: Int) async throws {
            let arguments = ["prlimit", "--pid", "\(process.processID)", "--\(resource)=\(count):"]
            let exit = try await ChildProcess("setpriv", Self.user + arguments).exit()
            #expect(exit == .code(0))
        }

        typealias Shortage = StarvationTests.Shortage
    }
}
