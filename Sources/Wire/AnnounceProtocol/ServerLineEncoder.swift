package import Messages

/// Encodes the daemon's messages, and caches the list of voices, which is long and requested repeatedly.
package struct ServerLineEncoder: Sendable {
    private var voices: [VoiceDescription] = []
    private var encodedVoices: [UInt8] = []

    package init() {}

    /// Returns the message's line.
    package mutating func bytes(of message: ServerMessage) -> [UInt8] {
        guard case .reply(let reply) = message, case .voices(let voices) = reply.result, reply.warnings.isEmpty else {
            return message.jsonLine
        }
        // Comparing an array with itself takes no time.
        if encodedVoices.isEmpty || voices != self.voices {
            self.voices = voices
            encodedVoices = voices.json
        }
        var line = ServerMessage.reply(Reply(id: reply.id, state: reply.state)).json
        line.removeLast()  // "}"
        line.append(contentsOf: #","voices":"#.utf8)
        line.append(contentsOf: encodedVoices)
        line.append(contentsOf: "}\n".utf8)
        return line
    }
}
