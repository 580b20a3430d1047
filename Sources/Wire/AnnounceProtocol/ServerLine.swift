package import JSONLines
package import Messages

/// A message as sent by the daemon.
package enum ServerLine {
    /// The maximum length of a line that a client should accept, in bytes: a status with the longest announcement, or all voices.
    package static let maximumLength = 2 * RequestLine.maximumLength

    /// Returns the encoded line, including `\n`.
    package static func bytes(of message: ServerMessage) -> [UInt8] {
        switch message {
        case .reply(let reply) where reply.result == nil && reply.warnings.isEmpty: bytes(of: reply)
        case .announcementDidFinish(let did): bytes(of: did)
        default: encoded(message)
        }
    }

    // The two lines that each announcement needs are written without the encoder, for speed.

    private static func bytes(of reply: Reply) -> [UInt8] {
        var line = JSONLineWriter()
        line.field("id", reply.id)
        line.field("ok", true)
        if let state = reply.state { line.field("state", state.rawValue) }
        line.field("type", "reply")
        return line.line()
    }

    private static func bytes(of did: AnnouncementDidFinish) -> [UInt8] {
        var line = JSONLineWriter()
        line.field("attempts", did.attempts)
        line.field("id", did.id)
        line.field("reason", did.reason.rawValue)
        line.field("spokenSeconds", did.spokenSeconds.toMilliseconds)
        line.field("successful", did.successful)
        line.field("text", did.text)
        line.field("type", "announcementDidFinish")
        return line.line()
    }

    /// Returns the same line as ``bytes(of:)``, but always from the encoder.
    package static func encoded(_ message: ServerMessage) -> [UInt8] {
        switch message {
        case .reply(let reply): JSONLine.encode(ReplyFields(reply))
        case .error(let error): JSONLine.encode(ErrorFields(error))
        case .refused(let refusal, let id, let line): JSONLine.encode(ErrorFields(ErrorReply(refusal, id: id, line: line)))
        case .announcementDidFinish(let did): JSONLine.encode(FinishFields(did))
        case .progress(let progress): JSONLine.encode(ProgressFields(progress))
        case .mark(let mark): JSONLine.encode(MarkFields(mark))
        case .event(let event): JSONLine.encode(TypedFields(TraceFields(event)))
        case .eventsLost(let count): JSONLine.encode(EventsLostFields(count: count))
        case .elementFocused(let id): JSONLine.encode(FocusFields(element: id))
        case .pageTurn(let id): JSONLine.encode(PageTurnFields(element: id))
        case .mediaSession(let event): JSONLine.encode(TypedFields(SessionFields(event)))
        case .warning(let warning, let element): JSONLine.encode(WarningFields(warning, element: element))
        case .outcomesLost: JSONLine.encode(TypeOnly(type: "outcomesLost"))
        }
    }

    /// Parses one line; returns nil for an unknown type, which a newer daemon may send.
    /// - Throws: ``JSONLineError`` that names the field.
    package static func message(from line: [UInt8]) throws(JSONLineError) -> ServerMessage? {
        switch try JSONLine.decode(TypeOnly.self, from: line).type {
        case "reply": .reply(try JSONLine.decode(ReplyFields.self, from: line).reply)
        case "error": .error(try JSONLine.decode(ErrorFields.self, from: line).error)
        case "announcementDidFinish": .announcementDidFinish(try JSONLine.decode(FinishFields.self, from: line).did)
        case "progress": .progress(try JSONLine.decode(ProgressFields.self, from: line).progress)
        case "mark": .mark(try JSONLine.decode(MarkFields.self, from: line).mark)
        case "event": .event(try traceEvent(from: line))
        case "eventsLost": .eventsLost(count: try JSONLine.decode(EventsLostFields.self, from: line).count)
        case "elementFocused": .elementFocused(id: try JSONLine.decode(FocusFields.self, from: line).element)
        case "pageTurn": .pageTurn(id: try JSONLine.decode(PageTurnFields.self, from: line).element)
        case "mediaSession": .mediaSession(try JSONLine.decode(TypedFields<SessionFields>.self, from: line).fields.event)
        case "warning": try JSONLine.decode(WarningFields.self, from: line).warning
        case "outcomesLost": .outcomesLost
        default: nil
        }
    }

    private static func traceEvent(from line: [UInt8]) throws(JSONLineError) -> TraceEvent {
        var trace = try JSONLine.decode(TypedFields<TraceFields>.self, from: line).fields.trace
        guard trace.event == .received else { return trace }
        var fields = FieldReader(try JSONObject(line))
        guard var request = try fields.value("request", FieldReader.self) else { return trace }
        trace.request = try ReceivedRequest(from: &request)
        return trace
    }

    /// Returns only a query's result, as one line of JSON without `\n`.
    package static func json(of status: Status) -> String { text(StatusFields(status)) }
    package static func json(of media: [Status.Media]) -> String { text(media.map(StatusFields.Media.init)) }
    package static func json(of voices: [VoiceDescription]) -> String { text(voices.map(VoiceFields.init)) }
    package static func json(of settings: SettingsReport) -> String { text(SettingsFields(settings)) }
    package static func json(of history: [HistoryEntry]) -> String { text(history.map(HistoryFields.init)) }
    package static func json(of explanation: Explanation) -> String { text(ExplanationFields(explanation)) }
    /// Returns only an event, without its `type`, as in traces.
    package static func json(of event: TraceEvent) -> String { text(TraceFields(event)) }

    /// Parses an event as in traces.
    /// - Throws: ``JSONLineError`` that names the invalid or unknown field.
    package static func event(from line: [UInt8]) throws(JSONLineError) -> TraceEvent {
        let names = try JSONObject(line).fields.map(\.name)
        let fields = try JSONLine.decode(TraceFields.self, from: line)
        let known = try JSONObject(JSONLine.encode(fields)).fields.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw JSONLineError(.invalidField, "\(unknown): unknown in a trace's line; expected its fields only")
        }
        return fields.trace
    }

    /// Returns an event as sent to subscribers, with the time of day: a line of `announce monitor --json`. It contains no control
    /// characters that could affect a terminal.
    package static func json(of event: TraceEvent, time: String) -> String {
        let line = text(MonitoredFields(event, time: time))
        // JSON itself escapes only control characters below the space.
        guard line.unicodeScalars.contains(where: { 0x7f...0x9f ~= $0.value }) else { return line }
        return line.unicodeScalars.reduce(into: "") { text, scalar in
            if 0x7f...0x9f ~= scalar.value { text += "\\u00" + String(scalar.value, radix: 16) } else { text.unicodeScalars.append(scalar) }
        }
    }

    private static func text(_ value: some Encodable) -> String { String(decoding: JSONLine.encode(value).dropLast(), as: UTF8.self) }

    private struct TypeOnly: Codable {
        var type: String
    }
}

