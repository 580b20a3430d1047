extension Sink {
    /// The server's name for its default sink.
    private static let usual = "@DEFAULT_SINK@"

    /// Queries the user's sound server for a sink.
    /// - Parameters:
    ///   - name: the sink's name; nil: the sink that `PULSE_SINK` names, otherwise the default sink.
    ///   - environment: returns the variables with which libpulse finds the server.
    /// - Returns: nil if there is no such server on this machine, or it does not report the sink.
    package static func ask(for name: String? = nil, environment: (String) -> String?, user: UInt32) -> Sink? {
        let chosen = name ?? environment("PULSE_SINK").flatMap { $0.isEmpty ? nil : $0 }
        var question = PulseAudioMessage(.describeSink, tag: 2)
        question.append(UInt32.max)
        question.append(chosen ?? usual)
        guard var connection = try? PulseAudioConnection.open(environment: environment, user: user),
            var values = try? connection.answer(to: question)
        else { return nil }
        return try? Sink(description: &values)
    }

    /// - Parameter values: the server's description of the sink, after the tag.
    init(description values: inout PulseAudioMessage.Values) throws {
        _ = try values.number()
        let name = try values.text()
        _ = try values.text()
        try values.skipSampleFormat()
        try values.skipChannels()
        _ = try values.number()
        let percent = try values.percent()
        let isMuted = try values.flag()
        _ = try (values.number(), values.text())
        try values.skipTime()
        _ = try (values.text(), values.number())
        self.init(name: name ?? "", properties: try values.properties(), isMuted: isMuted, percent: percent)
    }
}
