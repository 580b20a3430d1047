import Glibc
import JSONLines
import Messages
import System
import VoiceProtocol

/// Checks whether this process could speak: `announced-voice --check`. Makes no sound.
package enum SelfCheck {
    /// Tries the synthesizer, then the device, and writes each result to standard output as a line of JSON.
    /// - Parameters:
    ///   - voice: the user's own voice; nil: the language's voice.
    ///   - leadIn: the lead-in that the user has chosen, in milliseconds; nil: as the sink needs.
    /// - Returns: whether both the synthesizer and the device work.
    package static func run(
        _ synthesizer: any SpeechSynthesizer.Type, language: String, voice: String?, device: any SoundDevice.Type, name: String,
        setting: DeviceSetting, leadIn: Int?, sandbox: Sandbox?
    ) -> Bool {
        let events = EventWriter(descriptor: STDOUT_FILENO)
        var rate = SampleRate(framesPerSecond: 22_050)
        var isRight = false
        do {
            let synthesizer = try synthesizer.init(language: language)
            rate = synthesizer.rate
            let check = synthesizer.check(voice: voice)
            isRight = check.message == nil
            events.write(line: check.jsonLine)
        } catch {
            events.write(line: VoiceCheck.Synthesizer(language: language, message: error.description).jsonLine)
        }
        if let sandbox { events.write(line: sandbox.enter(for: device.needs(of: name)).jsonLine) }
        let output = device.init(name: name, rate: rate, buffer: .milliseconds(40))
        do {
            try output.open()
            let stream = stream().map { VoiceCheck.Stream(isMuted: $0.isMuted, percent: $0.percent) }
            output.close()
            let sink = output.sink().map {
                VoiceCheck.Sink(name: $0.name, link: $0.link?.rawValue, leadIn: $0.leadIn, isMuted: $0.isMuted, percent: $0.percent)
            }
            events.write(line: VoiceCheck.Device(device: name, opens: true, sink: sink, stream: stream, leadIn: leadIn).jsonLine)
        } catch {
            isRight = false
            let message = error.message(choosing: setting)
            events.write(line: VoiceCheck.Device(device: name, opens: false, code: error.code, message: message).jsonLine)
        }
        return isRight
    }

    /// Queries the sound server for this process's stream. PipeWire reports 0 % until its session manager has set the volume, so the query
    /// is repeated for half a second.
    private static func stream() -> SinkInput? {
        var input: SinkInput?
        for _ in 0..<25 {
            // SAFETY: no thread changes the environment; the values are copied.
            input = SinkInput.ask(of: "announced", environment: { Environment.value($0) }, user: getuid())
            guard let input, input.percent == 0, !input.isMuted else { return input }
            usleep(20_000)
        }
        return input
    }
}
