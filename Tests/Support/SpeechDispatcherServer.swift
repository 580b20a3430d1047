import FoundationEssentials

/// The real speech-dispatcher, with a configuration and a socket of its own. `deinit` ends it.
package final class SpeechDispatcherServer: Sendable {
    /// Where its speech goes.
    package enum Output: Sendable {
        /// eSpeak NG speaks through an audio system that speech-dispatcher knows by this name: `pulse`, or `alsa` with a PCM.
        case eSpeakNG(audio: String, device: String = "default")
        /// A module without a voice.
        case nowhere

        fileprivate var settings: String {
            switch self {
            case .eSpeakNG(let audio, let device):
                """
                AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
                DefaultModule espeak-ng
                AudioOutputMethod "\(audio)"
                AudioALSADevice "\(device)"

                """
            case .nowhere: "DefaultModule dummy\nAudioOutputMethod \"libao\"\n"
            }
        }
    }

    package let socket: String
    package let process: ChildProcess
    /// The first connection, which proves that the server serves its socket.
    package let connection: UnixSocketConnection
    /// From the program's start to that connection.
    package let startup: Duration
    private let folder: TemporaryFolder

    /// Starts the server, and waits until it accepts connections.
    /// - Parameters:
    ///   - socket: the socket's path, if not a new one.
    ///   - sound: the environment in which its sound is played.
    package init(_ output: Output, socket: String? = nil, sound: [String: String] = [:]) async throws {
        folder = try TemporaryFolder()
        self.socket = socket ?? folder.path("socket")
        try FileManager.default.createDirectory(atPath: folder.path("modules"), withIntermediateDirectories: true)
        if case .eSpeakNG = output {
            let module = try String(contentsOfFile: "/etc/speech-dispatcher/modules/espeak-ng.conf", encoding: .utf8)
            try folder.write(module, to: "modules/espeak-ng.conf")
        }
        let settings = "LogLevel 1\nDefaultLanguage \"en\"\nDefaultVolume 100\nTimeout 0\n"
        try folder.write(settings + output.settings, to: "speechd.conf")
        // Without an installed locale the program would end at once.
        let variables = (sound as [String: String?]).merging(["LC_ALL": "C.UTF-8", "LANG": nil]) { $1 }
        let start = SuspendingClock.now
        process = try ChildProcess(
            "speech-dispatcher",
            [
                "-s", "-C", folder.path, "-L", folder.path, "-P", folder.path("pid"), "-c", "unix_socket", "-S", self.socket, "-t", "0",
            ], environment: .inherited(with: variables), output: .null, error: .file(folder.path("log")))
        // The program may create its socket before it serves it.
        connection = try await .first(to: self.socket, of: process)
        startup = start.duration(to: .now)
    }

    deinit { process.close() }
}
