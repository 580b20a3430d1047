import FoundationEssentials
import TestSupport

/// The benchmark's own `bare-loop`, which does nothing but speak.
final class BareLoop: SpeechSystem {
    /// When its PCM is opened.
    enum Opening: String, CaseIterable {
        case open, keep
    }

    let name = "bare loop"
    let measures: [Latencies.Measure]
    private let process: ChildProcess

    init(opening: Opening, _ route: SoundRoute) async throws {
        measures = opening == .open ? [.rest] : [.char, .word, .sentence, .replacement]
        process = try ChildProcess(
            Self.program, [opening.rawValue, route.device], environment: route.variables, input: .pipe)
        guard try await process.output.nextLine() == "ready" else { throw UnexpectedAnswer(description: "bare-loop did not start") }
    }

    deinit { process.close() }

    var processIDs: [Int32] { [process.processID] }

    func speak(_ text: String) throws { try process.write("speak \(text)\n") }
    func stop() throws { try process.write("stop\n") }
    func replace(with text: String) throws { try process.write("stop\nspeak \(text)\n") }
    func speakToEnd(_ text: String) async throws { try speak(text) }

    /// Beside this program.
    private static let program: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/bare-loop"
    }()
}
