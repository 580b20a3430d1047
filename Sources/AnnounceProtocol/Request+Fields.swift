import Accessibility

/// What can be asked for: a request's `type`.
enum RequestType: String, CaseIterable, Encodable {
    case hello, announcement, stop, skip, cancel, pause, resume, ping, status, voices, settings, subscribe

    static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Request {
    /// Reads a request of this type. Every field that means something in it is asked for, whatever the others are.
    /// - Parameter unread: gets the fields of nested objects that mean nothing.
    init(_ type: RequestType, from fields: inout FieldReader, unread: inout [String]) throws {
        switch type {
        case .hello: self = .hello(try Hello(from: &fields))
        case .announcement: self = .announcement(try Announcement(from: &fields, unread: &unread))
        case .stop: self = .stop
        case .skip: self = .skip
        case .cancel: self = .cancel(try CancelTarget(from: &fields))
        case .pause: self = .pause
        case .resume: self = .resume
        case .ping: self = .ping
        case .status: self = .status
        case .voices: self = .voices(language: try fields.name("language"))
        case .settings: self = .settings(try SpeechAttributes(from: &fields))
        case .subscribe:
            guard let events: [SubscribedEvent] = try fields.words("events") else {
                throw fields.invalid("events", "missing; expected an array of event names")
            }
            self = .subscribe(Set(events))
        }
    }
}

extension Hello {
    fileprivate init(from fields: inout FieldReader) throws {
        self.init(
            app: try fields.name("app"), name: try fields.name("name"), language: try fields.name("language"),
            launch: try fields.flag("launch") ?? true, onDisconnect: try fields.word("onDisconnect") ?? .keep,
            replies: try fields.word("replies") ?? .all, progress: try fields.flag("progress") ?? false)
    }
}

extension Announcement {
    /// The most runs of an announcement.
    private static let mostRuns = 1024

    fileprivate init(from fields: inout FieldReader, unread: inout [String]) throws {
        let text = try fields.text("text")
        let runs: [FieldReader]? = try fields.value("runs")
        var manner = try SpeechAttributes(from: &fields)
        manner.spell = try fields.flag("spell")
        let spoken: [SpeechRun]
        switch (text, runs) {
        case (let text?, nil): spoken = [SpeechRun(text: text, attributes: manner)]
        case (nil, let runs?):
            if runs.isEmpty { throw fields.invalid("runs", "is empty; expected at least one run") }
            if runs.count > Self.mostRuns { throw fields.invalid("runs", "has \(runs.count) runs; expected at most \(Self.mostRuns)") }
            spoken = try runs.enumerated().map { index, run in
                var run = run
                let own = try SpeechRun(from: &run)
                unread += run.unread.map { "runs[\(index)].\($0)" }
                return SpeechRun(text: own.text, attributes: own.attributes.over(manner))
            }
        case (nil, nil): throw fields.invalid("text", "missing; expected a string, or an array in runs")
        case (_?, _?): throw fields.invalid("runs", "stands beside text; expected one of the two")
        }
        self.init(
            runs: spoken, priority: try Priority(from: &fields) ?? .default, queue: try fields.flag("queue") ?? false,
            group: try fields.name("group"), supersede: try fields.word("supersede") ?? .none, maxAge: try fields.seconds("maxAge"),
            retain: try fields.flag("retain") ?? true, force: try fields.flag("force") ?? false,
            allowRepeat: try fields.flag("allowRepeat") ?? false)
    }
}

extension Announcement.Priority {
    /// Q15.
    fileprivate init?(from fields: inout FieldReader) throws {
        guard let word: String = try fields.value("priority") else { return nil }
        guard let known = Self(word: word) else { throw fields.unknown(word, of: "priority", known: Self.words) }
        self = known
    }
}

extension SpeechRun {
    fileprivate init(from fields: inout FieldReader) throws {
        guard let text = try fields.text("text") else { throw fields.invalid("text", "missing; expected a string") }
        self.init(text: text, attributes: try SpeechAttributes(from: &fields))
        attributes.spell = try fields.flag("spell")
    }
}

extension SpeechAttributes {
    /// All but `spell`, which is a text's and nobody's setting.
    fileprivate init(from fields: inout FieldReader) throws {
        self.init(
            language: try fields.name("language"), voice: try fields.name("voice"),
            rate: try fields.number("rate", in: Self.rateRange), pitch: try fields.number("pitch", in: Self.percentRange),
            volume: try fields.number("volume", in: Self.percentRange), punctuation: try fields.word("punctuation"),
            capitals: try fields.word("capitals"))
    }
}

extension CancelTarget {
    fileprivate init(from fields: inout FieldReader) throws {
        switch (try fields.name("target", longest: RequestLine.longestID), try fields.name("group")) {
        case (let target?, nil): self = .id(target)
        case (nil, let group?): self = .group(group)
        case (nil, nil): throw fields.invalid("target", "missing; expected an announcement's id, or a group in group")
        case (_?, _?): throw fields.invalid("group", "stands beside target; expected one of the two")
        }
    }
}