/// A word from a fixed list, as encoded in JSON.
struct Word<Value: RawRepresentable & Sendable>: Codable, Sendable where Value.RawValue == String {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let word = try container.decode(String.self)
        guard let value = Value(rawValue: word) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(word)\" is unknown")
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.rawValue)
    }
}

private struct ErrorFields: Codable {
    var type = "error"
    var id: String?
    var ok = false
    var code: Word<ErrorReply.Code>
    var message: String
    var line: Int?

    private enum CodingKeys: CodingKey { case type, id, ok, code, message, line }

    init(_ error: ErrorReply) {
        id = error.id
        code = Word(error.code)
        message = error.message
        line = error.line
    }

    var error: ErrorReply { ErrorReply(id: id, code: code.value, message: message, line: line) }
}

private struct FinishFields: Codable {
    var type = "announcementDidFinish"
    var id: String
    var text: String
    var successful: Bool
    var reason: Word<FinishReason>
    var attempts: Int
    var spokenSeconds: Double

    private enum CodingKeys: CodingKey { case type, id, text, successful, reason, attempts, spokenSeconds }

    init(_ did: AnnouncementDidFinish) {
        id = did.id
        text = did.text
        successful = did.successful
        reason = Word(did.reason)
        attempts = did.attempts
        spokenSeconds = did.spokenSeconds.toMilliseconds
    }

    var did: AnnouncementDidFinish {
        AnnouncementDidFinish(
            id: id, text: text, successful: successful, reason: reason.value, attempts: attempts, spokenSeconds: spokenSeconds)
    }
}

private struct ProgressFields: Codable {
    var type = "progress"
    var id: String
    var word: String
    var offset: Int
    var length: Int

    private enum CodingKeys: CodingKey { case type, id, word, offset, length }

    init(_ progress: Progress) {
        id = progress.id
        word = progress.word
        offset = progress.offset
        length = progress.length
    }

    var progress: Progress { Progress(id: id, word: word, offset: offset, length: length) }
}

private struct MarkFields: Codable {
    var type = "mark"
    var id: String
    var name: String

    private enum CodingKeys: CodingKey { case type, id, name }

    init(_ mark: Mark) {
        id = mark.id
        name = mark.name
    }

    var mark: Mark { Mark(id: id, name: name) }
}

extension Double {
    /// These seconds, rounded to the millisecond.
    var toMilliseconds: Double { (self * 1000).rounded() / 1000 }
}
