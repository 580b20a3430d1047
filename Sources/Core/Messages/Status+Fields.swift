package import JSONLines

extension Status: CustomStringConvertible {
    /// The state as a JSON object of the protocol.
    public var description: String { jsonText }
}

extension Status: JSONFields {
    package static var blank: Status {
        Status(
            version: "", processID: 0, uptime: 0, paused: false, clients: 0, speaking: nil, waiting: [:], next: [], voice: .blank,
            device: .blank)
    }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("version", &version)
        try fields.required("processID", &processID)
        try fields.time("uptime", &uptime)
        try fields.required("paused", &paused)
        try fields.word("mode", &mode, default: .talk)
        try fields.required("clients", &clients)
        try fields.field("mostClients", &mostClients, default: Self.mostClients)
        try fields.object("speaking", &speaking)
        try fields.required("waiting", &waiting)
        try fields.list("next", &next)
        try fields.object("voice", &voice)
        try fields.object("device", &device)
        try fields.list("media", &media)
        try fields.field("muted", &muted, default: [])
        try fields.objects("notes", &notes)
        var sentences = mistakes.map(\.sentence)
        try fields.field("mistakes", &sentences, default: [])
        if fields.isReading { mistakes = sentences.map(Mistake.worded) }
    }
}

extension Status.Media: JSONFields {
    package static var blank: Status.Media { Status.Media(client: "", session: "", mode: .play, endsIn: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("client", &client)
        try fields.required("session", &session)
        try fields.word("mode", &mode)
        try fields.time("endsIn", &endsIn)
        try fields.required("mute", &mute)
        try fields.word("announcements", &announcements, default: .mode)
    }
}

extension Status.Note: JSONFields {
    package static var blank: Status.Note { Status.Note(client: "", note: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("client", &client)
        try fields.required("note", &note)
    }
}

extension Status.Speaking: JSONFields {
    package static var blank: Status.Speaking { Status.Speaking(id: "", client: "", class: "", text: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.required("client", &client)
        try fields.required("class", &`class`)
        try fields.required("text", &text)
        try fields.optional("sentence", &sentence)
    }
}

extension Status.Voice: JSONFields {
    package static var blank: Status.Voice { Status.Voice(state: .starting) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("state", &state)
        try fields.optional("synthesizer", &synthesizer)
        try fields.required("restarts", &restarts)
        try fields.optional("message", &message)
        var sentence = unknownSetting?.sentence
        try fields.optional("unknownSetting", &sentence)
        if fields.isReading { unknownSetting = sentence.map(Status.Mistake.worded) }
    }
}

extension Status.Device: JSONFields {
    package static var blank: Status.Device { Status.Device(state: .closed, name: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("state", &state)
        try fields.required("name", &name)
        try fields.optional("message", &message)
    }
}

extension VoiceDescription: JSONFields {
    package static var blank: VoiceDescription { VoiceDescription(identifier: "", name: "", languages: []) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("identifier", &identifier)
        try fields.required("name", &name)
        try fields.required("languages", &languages)
    }
}
