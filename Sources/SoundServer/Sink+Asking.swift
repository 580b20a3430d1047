import Messages
import UnixSocket

extension Sink {
    /// How long the server may take to answer: the first sound waits for it.
    private static let patience = Duration.milliseconds(100)
    /// The name by which a server knows the sink that is the default.
    private static let usual = "@DEFAULT_SINK@"

    /// Asks the user's sound server for a sink. PulseAudio takes 0.2 ms to answer, PipeWire's server 0.9 ms.
    /// - Parameters:
    ///   - name: the sink's name; nil: the one that `PULSE_SINK` names, otherwise the default.
    ///   - environment: the variables by which libpulse finds the server.
    /// - Returns: nil if there is no such server here, or it does not say.
    package static func ask(for name: String? = nil, environment: (String) -> String?, user: UInt32) -> Sink? {
        let runtimeFolder = RuntimeFolder.path(environment: environment, user: user)
        guard let path = PulseAudioSocket.standard(environment: environment, runtimeFolder: runtimeFolder).path else { return nil }
        let chosen = name ?? environment("PULSE_SINK").flatMap { $0.isEmpty ? nil : $0 }
        return try? ask(for: chosen ?? usual, at: path)
    }

    private static func ask(for name: String, at path: String) throws -> Sink? {
        let deadline = ContinuousClock.now + patience
        let connection = try UnixSocket(to: path)
        var received: [UInt8] = []

        /// Returns the values of the next answer; nil if the server refuses, or has ended the connection.
        func answer() throws -> PulseAudioMessage.Values? {
            while true {
                if var values = try PulseAudioMessage.next(in: &received) {
                    guard try values.number() == reply else { return nil }
                    // One question is asked at a time, so the tag is known.
                    _ = try values.number()
                    return values
                }
                let more = try connection.receive(by: deadline)
                if more.isEmpty { return nil }
                received += more
            }
        }

        // The server knows a program of its own user by its socket; the cookie is for others.
        var authentication = PulseAudioMessage(.authenticate, tag: 0)
        authentication.append(protocolVersion)
        authentication.append([UInt8](repeating: 0, count: 256))
        var introduction = PulseAudioMessage(.setClientName, tag: 1)
        introduction.append(properties: [("application.name", "announced")])
        try connection.send(authentication.bytes + introduction.bytes, by: deadline)
        guard try answer() != nil, try answer() != nil else { return nil }

        // PipeWire's server does not answer before it has accepted the client.
        var question = PulseAudioMessage(.describeSink, tag: 2)
        question.append(UInt32.max)
        question.append(name)
        try connection.send(question.bytes, by: deadline)
        guard var values = try answer() else { return nil }
        return try Sink(description: &values)
    }

    private static let reply: UInt32 = 2
    /// The version of the protocol that is spoken here. An older server answers in its own.
    private static let protocolVersion: UInt32 = 32

    /// - Parameter values: the server's description of the sink, after the tag.
    init(description values: inout PulseAudioMessage.Values) throws {
        _ = try values.number()
        let name = try values.text()
        _ = try values.text()
        try values.skipSampleFormat()
        try values.skipChannels()
        _ = try values.number()
        let volumes = try values.volumes()
        let isMuted = try values.flag()
        _ = try (values.number(), values.text())
        try values.skipTime()
        _ = try (values.text(), values.number())
        let percent = Int((UInt64(volumes.max() ?? 65_536) * 100 + 32_768) / 65_536)
        self.init(name: name ?? "", properties: try values.properties(), isMuted: isMuted, percent: percent)
    }
}
