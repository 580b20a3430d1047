import VoiceProtocol

/// Checks whether silence precedes the first sound if the sound server's sink loses its beginning (O1).
enum LeadInCheck {
    private static let check = "lead-in"

    /// - Parameter device: a voice's findings about the sound device.
    static func finding(of device: VoiceCheck.Device?) -> Finding {
        guard let device, let sink = device.sink else {
            return .skipped(check, "not known: no sound server says what the sound goes to")
        }
        guard let link = sink.link else {
            let chosen = device.leadIn ?? 0
            return .ok(check, "the sink \(sink.name) needs none\(chosen == 0 ? "" : "; audio.lead-in adds \(chosen) ms after a pause")")
        }
        let why = "the sink \(sink.name) is \(link == "hdmi" ? "HDMI" : "Bluetooth") and loses the first sound after a pause"
        guard let chosen = device.leadIn else { return .ok(check, "\(why), so \(sink.leadIn) ms of silence come first") }
        if chosen >= sink.leadIn { return .ok(check, "\(why), so \(chosen) ms of silence come first, by audio.lead-in") }
        let message = "\(why); audio.lead-in is \(chosen)"
        return .skipped(check, message, advice: "set it to \"auto\", or to \(sink.leadIn) or more, if the first syllable is missing")
    }
}
