import Messages

/// A connection to the user's sound server, for one query. PulseAudio takes 0.2 ms to answer, PipeWire's server 0.9 ms.
struct PulseAudioConnection: ~Copyable {
    /// How long the server may take to answer: the first sound waits for it.
    private static let patience = Duration.milliseconds(100)

    private let socket: UnixSocket
    private let deadline = ContinuousClock.now + patience
    private var received: [UInt8] = []

    private init(to path: String) throws { socket = try UnixSocket(to: path) }

    /// Connects to the server.
    /// - Parameter environment: returns the variables with which libpulse finds the server.
    /// - Returns: nil if there is no such server on this machine, or it refuses.
    static func open(environment: (String) -> String?, user: UInt32) throws -> PulseAudioConnection? {
        let runtimeFolder = RuntimeFolder.path(environment: environment, user: user)
        guard let path = PulseAudioSocket.standard(environment: environment, runtimeFolder: runtimeFolder).path else { return nil }
        var connection = try PulseAudioConnection(to: path)
        var introduction = PulseAudioMessage(.setClientName, tag: 1)
        introduction.append(properties: [("application.name", "announced")])
        // PipeWire's server answers no query before it has accepted the client.
        guard try connection.answer(to: authentication) != nil, try connection.answer(to: introduction) != nil else { return nil }
        return connection
    }

    /// The first message. The server identifies a program of its own user by its socket; the cookie is for other users.
    static var authentication: PulseAudioMessage {
        var message = PulseAudioMessage(.authenticate, tag: 0)
        message.append(protocolVersion)
        message.append([UInt8](repeating: 0, count: 256))
        return message
    }

    /// Sends a query, and returns the values of the answer; nil if the server refuses, or has ended the connection.
    mutating func answer(to question: PulseAudioMessage) throws -> PulseAudioMessage.Values? {
        try socket.send(question.bytes, by: deadline)
        return try answer()
    }

    private mutating func answer() throws -> PulseAudioMessage.Values? {
        while true {
            if var values = try PulseAudioMessage.next(in: &received) {
                guard try values.number() == Self.reply else { return nil }
                // Only one query is sent at a time, so the tag is known.
                _ = try values.number()
                return values
            }
            let more = try socket.receive(by: deadline)
            if more.isEmpty { return nil }
            received += more
        }
    }

    private static let reply: UInt32 = 2
    /// The version of the protocol in use. An older server answers in its own version.
    private static let protocolVersion: UInt32 = 32
}
