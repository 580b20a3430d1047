package import Messages

/// Encodes the daemon's messages, and caches the list of voices, which is long and requested repeatedly.
package struct ServerLineEncoder: Sendable {
    private var voices: [VoiceDescription] = []
    private var encodedVoices: [UInt8] = []

    package init() {}

    /// Returns the same bytes as ``ServerLine/bytes(of:)``.
    package mutating func bytes(of message: ServerMessage) -> [UInt8] {
        guard case .reply(let reply) = message, case .voices(let voices) = reply.result, reply.warnings.isEmpty else {
            return ServerLine.bytes(of: message)
        }
        // Comparing an array with itself takes no time.
        if encodedVoices.isEmpty || voices != self.voices {
            self.voices = voices
            encodedVoices = Array(ServerLine.json(of: voices).utf8)
        }
        var line = ServerLine.bytes(of: .reply(Reply(id: reply.id, state: reply.state)))
        line.removeLast(2)  // "}\n"
        line.append(contentsOf: #","voices":"#.utf8)
        line.append(contentsOf: encodedVoices)
        line.append(contentsOf: "}\n".utf8)
        return line
    }
}
