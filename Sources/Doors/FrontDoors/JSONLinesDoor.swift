import AnnounceProtocol
import Conductor
import JSONLines
import Markdown
package import Messages
package import SpeechQueue

/// The door for announced's own protocol: JSON Lines (docs/PROTOCOL.md).
///
/// The reply to an invalid line is an error; the next line is read as usual.
package struct JSONLinesDoor: FrontDoor {
    private var lines: [ClientID: LineDecoder] = [:]
    private var encoder = ServerLineEncoder()

    package init() {}

    package var keepsConnections: Bool { true }

    package func refusal(_ error: ErrorReply) -> [UInt8] { ServerMessage.error(error).jsonLine }

    package mutating func didConnect(_ client: ClientID, in context: inout DoorContext) {
        lines[client] = LineDecoder(maximumLength: RequestLine.maximumLength)
    }

    package mutating func adopt(_ client: ClientID, unserved: UnservedInput) {
        lines[client] = LineDecoder(
            maximumLength: RequestLine.maximumLength, after: unserved.line, unserved: Array(unserved.bytes), isSkipping: unserved.isSkipping
        )
    }

    package mutating func didDisconnect(_ client: ClientID, in context: inout DoorContext) { lines[client] = nil }

    package mutating func append(_ bytes: [UInt8], from client: ClientID) { lines[client]?.append(bytes) }

    package mutating func serveNext(of client: ClientID, in context: inout DoorContext) -> Bool {
        guard let line = lines[client]?.next() else { return false }
        serve(line, of: client, in: &context)
        return true
    }

    package mutating func serveLast(of client: ClientID, isGone: Bool, in context: inout DoorContext) -> Bool {
        // `printf '{…}' | socat` sends its last line without a line end. If the client has disconnected, an incomplete line causes no
        // error, because the client would not read it.
        guard let line = lines[client]?.finish(), !isGone || line.mayBeWhole else { return false }
        serve(line, of: client, in: &context)
        return true
    }

    package func unserved(of client: ClientID) -> UnservedInput? {
        lines[client].map { UnservedInput(bytes: $0.unserved, line: $0.lineNumber, isSkipping: $0.isSkipping) }
    }

    package mutating func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8] { encoder.bytes(of: message) }

    package mutating func outputs(of event: TraceEvent, to subscribers: [ClientID], at now: Instant) -> [Output] {
        [.writeEvent(encoder.bytes(of: .event(event)), to: subscribers)]
    }

    private func serve(_ line: LineDecoder.Line, of client: ClientID, in context: inout DoorContext) {
        let number = lines[client]?.lineNumber
        switch line {
        case .tooLong:
            let message = "the line is longer than \(RequestLine.maximumLength) bytes; it is skipped to its end"
            context.conduct { conductor, _ in
                conductor.refuse(ErrorReply(code: .tooLarge, message: message, line: number), to: client)
            }
        case .line(let bytes):
            // Accept blank lines, which users may type between messages.
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
            do {
                var line = try RequestLine(line: bytes)
                line.request.readMarkup(warnings: &line.warnings)
                let request = line
                context.conduct {
                    $0.receive(
                        request.request, id: request.id, warnings: request.warnings, line: number, size: bytes.count, from: client, at: $1)
                }
            } catch {
                var error = error
                error.line = number
                context.conduct { conductor, _ in conductor.refuse(error, to: client) }
            }
        }
    }
}

extension LineDecoder.Line {
    /// Whether a line without its ending may still be a complete request.
    fileprivate var mayBeWhole: Bool {
        guard case .line(let bytes) = self else { return true }
        return bytes.last { !" \t\r".utf8.contains($0) } == UInt8(ascii: "}")
    }
}
