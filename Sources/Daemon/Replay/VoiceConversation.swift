import Glibc
import JSONLines
import Messages
import System
import VoiceProtocol

/// A voice process that is used synchronously: the caller sends a command and awaits the answer. For code without an event loop.
///
/// Each unsafe expression is a system call with buffers that are valid for the call.
final class VoiceConversation {
    /// The process has ended, or does not answer.
    struct Ended: Error {}

    private let processID: pid_t
    private let socket: UnixSocket
    private let file: String
    private var lines = LineDecoder(maximumLength: 1 << 20)

    /// - Parameters:
    ///   - file: The file to which the process writes its sound.
    ///   - passing: A descriptor that the process inherits.
    init(_ program: String, arguments: [String], file: String, passing: CInt?) throws {
        let process = try ConnectedProcess.start(program, arguments: arguments, passing: passing.map { [$0] } ?? [])
        processID = process.processID
        socket = UnixSocket(owning: process.descriptor)
        self.file = file
    }

    deinit {
        kill(processID, SIGKILL)
        _ = ProcessEnd(of: processID)
    }

    /// The current size of the file, in bytes.
    var bytesWritten: Int {
        var status = stat()
        return unsafe stat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    func send(_ command: VoiceCommand) throws(Ended) {
        do { try socket.send(command.jsonLine, by: nil) } catch { throw Ended() }
    }

    /// Returns the next event.
    /// - Parameter seconds: The maximum time until the process sends something.
    func next(within seconds: Double) throws(Ended) -> VoiceEvent {
        while true {
            if let next = lines.next() {
                guard case .line(let line) = next, let event = try? VoiceEvent(jsonLine: line) else { throw Ended() }
                return event
            }
            guard let bytes = try? socket.receive(by: .now + .seconds(seconds)), !bytes.isEmpty else { throw Ended() }
            lines.append(bytes)
        }
    }
}
