package import JSONLines

extension ServerMessage {
    /// The kinds of messages: their `type`. Both kinds of errors have one.
    package enum Kind: String, CaseIterable, Sendable {
        case reply, error, announcementDidFinish, progress, mark, event, eventsLost, elementFocused, pageTurn, mediaSession, warning,
            outcomesLost

        /// A message of this kind, whose fields have not been read.
        package var blank: ServerMessage {
            switch self {
            case .reply: .reply(.blank)
            case .error: .error(.blank)
            case .announcementDidFinish: .announcementDidFinish(.blank)
            case .progress: .progress(.blank)
            case .mark: .mark(.blank)
            case .event: .event(.blank)
            case .eventsLost: .eventsLost(count: 0)
            case .elementFocused: .elementFocused(id: nil)
            case .pageTurn: .pageTurn(id: "")
            case .mediaSession: .mediaSession(.blank)
            case .warning: .warning(.blank, element: nil)
            case .outcomesLost: .outcomesLost
            }
        }
    }
}

extension ServerMessage: JSONFields {
    package static var blank: ServerMessage { .outcomesLost }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        switch self {
        case .reply(let reply): self = .reply(try fields.passed(.reply, reply))
        case .error(let error): self = .error(try fields.passed(.error, error))
        case .refused(let refusal, let id, let line): _ = try fields.passed(.error, ErrorReply(refusal, id: id, line: line))
        case .announcementDidFinish(let did): self = .announcementDidFinish(try fields.passed(.announcementDidFinish, did))
        case .progress(let progress): self = .progress(try fields.passed(.progress, progress))
        case .mark(let mark): self = .mark(try fields.passed(.mark, mark))
        case .event(let event): self = .event(try fields.passed(.event, event))
        case .eventsLost(var count):
            fields.kind(.eventsLost)
            try fields.required("count", &count)
            self = .eventsLost(count: count)
        case .elementFocused(var id):
            fields.kind(.elementFocused)
            try fields.optional("element", &id)
            self = .elementFocused(id: id)
        case .pageTurn(var id):
            fields.kind(.pageTurn)
            try fields.required("element", &id)
            self = .pageTurn(id: id)
        case .mediaSession(let event): self = .mediaSession(try fields.passed(.mediaSession, event))
        case .warning(let warning, var element):
            let warning = try fields.passed(.warning, warning)
            try fields.optional("element", &element)
            self = .warning(warning, element: element)
        case .outcomesLost: fields.kind(.outcomesLost)
        }
    }
}

extension FieldPass {
    fileprivate mutating func kind(_ kind: ServerMessage.Kind) { constant("type", kind.rawValue) }

    fileprivate mutating func passed<Value: JSONFields>(_ kind: ServerMessage.Kind, _ value: Value) throws(JSONLineError) -> Value {
        var value = value
        try value.pass(&self)
        // Last, so that the fields of frequent messages are written in their order.
        self.kind(kind)
        return value
    }
}

extension Reply: JSONFields {
    package static var blank: Reply { Reply(id: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        fields.constant("ok", true)
        try fields.word("state", &state)
        try fields.objects("warnings", &warnings)
        // The field with a query's result has the query's name.
        try pass("status", &fields, Result.status) { if case .status(let status) = $0 { status } else { nil } }
        try pass("settings", &fields, Result.settings) { if case .settings(let settings) = $0 { settings } else { nil } }
        try pass("explanation", &fields, Result.explanation) { if case .explanation(let story) = $0 { story } else { nil } }
        try pass("voices", &fields, Result.voices) { if case .voices(let voices) = $0 { voices } else { nil } }
        try pass("history", &fields, Result.history) { if case .history(let entries) = $0 { entries } else { nil } }
        try pass("missed", &fields, Result.missed) { if case .missed(let entries) = $0 { entries } else { nil } }
    }

    private mutating func pass<Value: JSONFields>(
        _ field: String, _ fields: inout FieldPass, _ result: (Value) -> Result, of: (Result?) -> Value?
    ) throws(JSONLineError) {
        var value = of(self.result)
        try fields.object(field, &value)
        if let value { self.result = result(value) }
    }

    private mutating func pass<Value: JSONFields>(
        _ field: String, _ fields: inout FieldPass, _ result: ([Value]) -> Result, of: (Result?) -> [Value]?
    ) throws(JSONLineError) {
        var values = of(self.result)
        try fields.objects(field, &values)
        if let values { self.result = result(values) }
    }
}

extension ErrorReply: JSONFields {
    package static var blank: ErrorReply { ErrorReply(code: .invalidMessage, message: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.optional("id", &id)
        fields.constant("ok", false)
        try fields.word("code", &code)
        try fields.required("message", &message)
        try fields.optional("line", &line)
    }
}

extension AnnouncementDidFinish: JSONFields {
    package static var blank: AnnouncementDidFinish {
        AnnouncementDidFinish(id: "", text: "", successful: false, reason: .stopped, attempts: 0, spokenSeconds: 0)
    }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("attempts", &attempts)
        try fields.required("id", &id)
        try fields.word("reason", &reason)
        try fields.time("spokenSeconds", &spokenSeconds)
        try fields.required("successful", &successful)
        try fields.required("text", &text)
    }
}

extension Progress: JSONFields {
    package static var blank: Progress { Progress(id: "", word: "", offset: 0, length: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.required("word", &word)
        try fields.required("offset", &offset)
        try fields.required("length", &length)
    }
}

extension Mark: JSONFields {
    package static var blank: Mark { Mark(id: "", name: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.required("name", &name)
    }
}
