import VoiceProtocol

/// Checks whether the sound server's volumes allow speech to be heard: its sink's, and the voice's own stream's.
enum VolumeCheck {
    private static let check = "volume"
    /// Below this volume, in percent, speech can hardly be heard.
    private static let least = 10

    /// - Parameter device: a voice's findings about the sound device.
    static func finding(of device: VoiceCheck.Device?) -> Finding {
        guard let sink = device?.sink else { return .skipped(check, "not known: no sound server says what the sound goes to") }
        if sink.isMuted {
            return .failed(check, "the sink \(sink.name) is muted", advice: "`pactl set-sink-mute \(sink.name) 0`")
        }
        guard sink.percent >= least else {
            return .failed(
                check, "the sink \(sink.name) is at \(sink.percent) %", advice: "`pactl set-sink-volume \(sink.name) 50%`")
        }
        if let stream = device?.stream, stream.isMuted || stream.percent < least {
            let how = stream.isMuted ? "muted" : "at \(stream.percent) %"
            return .failed(
                check, "the sound server keeps announced's own stream \(how)",
                advice: "while announced speaks, `pactl list sink-inputs` shows the number N of announced-voice's stream: "
                    + (stream.isMuted ? "`pactl set-sink-input-mute N 0`" : "`pactl set-sink-input-volume N 100%`"))
        }
        return .ok(check, "the sink \(sink.name) is at \(sink.percent) %")
    }
}
