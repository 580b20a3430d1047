import JSONLines
import Messages
import SSML

/// The kinds of requests: their `type`.
enum RequestType: String, CaseIterable, Encodable {
    case hello, announcement, layoutChanged, screenChanged, pageScrolled, elementFocused, elementUpdated, elementActivated, elementRemoved
    case mediaSession, stop, skip, step, cancel, pause, resume, `repeat`, `where`, history, explain, missed, ping, status, voices, settings,
        subscribe

    static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Request {
    /// Reads a request of this type. Reads all fields defined for the type, and ignores the rest.
    /// - Parameter warnings: receives warnings, except warnings about unread fields.
    init(_ type: RequestType, from fields: inout FieldReader, warnings: inout RequestWarnings) throws(JSONLineError) {
        switch type {
        case .hello: self = .hello(try Hello(from: &fields))
        case .announcement: self = .announcement(try Announcement(from: &fields, warnings: &warnings))
        case .layoutChanged: self = .notification(.layoutChanged(try ChangeArgument(from: &fields, warnings: &warnings)))
        case .screenChanged: self = .notification(.screenChanged(try ScreenChange(from: &fields, warnings: &warnings)))
        case .pageScrolled:
            guard let text = try fields.text("text") else { throw fields.invalid("text", "missing; expected a string") }
            self = .notification(.pageScrolled(text))
        case .elementFocused:
            guard let element = try fields.elementReference("element", warnings: &warnings) else {
                throw fields.invalid("element", "missing; expected an element, or the id of a known one")
            }
            self = .notification(.elementFocused(element, by: try fields.word("by") ?? .user))
        case .elementUpdated: self = .notification(.elementUpdated(try ElementUpdate(from: &fields, warnings: &warnings)))
        case .elementActivated: self = .notification(.elementActivated(id: try fields.elementID()))
        case .elementRemoved:
            self = .notification(.elementRemoved(id: try fields.elementID(), speaksLastValue: try fields.flag("lastValue") ?? false))
        case .mediaSession: self = .mediaSession(try MediaSessionRequest(from: &fields))
        case .repeat: self = .repeat(count: try fields.number("count", in: 1...HistoryEntry.mostRemembered) ?? 1)
        case .where: self = .where
        case .history:
            self = .history(limit: try fields.number("limit", in: 1...HistoryEntry.mostRemembered) ?? HistoryEntry.mostRemembered)
        case .explain:
            let target = try fields.name("target", longest: RequestLine.longestID)
            switch (target, try fields.flag("silent") ?? false) {
            case (_?, true): throw fields.invalid("silent", "can't be combined with target; expected one of the two")
            case (nil, false): throw fields.invalid("target", "missing; expected an announcement's id, or silent")
            default: self = .explain(target: target)
            }
        case .missed: self = .missed(speaks: try fields.flag("speak") ?? false)
        case .stop: self = .stop
        case .skip: self = .skip
        case .step:
            guard let direction: ReadingStep.Direction = try fields.word("to") else {
                throw fields.invalid("to", "missing; expected next, previous or again")
            }
            self = .step(ReadingStep(direction, by: try fields.word("unit") ?? .sentence))
        case .cancel: self = .cancel(try CancelTarget(from: &fields))
        case .pause: self = .pause
        case .resume: self = .resume
        case .ping: self = .ping
        case .status: self = .status
        case .voices: self = .voices(language: try fields.name("language"), voice: try fields.name("voice"))
        case .settings:
            let change = try UserSettings(from: &fields)
            self = .settings(change, adjust: try SettingsAdjustment(from: &fields, beside: change.speech, warnings: &warnings))
        case .subscribe:
            guard let events: [SubscribedEvent] = try fields.words("events") else {
                throw fields.invalid("events", "missing; expected an array of event names")
            }
            self = .subscribe(Set(events))
        }
    }
}

extension Hello {
    fileprivate init(from fields: inout FieldReader) throws(JSONLineError) {
        self.init(
            app: try fields.name("app"), name: try fields.name("name"), language: try fields.name("language"),
            launch: try fields.flag("launch") ?? true, onDisconnect: try fields.word("onDisconnect") ?? .keep,
            replies: try fields.word("replies") ?? .all, progress: try fields.flag("progress") ?? false,
            gestures: try fields.word("gestures"), note: try fields.name("note"))
    }
}

extension Announcement {
    /// The maximum number of an announcement's runs.
    private static let mostRuns = 1024

