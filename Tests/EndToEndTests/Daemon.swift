import Glibc
import TestSupport
import Testing

/// An `announced` with a socket of its own, ready to speak.
final class Daemon: Sendable {
    let process: ChildProcess
    let socket: String
    /// What it reads and writes.
    let folder: TemporaryFolder

    /// Starts it and awaits that it listens and its voice is ready.
    /// - Parameter socket: where it listens, if not at a path of its own.
    init(
        configuration: String = "", _ arguments: [String] = [], socket: String? = nil, environment: [String: String] = [:]
    ) async throws {
        folder = try TemporaryFolder()
        self.socket = socket ?? folder.path("run/socket")
        process = try Self.start(configuration, ["--socket", self.socket] + arguments, in: folder, environment)
        var awaited: Set = ["announced: voice ready", "announced: ready"]
        while !awaited.isEmpty {
            guard let line = try await process.error.nextLine(within: .seconds(10)) else {
                throw DidNotStart(description: "announced ended: \(try await process.exit())")
            }
            awaited = awaited.filter { message in !Self.isLog(line, message) }
        }
    }

    /// Starts one that may end by itself.
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

    /// The next line of the log with this message; those before it are dropped.
    func log(_ message: String) async throws -> String {
        try #require(await process.error.firstLine(within: .seconds(15)) { Self.isLog($0, "announced: \(message)") })
    }

    /// The process of its voice.
    func voice() async throws -> Int32 {
        let children = try await ChildProcess("ps", ["-o", "pid=,comm=", "--ppid", "\(process.processID)"]).output.remainingLines()
        let line = try #require(children.first { $0.contains("announced-voice") })
        return try #require(Int32(line.split(separator: " ")[0]))
    }

    /// Ends it as a service manager does.
    @discardableResult
    func end() async throws -> ChildProcess.Exit {
        process.signal(SIGTERM)
        return try await process.exit()
    }

    struct DidNotStart: Error, CustomStringConvertible {
        let description: String
    }

    /// A line is `<time> <level> announced: <key=value …> [<module>] <message>`.
    private static func isLog(_ line: String, _ message: String) -> Bool {
        let parts = message.split(separator: ": ", maxSplits: 1)
        return line.contains(" \(parts[0]): ") && line.hasSuffix("] \(parts[1])")
    }
}
