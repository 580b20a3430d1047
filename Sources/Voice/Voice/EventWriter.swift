import Glibc
import JSONLines
import VoiceProtocol

/// The sending end of the connection: each event is one line, written completely before the call returns. Thread: the voice's only one.
struct EventWriter {
    let descriptor: Int32

    /// Writes `event`. A slow reader blocks the process. A closed connection ends it, because there is no client left to speak for.
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