    /// T10: Turns SSML into plain runs. Broken SSML, and SSML with too many runs, is read as plain text.
    private static func withoutMarkup(_ runs: [SpeechRun], _ warnings: inout RequestWarnings) -> [SpeechRun] {
        guard runs.contains(where: \.isSSML) else { return runs }
        var plain: [SpeechRun] = []
        for (index, run) in runs.enumerated() {
            var run = run
            let room = mostRuns - plain.count - (runs.count - index - 1)
            if run.isSSML, let parsed = SSMLDocument.runs(of: run.text, attributes: run.attributes), parsed.count <= room {
                plain += parsed
            } else {
                if run.isSSML { warnings.add("runs[\(index)].ssml", "broken SSML; the text is read as it is (T10)") }
                run.isSSML = false
                plain.append(run)
            }
        }
        return plain
    }

    fileprivate init(from fields: inout FieldReader, warnings: inout RequestWarnings) throws(JSONLineError) {
        let text = try fields.text("text")
        let runs: [FieldReader]? = try fields.value("runs")
        var manner = try SpeechAttributes(from: &fields)
        manner.spell = try fields.flag("spell")
        let spoken: [SpeechRun]
        var hasMarkup = false
        switch (text, runs) {
        case (let text?, nil): spoken = [SpeechRun(text: text, attributes: manner)]
        case (nil, let runs?):
            if runs.isEmpty { throw fields.invalid("runs", "is empty; expected at least one run") }
            if runs.count > Self.mostRuns { throw fields.invalid("runs", "has \(runs.count) runs; expected at most \(Self.mostRuns)") }
            let own = try runs.enumerated().map { index, run throws(JSONLineError) in
                var run = run
                var own = try SpeechRun(from: &run)
                warnings.unknown(run.unread, in: "runs[\(index)]")
                own.attributes = own.attributes.over(manner)
                if let problem = own.removeUnusableIPA() { warnings.add("runs[\(index)].ipa", problem) }
                return own
            }
            hasMarkup = own.contains(where: \.isSSML)
            spoken = Self.withoutMarkup(own, &warnings)
        case (nil, nil): throw fields.invalid("text", "missing; expected a string, or an array in runs")
        case (_?, _?): throw fields.invalid("runs", "can't be combined with text; expected one of the two")
        }
        self.init(
            runs: spoken, priority: try Priority(from: &fields) ?? .default, queue: try fields.flag("queue") ?? false,
            group: try fields.name("group"), supersede: try fields.word("supersede") ?? .none, maxAge: try fields.seconds("maxAge"),
            retain: try fields.flag("retain") ?? true, continues: try fields.flag("continues") ?? false,
            force: try fields.flag("force") ?? false,
            allowRepeat: try fields.flag("allowRepeat") ?? false)
        isFromMarkup = hasMarkup
        countsAsMissed = try fields.flag("countMissed") ?? true
    }
}

extension Announcement.Priority {
    /// Reads `priority` (Q15).
    fileprivate init?(from fields: inout FieldReader) throws(JSONLineError) {
        guard let word: String = try fields.value("priority") else { return nil }
        guard let known = Self(word: word) else { throw fields.unknown(word, of: "priority", known: Self.words) }
        self = known
    }
}

extension SpeechRun {
    fileprivate init(from fields: inout FieldReader) throws(JSONLineError) {
        guard let text = try fields.text("text") else { throw fields.invalid("text", "missing; expected a string") }
        self.init(text: text, attributes: try SpeechAttributes(from: &fields))
        attributes.spell = try fields.flag("spell")
        isSSML = try fields.flag("ssml") ?? false
        ipa = try fields.text("ipa")
    }

