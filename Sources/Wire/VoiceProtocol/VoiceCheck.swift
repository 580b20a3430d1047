package import JSONLines
package import Messages

/// The findings of `announced-voice --check`. Each is printed on its own line as soon as it is known, because the next step may hang or
/// crash.
package enum VoiceCheck {
    /// Whether the synthesizer, its data, and a voice for the language are present.
    package struct Synthesizer: Sendable, Equatable {
        /// The synthesizer's version; nil if the synthesizer can't be started.
        package var synthesizer: String?
        /// The folder of the synthesizer's data.
        package var data: String?
        /// The number of voices.
        package var voices: Int
        /// The requested language.
        package var language: String
        /// The voice that speaks the language, if any.
        package var voice: String?
        /// The problem and its remedy.
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
    package struct Device: Sendable, Equatable {
        package var device: String
        package var opens: Bool
        /// The `errno` code, if the device does not open.
        package var code: Int32?
        /// The problem and its remedy.
        package var message: String?
        /// The sound server's sink that plays the device's sound, if the server reports it.
        package var sink: Sink?
        /// The voice's stream to the sink, with the volume that the server stores.
        package var stream: Stream?
        /// The lead-in that the user has set, in milliseconds; nil: the lead-in that the sink needs (O1).
        package var leadIn: Int?

        package init(
            device: String, opens: Bool, code: Int32? = nil, message: String? = nil, sink: Sink? = nil, stream: Stream? = nil,
            leadIn: Int? = nil
        ) {
            self.device = device
            self.opens = opens
            self.code = code
            self.message = message
            self.sink = sink
            self.stream = stream
            self.leadIn = leadIn
        }
    }

    /// The voice's stream in the sound server.
    package struct Stream: Sendable, Equatable {
        package var isMuted: Bool
        /// The volume of the loudest channel, in percent.
        package var percent: Int

        package init(isMuted: Bool, percent: Int) {
            self.isMuted = isMuted
            self.percent = percent
        }
    }

    /// A sink of the sound server.
    package struct Sink: Sendable, Equatable {
        package var name: String
        /// The kind of connection, if it is one of "bluetooth" and "hdmi".
        package var link: String?
        /// The lead-in that the sink needs, in milliseconds.
        package var leadIn: Int
        package var isMuted: Bool
        /// The volume of the loudest channel, in percent.
        package var percent: Int

        package init(name: String, link: String?, leadIn: Int, isMuted: Bool = false, percent: Int = 100) {
            self.name = name
            self.link = link
            self.leadIn = leadIn
            self.isMuted = isMuted
            self.percent = percent
        }
    }
}

extension VoiceCheck.Synthesizer: JSONFields {
    package static var blank: Self { Self(language: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.optional("synthesizer", &synthesizer)
        try fields.optional("data", &data)
        try fields.required("voices", &voices)
        try fields.required("language", &language)
        try fields.optional("voice", &voice)
        try fields.optional("message", &message)
    }
}

extension VoiceCheck.Device: JSONFields {
    package static var blank: Self { Self(device: "", opens: false) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("device", &device)
        try fields.required("opens", &opens)
        try fields.optional("code", &code)
        try fields.optional("message", &message)
        try fields.object("sink", &sink)
        try fields.object("stream", &stream)
        try fields.optional("leadIn", &leadIn)
    }
}

extension VoiceCheck.Stream: JSONFields {
    package static var blank: Self { Self(isMuted: false, percent: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("isMuted", &isMuted)
        try fields.required("percent", &percent)
    }
}

extension VoiceCheck.Sink: JSONFields {
    package static var blank: Self { Self(name: "", link: nil, leadIn: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("name", &name)
        try fields.optional("link", &link)
        try fields.required("leadIn", &leadIn)
        try fields.required("isMuted", &isMuted)
        try fields.required("percent", &percent)
    }
}
