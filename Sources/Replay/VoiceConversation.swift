import ConnectedProcess
import Glibc
import JSONLines
import VoiceProtocol

/// A voice process that is used synchronously: a command is sent, and its answer awaited. For code without an event loop.
///
/// Each unsafe expression is a system call with buffers that are valid for the call.
final class VoiceConversation {
    /// The process has ended, or does not answer.
    struct Ended: Error {}

    private let process: ConnectedProcess
    private let file: String
    private var lines = LineDecoder(maximumLength: 1 << 20)

    /// - Parameter file: The file to which the process writes its sound.
    init(_ program: String, arguments: [String], file: String) throws {
        process = try ConnectedProcess.start(program, arguments: arguments)
        self.file = file
    }

    deinit {
        close(process.descriptor)
        kill(process.processID, SIGKILL)
        var status: CInt = 0
        while unsafe waitpid(process.processID, &status, 0) == -1, errno == EINTR {}
    }

    /// The current size of the file, in bytes.
    var bytesWritten: Int {
        var status = stat()
        return unsafe stat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    func send(_ command: VoiceCommand) throws(Ended) {
        let line = JSONLine.encode(command)
        var sent = 0
        while sent < line.count {
            let count = unsafe line.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    process.descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent, CInt(MSG_NOSIGNAL))
            }
            if count > 0 { sent += count } else if errno != EINTR { throw Ended() }
        }
    }

    /// Returns the next event.
    /// - Parameter seconds: The maximum time until the process sends something.
    func next(within seconds: Double) throws(Ended) -> VoiceEvent {
        while true {
            if let next = lines.next() {
                guard case .line(let line) = next, let event = try? JSONLine.decode(VoiceEvent.self, from: line) else { throw Ended() }
                return event
            }
            try read(within: seconds)
        }
    }

    private func read(within seconds: Double) throws(Ended) {
        var polled = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = unsafe poll(&polled, 1, CInt(seconds * 1000))
            if ready > 0 { break }
            guard ready < 0, errno == EINTR else { throw Ended() }
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(process.descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw Ended() }
        lines.append(bytes[..<count])
    }
}
