import ArgumentParser
import Glibc
import Messages

/// An event while standard input is spoken.
enum PipeEvent: Sendable {
    /// More input is available, or it has ended.
    case input
    case message(ServerMessage)
    /// The connection has ended.
    case lost
    /// By a signal.
    case interrupted

    /// The name under which the daemon knows this client.
    static let app = "announce"
    /// Returns an id that no message from elsewhere contains.
    static func id(_ name: String) -> String { "announce-\(getpid())-\(run)-\(name)" }
    private static let run = UInt32.random(in: .min ... .max)
    /// The id of the request whose reply starts the reading.
    static let ready = id("ready")
}

/// Handles the lines that are read.
protocol PipeConsumer {
    /// Receives a message from the daemon.
    /// - Throws: an exit code, after a line on standard error; `Connection.Failure`.
    mutating func take(_ message: ServerMessage) async throws
    /// Reads as many lines as may be posted now.
    mutating func read() async throws
    /// Whether the input has ended, and every line has its outcome.
    var isDone: Bool { get }
    /// Whether something is still to be heard.
    var isWaiting: Bool { get }
    /// The requests that silence everything posted.
    var silencing: [Request] { get }
    var outcome: PipeOutcome { get }
}

/// The outcome of all lines.
struct PipeOutcome {
    private var isRefused = false
    private var isFailed = false
    private var isNotHeard = false
    /// Warnings already printed, so that they are not repeated with every line.
    private var warnings: Set<Warning> = []

    var exitCode: ExitCode? { isRefused ? Exit.refused : isFailed ? Exit.failed : isNotHeard ? Exit.notHeard : nil }

    /// Prints new warnings, at most a hundred different ones.
    mutating func warn(_ told: [Warning]) {
        for warning in told where warnings.count < 100 && warnings.insert(warning).inserted {
            StandardError.print(warnings: [warning])
        }
    }

    mutating func refuse(_ message: String) {
        isRefused = true
        StandardError.print("announce: \(StandardOutput.visible(message))")
    }

    /// Notes an announcement's outcome, and reports one that was not heard. Being superseded by a newer one is normal.
    /// - Parameter mayBeCut: whether to report only failures.
    mutating func finished(_ did: AnnouncementDidFinish, mayBeCut: Bool = false) {
        let isFault = did.reason.isFault
        // A line with nothing speakable counts as blank.
        guard !did.successful, did.reason != .superseded, did.reason != .unspeakable, isFault || !mayBeCut else { return }
        if isFault { isFailed = true } else { isNotHeard = true }
        let text = did.text.count > 60 ? "\(did.text.prefix(60))…" : did.text
        StandardError.print("announce: not heard: \(did.reason.told): \(StandardOutput.visible(text))")
    }
}