    /// T12: Removes a pronunciation that can't be spoken, so that the text is spoken instead.
    /// - Returns: why the pronunciation can't be spoken; nil if it may be possible.
    fileprivate mutating func removeUnusableIPA() -> String? {
        guard let ipa else { return nil }
        let problem: String
        if isSSML || attributes.spell == true {
            problem = "can't be combined with \(isSSML ? "ssml" : "spell"); ignored"
        } else if ipa.unicodeScalars.count > PhoneticNotation.mostScalars {
            problem = "is longer than \(PhoneticNotation.mostScalars) characters; the text is spoken (T12)"
        } else if let foreign = PhoneticNotation.firstForeignScalar(in: ipa) {
            let code = String(foreign.value, radix: 16, uppercase: true)
            problem = "has U+\(code), which is not in the phonetic alphabet; the text is spoken (T12)"
        } else if ipa.allSatisfy(\.isWhitespace) {
            problem = "is empty; the text is spoken (T12)"
        } else {
            return nil
        }
        self.ipa = nil
        return problem
    }
}

extension SpeechAttributes {
    /// Reads all attributes except `spell`, which is a property of a text and not a setting.
    fileprivate init(from fields: inout FieldReader) throws(JSONLineError) {
        self.init(
            language: try fields.name("language"), voice: try fields.name("voice"),
            rate: try fields.number("rate", in: Self.rateRange), pitch: try fields.number("pitch", in: Self.percentRange),
            volume: try fields.number("volume", in: Self.percentRange), punctuation: try fields.word("punctuation"),
            capitals: try fields.word("capitals"))
    }
}

extension UserSettings {
    fileprivate init(from fields: inout FieldReader) throws(JSONLineError) {
        let range = Self.intervalRange
        let interval: Double? = try fields.value("interval")
        if let interval, !range.contains(interval) {
            throw fields.invalid("interval", "expected seconds, \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        self.init(
            try SpeechAttributes(from: &fields), verbosity: try fields.word("verbosity"), dialect: try fields.word("dialect"),
            hints: try fields.flag("hints"), gestures: try fields.word("gestures"), interval: interval,
            earcons: try fields.flag("earcons"), typing: try fields.word("typing"))
    }
}

extension SettingsAdjustment {
    /// - Parameter change: the attributes that the same request sets.
    fileprivate init(
        from fields: inout FieldReader, beside change: SpeechAttributes, warnings: inout RequestWarnings
    ) throws(JSONLineError) {
        self.init()
        guard var steps: FieldReader = try fields.value("adjust") else { return }
        func step(_ name: String, beside value: Int?, in range: ClosedRange<Int>) throws(JSONLineError) -> Int? {
            guard let step = try steps.number(name, in: Self.range(for: range)) else { return nil }
            if value != nil { throw steps.invalid(name, "can't be combined with setting \(name); expected one of the two") }
            return step
        }
        rate = try step("rate", beside: change.rate, in: SpeechAttributes.rateRange)
        pitch = try step("pitch", beside: change.pitch, in: SpeechAttributes.percentRange)
        volume = try step("volume", beside: change.volume, in: SpeechAttributes.percentRange)
        warnings.unknown(steps.unread, in: "adjust")
    }
}

extension CancelTarget {
    fileprivate init(from fields: inout FieldReader) throws(JSONLineError) {
        switch (try fields.name("target", longest: RequestLine.longestID), try fields.name("group")) {
        case (let target?, nil): self = .id(target)
        case (nil, let group?): self = .group(group)
        case (nil, nil): throw fields.invalid("target", "missing; expected an announcement's id, or a group in group")
        case (_?, _?): throw fields.invalid("group", "can't be combined with target; expected one of the two")
        }
    }
}
