import Glibc
import JSONLines
import Messages
import System
import VoiceProtocol

/// The sending end of the connection: each event is one line, written completely before the call returns. Thread: the voice's only one.
struct EventWriter {
    let descriptor: Int32

    /// Writes `event`. A slow reader blocks the process. A closed connection ends it, because there is no client left to speak for.
    func write(_ event: VoiceEvent) { write(line: event.jsonLine) }

    /// Writes a line, which ends with `\n`, in the same way.
    func write(line: [UInt8]) {
        if let code = FileBytes.writeAll(line, to: descriptor).failure { exit(code == EPIPE ? 0 : EXIT_FAILURE) }
    }
}
