import AnnounceProtocol
import JSONLines
import NIOCore
import SpeechDispatcherProtocol

/// What is spoken on a socket.
enum ClientProtocol {
    /// announced's own: JSON Lines.
    case announce
    /// SSIP.
    case speechDispatcher
}

/// The bytes of a client, cut into what its protocol is made of.
struct ClientInput {
    enum Piece {
        case line(LineDecoder.Line)
        case speechDispatcher(SSIPDecoder.Input)

        /// Whether a line without its ending may be a request all the same. What else it is, who has gone is not told: it need not be read.
        var mayBeWhole: Bool {
            guard case .line(.line(let bytes)) = self else { return true }
            return bytes.last { !" \t\r".utf8.contains($0) } == UInt8(ascii: "}")
        }
    }

    private var lines = LineDecoder(maximumLength: RequestLine.maximumLength)
    /// Nil where lines are spoken.
    private var commands: SSIPDecoder?

    init(_ protocol: ClientProtocol) {
        if `protocol` == .speechDispatcher { commands = SSIPDecoder() }
    }

    /// Goes on with a connection of the process before.
    init(after restored: RestoredConnection) {
        lines = LineDecoder(
            maximumLength: RequestLine.maximumLength, after: restored.line, unserved: restored.unserved, isSkipping: restored.isSkipping)
    }

    /// The number of the line that was given out last.
    var lineNumber: Int { lines.lineNumber }

    var unserved: Continuity.Unserved? {
        commands == nil
            ? Continuity.Unserved(bytes: lines.unserved, line: lines.lineNumber, isSkipping: lines.isSkipping) : nil
    }

    mutating func append(_ bytes: ByteBufferView) {
        if commands == nil { lines.append(bytes) } else { commands?.append(bytes) }
    }

    mutating func next() -> Piece? {
        commands == nil ? lines.next().map { .line($0) } : commands?.next().map { .speechDispatcher($0) }
    }

    /// What the client has not ended before it went.
    mutating func finish() -> Piece? {
        commands == nil ? lines.finish().map { .line($0) } : commands?.finish().map { .speechDispatcher($0) }
    }

    mutating func beginText() { commands?.beginText() }
}
