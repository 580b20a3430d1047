/// What `announced-voice --check` finds, each in a line as soon as it is known: what comes next may hang or crash.
package enum VoiceCheck {
    /// Whether there is a synthesizer with its data, and a voice for the language.
    package struct Synthesizer: Sendable, Equatable, Codable {
        /// eSpeak NG's version; nil: it can't be started.
        package var synthesizer: String?
        /// The folder of its data.
        package var data: String?
        /// How many voices it has.
        package var voices: Int
        /// What was asked for.
        package var language: String
        /// The voice that speaks it; nil: none does.
        package var voice: String?
        /// What is wrong, and what to do.
        package var message: String?

        package init(
            synthesizer: String? = nil, data: String? = nil, voices: Int = 0, language: String, voice: String? = nil,
            message: String? = nil
        ) {
            self.synthesizer = synthesizer
            self.data = data
            self.voices = voices
            self.language = language
            self.voice = voice
            self.message = message
        }
    }

    /// Whether the sound device could be opened.
    package struct Device: Sendable, Equatable, Codable {
        package var device: String
        package var opens: Bool
        /// A number of `errno`, if it does not.
        package var code: Int32?
        /// What is wrong, and what to do.
        package var message: String?

        package init(device: String, opens: Bool, code: Int32? = nil, message: String? = nil) {
            self.device = device
            self.opens = opens
            self.code = code
            self.message = message
        }
    }
}
