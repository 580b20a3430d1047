import Glibc
import TestSupport

/// The `espeak-ng` program, a process for each utterance, killed to stop.
final class ESpeakProgram: SpeechSystem {
    let name = "espeak-ng CLI"
    let processIDs: [Int32] = []

    private let server: any SoundServer
    private var process: ChildProcess?

    init(server: any SoundServer) {
        self.server = server
    }

    func speak(_ text: String) throws {
        process = try ChildProcess(
            "espeak-ng", ["-v", steadyVoice, text], environment: systemEnvironment(server), output: .null, error: .null)
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
