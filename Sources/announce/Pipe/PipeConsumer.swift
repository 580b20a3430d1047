import ArgumentParser
import Glibc
import Messages

/// What happens while standard input is spoken.
enum PipeEvent: Sendable {
    /// There is more to be read, or no more.
    case input
    case message(ServerMessage)
    /// The connection has ended.
    case lost
    /// By a signal.
    case interrupted

    /// What the daemon knows this client as.
    static let app = "announce"
    /// An id of our own, unlike any that stands in messages from elsewhere.
    static func id(_ name: String) -> String { "announce-\(getpid())-\(run)-\(name)" }
    private static let run = UInt32.random(in: .min ... .max)
    /// The id of the request whose answer begins the reading.
    static let ready = id("ready")
}

/// What becomes of the lines that are read.
protocol PipeConsumer {
    /// Hears what the daemon says.
    /// - Throws: an exit code, after a line on standard error; `Connection.Failure`.
    mutating func take(_ message: ServerMessage) async throws
    /// Reads as many lines as may be posted now.
    mutating func read() async throws
    /// Whether the input has ended, and all of it was heard or never will be.
    var isDone: Bool { get }
    /// Whether something of it is to be heard.
    var isWaiting: Bool { get }
    /// What silences all that it has had spoken.
    var silencing: [Request] { get }
    var outcome: PipeOutcome { get }
}

/// What became of all lines.
struct PipeOutcome {
    private var isRefused = false
    private var isFailed = false
    private var isNotHeard = false
    /// What was warned of, so that it is told once and not with every line.
    private var warnings: Set<Warning> = []

    var exitCode: ExitCode? { isRefused ? Exit.refused : isFailed ? Exit.failed : isNotHeard ? Exit.notHeard : nil }

    /// Tells of warnings that are new. Those that come in all variety are told a hundred times.
    mutating func warn(_ told: [Warning]) {
        for warning in told where warnings.count < 100 && warnings.insert(warning).inserted {
            StandardError.print(warnings: [warning])
        }
    }

    mutating func refuse(_ message: String) {
        isRefused = true
        StandardError.print("announce: \(StandardOutput.visible(message))")
    }

    /// Tells of an announcement that was not heard. That it gave way to a newer one is as it should be.
    /// - Parameter mayBeCut: whether only a failure is worth telling.
    mutating func finished(_ did: AnnouncementDidFinish, mayBeCut: Bool = false) {
        let isFault = did.reason.isFault
        // A line without anything that can be spoken is as good as a blank one.
        guard !did.successful, did.reason != .superseded, did.reason != .unspeakable, isFault || !mayBeCut else { return }
        if isFault { isFailed = true } else { isNotHeard = true }
        let text = did.text.count > 60 ? "\(did.text.prefix(60))…" : did.text
        StandardError.print("announce: not heard: \(did.reason.told): \(StandardOutput.visible(text))")
    }
}
