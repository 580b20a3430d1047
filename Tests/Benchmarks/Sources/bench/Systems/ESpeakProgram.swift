import Glibc
import TestSupport

/// The `espeak-ng` program, a process for each utterance, killed to stop.
final class ESpeakProgram: SpeechSystem {
    let name = "espeak-ng CLI"
    /// A process for each text has no rest.
    let measures: [Latencies.Measure] = [.char, .word, .sentence, .replacement]
    let processIDs: [Int32] = []

    private let route: SoundRoute
    private var process: ChildProcess?

    init(_ route: SoundRoute) {
        self.route = route
    }

    func speak(_ text: String) throws {
        process = try ChildProcess(
            "espeak-ng", ["-v", steadyVoice, text], environment: route.variables, output: .null, error: .null)
    }

    func stop() throws {
        process?.close()
        process = nil
    }

    func replace(with text: String) throws {
        let former = process
        former?.signal(SIGKILL)
        try speak(text)
        former?.close()
    }

    func speakToEnd(_ text: String) async throws {
        try speak(text)
        try await process?.exit(within: .seconds(15))
    }
}
