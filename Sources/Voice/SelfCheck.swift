import Glibc
import JSONLines
import VoiceProtocol

/// Checks whether this process could speak: `announced-voice --check`. Makes no sound.
package enum SelfCheck {
    /// Tries the synthesizer, then the device, and writes each result to standard output as a line of JSON.
    /// - Parameter voice: the user's own voice; nil: the language's.
    /// - Returns: whether both work.
    package static func run(device name: String, setting: VoiceSettings.DeviceSetting, language: String, voice: String?) -> Bool {
        PCMOutput.silenceErrorLines()
        let events = EventWriter(descriptor: STDOUT_FILENO)
        var rate = SampleRate(framesPerSecond: 22_050)
        var isRight = false
        do {
            let synthesizer = try Synthesizer()
            rate = synthesizer.rate
            let check = check(synthesizer, language: language, voice: voice)
            isRight = check.message == nil
            events.write(line: JSONLine.encode(check))
        } catch {
            events.write(line: JSONLine.encode(VoiceCheck.Synthesizer(language: language, message: error.message)))
        }
        let output = PCMOutput(name: name, rate: rate, buffer: .milliseconds(40))
        do {
            try output.open()
            output.close()
            events.write(line: JSONLine.encode(VoiceCheck.Device(device: name, opens: true)))
        } catch {
            isRight = false
            let message = error.message(choosing: setting)
            events.write(line: JSONLine.encode(VoiceCheck.Device(device: name, opens: false, code: error.code, message: message)))
        }
        return isRight
    }

    private static func check(_ synthesizer: borrowing Synthesizer, language: String, voice: String?) -> VoiceCheck.Synthesizer {
        let installed = InstalledVoices(voices: synthesizer.installedVoices(), variants: synthesizer.installedVariants())
        let found = installed.identifier(voice: voice, language: voice == nil ? language : nil)
        var check = VoiceCheck.Synthesizer(
            synthesizer: synthesizer.version, data: synthesizer.dataFolder, voices: installed.voices.count, language: language, voice: found
        )
        if installed.voices.isEmpty {
            check.message = "eSpeak NG has no voices: install the package espeak-ng-data again."
        } else if let found {
            // The voice exists; it may still fail to load.
            do { try synthesizer.use(voice: found) } catch { check.message = error.message }
        } else {
            let wanted = voice.map { "is called \"\($0)\"" } ?? "speaks \"\(language)\""
            check.message = "No voice of eSpeak NG \(wanted): correct [voice] in the configuration; `announce voices` lists what there is."
        }
        return check
    }
}
