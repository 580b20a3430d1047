package import JSONLines

extension Request {
    /// The maximum length of a request's id, in Unicode scalars.
    package static let longestID = 64

    /// The kinds of requests: their `type`.
    package enum Kind: String, CaseIterable, Sendable {
        case hello, announcement, layoutChanged, screenChanged, pageScrolled, elementFocused, elementUpdated, elementActivated,
            elementRemoved
        case mediaSession, stop, skip, step, cancel, pause, resume, `repeat`, `where`, details, history, explain, missed, ping, status,
            voices,
            settings, subscribe

        /// A request of this kind, whose fields have not been read.
        fileprivate var blank: Request {
            switch self {
            case .hello: .hello(.blank)
            case .announcement: .announcement(.blank)
            case .layoutChanged: .notification(.layoutChanged(.none))
            case .screenChanged: .notification(.screenChanged(.blank))
            case .pageScrolled: .notification(.pageScrolled(""))
            case .elementFocused: .notification(.elementFocused(.id(""), by: .user))
            case .elementUpdated: .notification(.elementUpdated(.blank))
            case .elementActivated: .notification(.elementActivated(id: ""))
            case .elementRemoved: .notification(.elementRemoved(id: ""))
            case .mediaSession: .mediaSession(.blank)
            case .stop: .stop
            case .skip: .skip
            case .step: .step(.blank)
            case .cancel: .cancel(.blank)
            case .pause: .pause
            case .resume: .resume
            case .repeat: .repeat(count: 1)
            case .where: .where()
            case .details: .details
            case .history: .history(limit: HistoryEntry.mostRemembered)
            case .explain: .explain(target: nil)
            case .missed: .missed(speaks: false)
            case .ping: .ping
            case .status: .status
            case .voices: .voices(language: nil)
            case .settings: .settings(.blank)
            case .subscribe: .subscribe([])
            }
        }
    }
}

extension Request: JSONFields {
    package static var blank: Request { .ping }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        if fields.isReading { self = try Self.kind(&fields).blank }
        switch self {
        case .hello(let hello): self = .hello(try fields.passed(.hello, hello))
        case .announcement(let announcement): self = .announcement(try fields.passed(.announcement, announcement))
        case .notification(var notification):
            try notification.pass(&fields)
            self = .notification(notification)
        case .mediaSession(let request): self = .mediaSession(try fields.passed(.mediaSession, request))
        case .repeat(var count):
            fields.kind(.repeat)
            try fields.number("count", &count, in: 1...HistoryEntry.mostRemembered, default: 1)
            self = .repeat(count: count)
        case .where(var isFull):
            fields.kind(.where)
            try fields.field("full", &isFull, default: false)
            self = .where(isFull: isFull)
        case .details: fields.kind(.details)
        case .history(var limit):
            fields.kind(.history)
            try fields.number("limit", &limit, in: 1...HistoryEntry.mostRemembered, default: HistoryEntry.mostRemembered)
            self = .history(limit: limit)
        case .explain(var target):
            fields.kind(.explain)
            var isSilent = target == nil && !fields.isReading
            try fields.name("target", &target, longest: Self.longestID)
            try fields.field("silent", &isSilent, default: false)
            switch (target, isSilent) {
            case (_?, true): throw fields.excluded("silent", by: "target")
            case (nil, false): throw fields.missing("target", "an announcement's id, or silent")
            default: self = .explain(target: target)
            }
        case .missed(var speaks):
            fields.kind(.missed)
            try fields.field("speak", &speaks, default: false)
            self = .missed(speaks: speaks)
        case .stop: fields.kind(.stop)
        case .skip: fields.kind(.skip)
        case .step(let step): self = .step(try fields.passed(.step, step))
        case .cancel(let target): self = .cancel(try fields.passed(.cancel, target))
        case .pause: fields.kind(.pause)
        case .resume: fields.kind(.resume)
        case .ping: fields.kind(.ping)
        case .status: fields.kind(.status)
        case .voices(var language, var voice):
            fields.kind(.voices)
            try fields.name("language", &language)
            try fields.name("voice", &voice)
            self = .voices(language: language, voice: voice)
        case .settings(let change, let steps):
            let change = try fields.passed(.settings, change)
            self = .settings(change, adjust: try fields.adjustment(steps, beside: change.speech))
        case .subscribe(let events):
            fields.kind(.subscribe)
            var words: [SubscribedEvent]? = fields.isReading ? nil : events.sorted { $0.rawValue < $1.rawValue }
            try fields.words("events", &words)
            guard let words else { throw fields.missing("events", "an array of event names") }
            self = .subscribe(Set(words))
        }
    }

    /// Reads a request's `type`.
    private static func kind(_ fields: inout FieldPass) throws(JSONLineError) -> Kind {
        guard let word: String = try fields.read("type") else {
            throw fields.missing("type", "one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let kind = Kind(rawValue: word) else {
            let hint = NearMatches.hint(for: word, in: Kind.allCases.map(\.rawValue))
            throw JSONLineError(.unknownType, "type: unknown type \"\(word.prefix(64))\"; \(hint)")
        }
        fields.subject = word
        return kind
    }
}

extension Notification {
    /// Passes the notification as a request.
    fileprivate mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        switch self {
        case .layoutChanged(var argument):
            fields.kind(.layoutChanged)
            try fields.argument(&argument)
            self = .layoutChanged(argument)
        case .screenChanged(let change): self = .screenChanged(try fields.passed(.screenChanged, change))
        case .pageScrolled(var text):
            fields.kind(.pageScrolled)
            try fields.text("text", &text)
            self = .pageScrolled(text)
        case .elementFocused(var element, var mover):
            fields.kind(.elementFocused)
            try fields.focus(&element)
            try fields.word("by", &mover, default: .user)
            self = .elementFocused(element, by: mover)
        case .elementUpdated(let update): self = .elementUpdated(try fields.passed(.elementUpdated, update))
        case .elementActivated(var id):
            fields.kind(.elementActivated)
            try fields.elementID("element", &id)
            self = .elementActivated(id: id)
        case .elementRemoved(var id, var speaksLastValue):
            fields.kind(.elementRemoved)
            try fields.elementID("element", &id)
            try fields.field("lastValue", &speaksLastValue, default: false)
            self = .elementRemoved(id: id, speaksLastValue: speaksLastValue)
        }
    }
}

extension FieldPass {
    /// Writes a request's `type`, which is read first.
    fileprivate mutating func kind(_ kind: Request.Kind) { if !isReading { write("type", kind.rawValue) } }

    fileprivate mutating func passed<Value: JSONFields>(_ kind: Request.Kind, _ value: Value) throws(JSONLineError) -> Value {
        self.kind(kind)
        var value = value
        try value.pass(&self)
        return value
    }

    /// - Parameter change: the attributes that the same request sets.
    fileprivate mutating func adjustment(
        _ steps: SettingsAdjustment, beside change: SpeechAttributes
    ) throws(JSONLineError) -> SettingsAdjustment {
        var given = steps == .blank ? nil : steps
        try object("adjust", &given)
        guard let given else { return .blank }
        for (name, step, value) in [
            ("rate", given.rate, change.rate), ("pitch", given.pitch, change.pitch), ("volume", given.volume, change.volume),
        ] where isReading && step != nil && value != nil { throw excluded("adjust.\(name)", by: "setting \(name)") }
        return given
    }
}
