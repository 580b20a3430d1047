import Glibc
import TestSupport

/// announced as systemd runs it: what it stores outlives it, and it is started again.
final class FaultedAnnounced: FaultedSystem {
    let name = "announced"
    let socket: String

    private let folder: TemporaryFolder
    private let keeper: DescriptorKeeper
    private let start: () throws -> ChildProcess
    private var process: ChildProcess
    private var connection: UnixSocketConnection?
    private var restarts = 0

    init(programs: String, _ route: SoundRoute) async throws {
        folder = try TemporaryFolder()
        let socket = folder.path("socket")
        self.socket = socket
        let configuration = try folder.write("voice.name = \"\(steadyVoice)\"\naudio.device = \"\(route.device)\"\n", to: "config.toml")
        let (keeper, log) = (try DescriptorKeeper(at: folder.path("notify")), folder.path("log"))
        self.keeper = keeper
        try keeper.listen(at: socket)
        start = {
            try keeper.start(
                "\(programs)/announced", ["--config", configuration, "--socket", socket], environment: route.changes, error: .file(log))
        }
        process = try start()
        connection = try await .first(to: socket, of: process)
    }

    deinit { process.close() }

    var synthesizer: Int32 { get throws { try child("announced-voice", of: process.processID) } }
    var state: String {
        if process.exitIfEnded() != nil { return "**has ended**" }
        return restarts == 0 ? "runs" : "was started again"
    }

    func post(_ text: String) throws {
        let connection = try connection ?? UnixSocketConnection(to: socket)
        self.connection = connection
        try connection.send(line: #"{"type":"announcement","priority":"high","text":"\#(text)"}"#)
    }

    func disconnect() {
        connection?.close()
        connection = nil
    }

    func end() { process.close() }

    func kill() async throws {
        process.signal(SIGKILL)
        try await process.exit()
        process = try start()
        restarts += 1
    }

    func bytes(_ misbehaviour: Misbehaviour) -> [UInt8] {
        let begin = #"{"type":"announcement","text":""#
        switch misbehaviour {
        case .halfLine: return Array(begin.utf8)
        case .flood: return Array(String(repeating: begin + "Many.\"}\n", count: 100).utf8)
        case .unread: return Array(String(repeating: "{\"type\":\"voices\"}\n", count: 100).utf8)
        case .longText: return Array((begin + longText + "\"}\n").utf8)
        }
    }
}

/// 10 MB.
let longText = String(repeating: "Much is to be said. ", count: 500_000)
