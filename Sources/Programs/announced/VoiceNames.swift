import Configuration
import Glibc
import JSONLines
import Messages
import System
import VoiceProtocol
import VoiceSupervision

/// Checks whether eSpeak NG has the voices and the language that a configuration names.
enum VoiceNames {
    /// Returns the mistake; nil if there is none, or if no voice can be queried.
    static func mistake(in configuration: Configuration) -> String? {
        let speech = configuration.speech
        // The locale's language is not the user's mistake; the default voice speaks in that case.
        if speech.voice != nil || speech.language != configuration.localeLanguage, let mistake = answer(about: configuration) {
            return mistake
        }
        var known: Set<String> = []
        for (app, voice) in configuration.ownVoices where known.insert(voice).inserted {
            var tried = configuration
            tried.speech.voice = voice
            if let mistake = answer(about: tried) { return "[apps.\"\(app)\"]: \(mistake)" }
        }
        return nil
    }

    /// Returns what the voice process finds wrong with the voice and the language of all apps.
    private static func answer(about configuration: Configuration) -> String? {
        guard let program = VoiceProgram.find(beside: Environment.executable),
            let voice = try? ConnectedProcess.start(program, arguments: CheckVoice.arguments(for: configuration, device: "null"))
        else { return nil }
        defer { close(voice.descriptor) }
        let said = (try? FileBytes.read(voice.descriptor, name: program, most: 1 << 20)) ?? []
        _ = voice.reap()
        let found = said.split(separator: UInt8(ascii: "\n")).lazy.compactMap {
            try? VoiceCheck.Synthesizer(jsonLine: Array($0))
        }.first
        return found?.synthesizer == nil ? nil : found?.message
    }
}
