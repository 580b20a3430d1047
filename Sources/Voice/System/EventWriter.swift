import Glibc
import JSONLines
import VoiceProtocol

/// The sending end of the connection: each event is one line, written completely before the call returns. Thread: the voice's only one.
struct EventWriter {
    let descriptor: Int32

    /// Writes `event`. A slow reader blocks the process; a closed connection ends it, because no one is left to speak for.
    func write(_ event: VoiceEvent) { write(line: JSONLine.encode(event)) }

    /// Writes a line, which ends with `\n`, in the same way.
    func write(line: [UInt8]) {
        var written = 0
        while written < line.count {
            // SAFETY: pointer and count describe the rest of the array, which lives for the call.
            let count = unsafe line.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var room = PollSet()
                room.add(descriptor, for: POLLOUT)
                room.wait(timeout: nil)
            } else if errno != EINTR {
                exit(errno == EPIPE ? 0 : EXIT_FAILURE)
            }
        }
    }
}

/// Writes one line to standard error, for the user or the journal. Never pass it a client's text.
func log(_ line: String) {
    let bytes = Array("announced-voice: \(line)\n".utf8)
    // SAFETY: pointer and count describe the same array, which lives for the call. Losing a log line is no error.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
