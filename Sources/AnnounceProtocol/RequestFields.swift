import Accessibility

/// Every field that a request can have, as it stands in JSON.
struct RequestFields: Codable {
    var type: String?
    var id: String?
    // hello
    var app: String?
    var name: String?
    var launch: Bool?
    var onDisconnect: String?
    var replies: String?
    var progress: Bool?
    // announcement
    var text: String?
    var runs: [RunFields]?
    var priority: String?
    var queue: Bool?
    var group: String?
    var supersede: String?
    var maxAge: Double?
    var retain: Bool?
    var force: Bool?
    var allowRepeat: Bool?
    // the manner of speaking
    var language: String?
    var voice: String?
    var rate: Int?
    var pitch: Int?
    var volume: Int?
    var punctuation: String?
    var capitals: String?
    var spell: Bool?
    // cancel, subscribe
    var target: String?
    var events: [String]?

    /// A run of an announcement.
    struct RunFields: Codable {
        var text: String
        var language: String?
        var voice: String?
        var rate: Int?
        var pitch: Int?
        var volume: Int?
        var punctuation: String?
        var capitals: String?
        var spell: Bool?
    }

    enum TypeName: String, CaseIterable {
        case hello, announcement, stop, skip, cancel, pause, resume, ping, status, voices, settings, subscribe

        static let list = allCases.map(\.rawValue).joined(separator: ", ")
        private static let manner: Set<String> = ["language", "voice", "rate", "pitch", "volume", "punctuation", "capitals", "spell"]
        private static let fieldsByType = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.ownFields.union(["type", "id"])) })

        /// The fields that mean something in a request of this type.
        var fields: Set<String> { Self.fieldsByType[self] ?? [] }

        private var ownFields: Set<String> {
            switch self {
            case .hello: ["app", "name", "language", "launch", "onDisconnect", "replies", "progress"]
            case .announcement:
                Self.manner.union([
                    "text", "runs", "priority", "queue", "group", "supersede", "maxAge", "retain", "force", "allowRepeat",
                ])
            case .cancel: ["target", "group"]
            case .voices: ["language"]
            case .settings: Self.manner.subtracting(["spell"])
            case .subscribe: ["events"]
            case .stop, .skip, .pause, .resume, .ping, .status: []
            }
        }
    }
}

// MARK: From JSON

extension RequestFields {
    /// The request that these fields are.
    func request(_ type: TypeName, _ check: FieldCheck) throws -> Request {
        switch type {
        case .hello: .hello(try hello(check))
        case .announcement: .announcement(try announcement(check))
        case .stop: .stop
        case .skip: .skip
        case .cancel: .cancel(try cancelTarget(check))
        case .pause: .pause
        case .resume: .resume
        case .ping: .ping
        case .status: .status
        case .voices: .voices(language: language)
        case .settings: .settings(try manner(check))
        case .subscribe: .subscribe(try subscription(check))
        }
    }

    private func hello(_ check: FieldCheck) throws -> Hello {
        for (field, value) in [("app", app), ("name", name)] {
            if let value, value.isEmpty || value.count > 256 { throw check.invalid(field, "expected a string of 1 to 256 characters") }
        }
        return Hello(
            app: app, name: name, language: language, launch: launch ?? true,
            onDisconnect: try check.word("onDisconnect", onDisconnect) ?? .keep, replies: try check.word("replies", replies) ?? .all,
            progress: progress ?? false)
    }

    private func announcement(_ check: FieldCheck) throws -> Announcement {
        var spoken: [SpeechRun] = []
        switch (text, runs) {
        case (let text?, nil):
            try check.text("text", text)
            spoken = [SpeechRun(text: text, attributes: try manner(check))]
        case (nil, let runs?):
            if runs.isEmpty { throw check.invalid("runs", "is empty; expected at least one run") }
            if runs.count > 1024 { throw check.invalid("runs", "has \(runs.count) runs; expected at most 1024") }
            let whole = try manner(check)
            for (index, run) in runs.enumerated() {
                let check = FieldCheck(codingPath: check.codingPath + [AnyKey(stringValue: "runs[\(index)]")])
                try check.text("text", run.text)
                spoken.append(SpeechRun(text: run.text, attributes: try run.fields.manner(check).over(whole)))
            }
        case (nil, nil): throw check.invalid("text", "missing; expected a string, or an array in runs")
        case (_?, _?): throw check.invalid("runs", "stands beside text; expected one of the two")
        }
        if let group, group.isEmpty || group.count > 256 { throw check.invalid("group", "expected a string of 1 to 256 characters") }
        if let maxAge, !(maxAge >= 0 && maxAge.isFinite) { throw check.invalid("maxAge", "expected seconds, 0 or more") }
        let spokenPriority: Announcement.Priority
        if let priority {
            guard let known = Announcement.Priority(word: priority) else {
                let words = Announcement.Priority.words.joined(separator: ", ")
                throw check.invalid("priority", "\"\(priority.prefix(64))\" is unknown; expected one of \(words)")
            }
            spokenPriority = known
        } else {
            spokenPriority = .default
        }
        return Announcement(
            runs: spoken, priority: spokenPriority, queue: queue ?? false, group: group,
            supersede: try check.word("supersede", supersede) ?? .none, maxAge: maxAge, retain: retain ?? true, force: force ?? false,
            allowRepeat: allowRepeat ?? false)
    }

