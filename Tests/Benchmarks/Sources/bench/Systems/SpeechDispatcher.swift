import FoundationEssentials
import TestSupport

/// speech-dispatcher with its espeak-ng module and a separate configuration, driven by SSIP.
final class SpeechDispatcher: SSIPSystem {
    /// The destination of its sound.
    enum Output: String, CaseIterable {
        case pulse, alsa
    }

    let name: String
    /// From its start to the first connection.
    let startup: Duration

    let socket: String
    let client: SSIPClient

    private let folder: TemporaryFolder
    private let process: ChildProcess

    init(output: Output, server: any SoundServer) async throws {
        name = "speech-dispatcher, \(output)"
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("modules"), withIntermediateDirectories: true)
        let module = try String(contentsOfFile: "/etc/speech-dispatcher/modules/espeak-ng.conf", encoding: .utf8)
        try folder.write(module, to: "modules/espeak-ng.conf")
        let configuration = """
            LogLevel 1
            DefaultLanguage "en-US"
            AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
            DefaultModule espeak-ng
            AudioOutputMethod "\(output)"
            AudioALSADevice "default"
            Timeout 0

            """
        try folder.write(configuration, to: "speechd.conf")
        socket = folder.path("socket")
        let start = SuspendingClock.now
        process = try ChildProcess(
            "speech-dispatcher",
            [
                "-s", "-C", folder.path, "-L", folder.path, "-P", folder.path("pid"), "-c", "unix_socket", "-S", socket, "-t", "0",
            ], environment: systemEnvironment(server), output: .null, error: .file(folder.path("log")))
        let connection = try await UnixSocketConnection.first(to: socket, of: process)
        startup = start.duration(to: .now)
        client = try SSIPClient(connection, system: name)
    }

    deinit { process.close() }

    var processIDs: [Int32] { [process.processID] + descendants(of: process.processID) }
}
