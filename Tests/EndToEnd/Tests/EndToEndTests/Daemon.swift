import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// An `announced` with a separate socket, ready to speak.
final class Daemon: Sendable {
    let process: ChildProcess
    let socket: String
    /// The folder with the files that it reads and writes.
    let folder: TemporaryFolder

    /// Starts the daemon, and waits until it listens and its voice is ready.
    /// - Parameter socket: the socket's path, if not a new one.
    init(
        configuration: String = "", _ arguments: [String] = [], socket: String? = nil, environment: [String: String] = [:]
    ) async throws {
        folder = try TemporaryFolder()
        self.socket = socket ?? folder.path("run/socket")
        process = try Self.start(configuration, ["--socket", self.socket] + arguments, in: folder, environment)
        var awaited: Set = ["announced: voice ready", "announced: ready"]
        while !awaited.isEmpty {
            guard let line = try await process.error.nextLine(within: .seconds(60)) else {
                throw DidNotStart(description: "announced ended: \(try await process.exit())")
            }
            awaited = awaited.filter { message in !Self.isLog(line, message) }
        }
    }

    /// Starts a daemon that may exit by itself.
    static func start(
        _ configuration: String = "", _ arguments: [String], in folder: TemporaryFolder, _ environment: [String: String] = [:],
        error: ChildProcess.Stream = .pipe
    ) throws -> ChildProcess {
        let file = try folder.write(configuration, to: "config.toml")
        let variables = (environment as [String: String?]).merging(americanEnglish) { own, _ in own }
        return try ChildProcess(
            builtProduct("announced"), ["--config", file, "--log-level", "debug"] + arguments, environment: .inherited(with: variables),
            output: .null, error: error)
    }

    /// Returns the next line of the log with this message, and drops those before it.
    func log(_ message: String) async throws -> String {
        try #require(await process.error.firstLine(within: .seconds(60)) { Self.isLog($0, "announced: \(message)") })
    }

    /// Returns the process of its voice.
    func voice() async throws -> Int32 { try await Self.voice(of: process) }

    /// Returns the process of a daemon's voice. One that was killed may not have been reaped yet, and its successor not have been started.
    static func voice(of process: ChildProcess) async throws -> Int32 {
        func text(_ path: String) -> String? { try? String(contentsOfFile: "/proc/\(path)", encoding: .utf8) }
        var voice: String?
        try await look(for: "the voice") {
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processID)/task")
            let children = threads.flatMap { text("\(process.processID)/task/\($0)/children")?.split(separator: " ") ?? [] }
            voice = children.first { child in
                text("\(child)/stat").map { $0.contains("(announced-voice) ") && !$0.contains("(announced-voice) Z") } ?? false
            }.map(String.init)
            return voice != nil
        }
        return try #require(voice.flatMap { Int32($0) })
    }

    /// Ends the daemon as a service manager does.
    @discardableResult
    func end() async throws -> ChildProcess.Exit {
        process.signal(SIGTERM)
        return try await process.exit()
    }

    struct DidNotStart: Error, CustomStringConvertible {
        let description: String
    }

    /// Checks a log line of the form `<time> <level> announced: <key=value …> [<module>] <message>`.
    private static func isLog(_ line: String, _ message: String) -> Bool {
        let parts = message.split(separator: ": ", maxSplits: 1)
        return line.contains(" \(parts[0]): ") && line.hasSuffix("] \(parts[1])")
    }
}
