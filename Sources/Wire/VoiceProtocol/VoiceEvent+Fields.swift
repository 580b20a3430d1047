package import JSONLines
package import Messages

extension VoiceEvent: JSONFields {
    package static var blank: VoiceEvent { .pong }
    fileprivate enum Name: String, CaseIterable {
        case ready, sandbox, started, sentence, word, mark, rendered, finished, stopped, paused, failed, voices, transcription, device, pong
        case invalid
    }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        if fields.isReading {
            var name = Name.pong
            try fields.word("event", &name)
            self = Self.blank(name)
        }
        switch self {
        case .ready(let ready): self = .ready(try fields.passed(.ready, ready))
        case .sandbox(let report): self = .sandbox(try fields.passed(.sandbox, report))
        case .started(let id): self = .started(id: try fields.passed(.started, id))
        case .sentence(let span): self = .sentence(try fields.passed(.sentence, span))
        case .word(let span): self = .word(try fields.passed(.word, span))
        case .mark(var id, var name, var frame):
            id = try fields.passed(.mark, id)
            try fields.required("name", &name)
            try fields.optional("frame", &frame)
            self = .mark(id: id, name: name, frame: frame)
        case .rendered(var id, var frames):
            id = try fields.passed(.rendered, id)
            try fields.required("frames", &frames)
            self = .rendered(id: id, frames: frames)
        case .finished(let id): self = .finished(id: try fields.passed(.finished, id))
        case .stopped(var id, var position):
            id = try fields.passed(.stopped, id)
            try fields.object("position", &position)
            self = .stopped(id: id, position: position)
        case .paused(var id, var position):
            id = try fields.passed(.paused, id)
            try fields.object("position", &position)
            self = .paused(id: id, position: position)
        case .failed(let failure): self = .failed(try fields.passed(.failed, failure))
        case .voices(var voices):
            fields.name(.voices)
            try fields.list("voices", &voices)
            self = .voices(voices)
        case .transcription(var id, var segments):
            id = try fields.passed(.transcription, id)
            try fields.list("segments", &segments)
            self = .transcription(id: id, segments)
        case .device(let device): self = .device(try fields.passed(.device, device))
        case .pong: fields.name(.pong)
        case .invalid(var message):
            fields.name(.invalid)
            try fields.required("message", &message)
            self = .invalid(message: message)
        }
    }

    /// Returns an event whose fields have not been read.
    private static func blank(_ name: Name) -> VoiceEvent {
        switch name {
        case .ready: .ready(.blank)
        case .sandbox: .sandbox(.blank)
        case .started: .started(id: 0)
        case .sentence: .sentence(.blank)
        case .word: .word(.blank)
        case .mark: .mark(id: 0, name: "")
        case .rendered: .rendered(id: 0, frames: 0)
        case .finished: .finished(id: 0)
        case .stopped: .stopped(id: 0)
        case .paused: .paused(id: 0, position: .blank)
        case .failed: .failed(.blank)
        case .voices: .voices([])
        case .transcription: .transcription(id: 0, [])
        case .device: .device(.blank)
        case .pong: .pong
        case .invalid: .invalid(message: "")
        }
    }
}

extension FieldPass {
    fileprivate mutating func name(_ name: VoiceEvent.Name) { constant("event", name.rawValue) }

    /// Passes the event's name and the utterance's id.
    fileprivate mutating func passed(_ name: VoiceEvent.Name, _ id: UInt64) throws(JSONLineError) -> UInt64 {
        var id = id
        self.name(name)
        try required("id", &id)
        return id
    }

    /// Passes the event's name and a value's fields.
    fileprivate mutating func passed<Value: JSONFields>(_ name: VoiceEvent.Name, _ value: Value) throws(JSONLineError) -> Value {
        var value = value
        self.name(name)
        try value.pass(&self)
        return value
    }
}

extension VoiceEvent.Ready: JSONFields {
    package static var blank: Self { Self(synthesizer: "", sampleRate: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("synthesizer", &synthesizer)
        try fields.required("sampleRate", &sampleRate)
    }
}

extension VoiceEvent.TextSpan: JSONFields {
    package static var blank: Self { Self(id: 0, segment: 0, offset: 0, length: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.required("segment", &segment)
        try fields.required("offset", &offset)
        try fields.required("length", &length)
        try fields.optional("frame", &frame)
    }
}

extension VoiceEvent.Failure: JSONFields {
    package static var blank: Self { Self(id: 0, reason: .synthesizer, message: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.word("reason", &reason)
        try fields.required("message", &message)
    }
}

extension VoiceEvent.Voice: JSONFields {
    package static var blank: Self { Self(identifier: "", name: "", languages: []) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("identifier", &identifier)
        try fields.required("name", &name)
        try fields.list("languages", &languages)
        try fields.required("isVariant", &isVariant)
    }
}

extension VoiceEvent.Voice.Language: JSONFields {
    package static var blank: Self { Self(tag: "", priority: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("tag", &tag)
        try fields.required("priority", &priority)
    }
}

extension VoiceEvent.Device: JSONFields {
    package static var blank: Self { Self(state: .closed, name: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("state", &state)
        try fields.required("name", &name)
        try fields.optional("message", &message)
    }
}