    private func cancelTarget(_ check: FieldCheck) throws -> CancelTarget {
        switch (target, group) {
        case (let target?, nil): return .id(target)
        case (nil, let group?): return .group(group)
        case (nil, nil): throw check.invalid("target", "missing; expected an announcement's id, or a group in group")
        case (_?, _?): throw check.invalid("group", "stands beside target; expected one of the two")
        }
    }

    private func subscription(_ check: FieldCheck) throws -> Set<SubscribedEvent> {
        guard let events else { throw check.invalid("events", "missing; expected an array of event names") }
        var known: Set<SubscribedEvent> = []
        for (index, event) in events.enumerated() {
            guard let event: SubscribedEvent = try check.word("events[\(index)]", event) else { continue }
            known.insert(event)
        }
        return known
    }

    private func manner(_ check: FieldCheck) throws -> SpeechAttributes {
        SpeechAttributes(
            language: language, voice: voice, rate: try check.number("rate", rate, in: SpeechAttributes.rateRange),
            pitch: try check.number("pitch", pitch, in: SpeechAttributes.percentRange),
            volume: try check.number("volume", volume, in: SpeechAttributes.percentRange),
            punctuation: try check.word("punctuation", punctuation), capitals: try check.word("capitals", capitals), spell: spell)
    }
}

extension RequestFields.RunFields {
    fileprivate var fields: RequestFields {
        var fields = RequestFields()
        fields.language = language
        fields.voice = voice
        fields.rate = rate
        fields.pitch = pitch
        fields.volume = volume
        fields.punctuation = punctuation
        fields.capitals = capitals
        fields.spell = spell
        return fields
    }
}

// MARK: To JSON

extension RequestFields {
    /// The fields of `request`; those with their default values are left out.
    init(id: String?, request: Request) {
        self.id = id
        switch request {
        case .hello(let hello):
            type = TypeName.hello.rawValue
            app = hello.app
            name = hello.name
            language = hello.language
            launch = hello.launch ? nil : false
            onDisconnect = hello.onDisconnect == .keep ? nil : hello.onDisconnect.rawValue
            replies = hello.replies == .all ? nil : hello.replies.rawValue
            progress = hello.progress ? true : nil
        case .announcement(let announcement):
            type = TypeName.announcement.rawValue
            set(announcement)
        case .stop: type = TypeName.stop.rawValue
        case .skip: type = TypeName.skip.rawValue
        case .cancel(.id(let id)):
            type = TypeName.cancel.rawValue
            target = id
        case .cancel(.group(let name)):
            type = TypeName.cancel.rawValue
            group = name
        case .pause: type = TypeName.pause.rawValue
        case .resume: type = TypeName.resume.rawValue
        case .ping: type = TypeName.ping.rawValue
        case .status: type = TypeName.status.rawValue
        case .voices(let language):
            type = TypeName.voices.rawValue
            self.language = language
        case .settings(let change):
            type = TypeName.settings.rawValue
            set(change)
        case .subscribe(let events):
            type = TypeName.subscribe.rawValue
            self.events = events.map(\.rawValue).sorted()
        }
    }

    private mutating func set(_ announcement: Announcement) {
        if announcement.runs.count == 1, let run = announcement.runs.first {
            text = run.text
            set(run.attributes)
        } else {
            runs = announcement.runs.map { run in
                let manner = run.attributes
                return RunFields(
                    text: run.text, language: manner.language, voice: manner.voice, rate: manner.rate, pitch: manner.pitch,
                    volume: manner.volume, punctuation: manner.punctuation?.rawValue, capitals: manner.capitals?.rawValue,
                    spell: manner.spell)
            }
        }
        priority = announcement.priority == .default ? nil : announcement.priority.rawValue
        queue = announcement.queue ? true : nil
        group = announcement.group
        supersede = announcement.supersede == .none ? nil : announcement.supersede.rawValue
        maxAge = announcement.maxAge
        retain = announcement.retain ? nil : false
        force = announcement.force ? true : nil
        allowRepeat = announcement.allowRepeat ? true : nil
    }

    private mutating func set(_ manner: SpeechAttributes) {
        language = manner.language
        voice = manner.voice
        rate = manner.rate
        pitch = manner.pitch
        volume = manner.volume
        punctuation = manner.punctuation?.rawValue
        capitals = manner.capitals?.rawValue
        spell = manner.spell
    }
}
