/// A program's stream to a sink. It has its own volume, which the server stores for the program's next stream.
package struct SinkInput: Sendable, Equatable {
    package let isMuted: Bool
    /// The volume of the stream's loudest channel, in percent.
    package let percent: Int
    /// The name that the program gave to the server.
    let application: String

    /// Queries the user's sound server for an application's stream.
    /// - Parameters:
    ///   - application: the name that the application gives to the server.
    ///   - environment: returns the variables with which libpulse finds the server.
    /// - Returns: nil if there is no such server on this machine, or the application has no stream.
    package static func ask(of application: String, environment: (String) -> String?, user: UInt32) -> SinkInput? {
        guard var connection = try? PulseAudioConnection.open(environment: environment, user: user),
            var values = try? connection.answer(to: PulseAudioMessage(.listSinkInputs, tag: 2))
        else { return nil }
        while !values.isEmpty, let input = try? SinkInput(description: &values) {
            if input.application == application { return input }
        }
        return nil
    }

    /// - Parameter values: the server's description of the stream.
    init(description values: inout PulseAudioMessage.Values) throws {
        _ = try (values.number(), values.text())
        _ = try (values.number(), values.number(), values.number())
        try values.skipSampleFormat()
        try values.skipChannels()
        percent = try values.percent()
        try values.skipTime()
        try values.skipTime()
        _ = try (values.text(), values.text())
        isMuted = try values.flag()
        application = try values.properties()["application.name", default: ""]
        // Whether the stream is corked, whether it has a volume, and whether that volume can be set.
        _ = try (values.flag(), values.flag(), values.flag())
        try values.skipFormat()
    }
}
