import AnnounceProtocol
import FoundationEssentials
import Messages
import TestSupport
import Testing

/// docs/PROTOCOL.md says what is so.
@Suite struct DocumentationTests {
    /// The messages it shows, on lines of their own or in a `printf '…\n'`.
    private static func messages(in text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            if line.hasPrefix("{") { return [String(line)] }
            guard let printf = line.firstRange(of: "printf '") else { return [] }
            return line[printf.upperBound...].prefix { $0 != "'" }.split(separator: "\\n").map(String.init)
        }
    }

    @Test func `Every message that it shows is one, without a warning`() throws {
        let messages = Self.messages(in: try repositoryText("docs/PROTOCOL.md"))
        #expect(messages.count > 15)
        for message in messages {
            let bytes = Array(message.utf8)
            if let request = try? RequestLine(line: bytes) {
                #expect(request.warnings.isEmpty, "\(message)")
            } else {
                let told = try #require(try ServerLine.message(from: bytes), "\(message)")
                #expect(told.jsonLine.dropLast() == bytes[...], "\(message)")
            }
        }
    }

    @Test func `It names every type, field and word`() throws {
        let text = try repositoryText("docs/PROTOCOL.md")
        var words = try Self.fields() + Request.Kind.allCases.map(\.rawValue) + Announcement.Priority.words
        words += Announcement.Supersede.allCases.map(\.rawValue) + Hello.OnDisconnect.allCases.map(\.rawValue)
        words += Hello.Replies.allCases.map(\.rawValue) + Punctuation.allCases.map(\.rawValue) + Capitals.allCases.map(\.rawValue)
        words += Reply.State.allCases.map(\.rawValue) + ErrorReply.Code.allCases.map(\.rawValue) + FinishReason.allCases.map(\.rawValue)
        words += SubscribedEvent.allCases.map(\.rawValue) + Status.Voice.State.allCases.map(\.rawValue)
        words += Status.Device.State.allCases.map(\.rawValue) + ["announcementDidFinish", "progress", "mark"]
        words += ["event", "reply", "error"]
        words += [
            "placeholder", "roleDescription", "level", "content", "actions", "importance", "full", "details", "sound", "context", "checked",
            "pressed",
            "current",
            "visited", "expanded", "required", "readOnly", "error", "live", "atomic", "busy",
            "private", "inflection", "valueKind",
            "container", "speakDuringMedia", "milestones", "index", "edge", "row", "column", "rowSpan",
        ]
        words += ["columnSpan", "headers", "elementFocused", "pageTurn", "warning", "change", "earcon", "explanation", "media"]
        words += Traits.names + Container.Kind.allCases.map(\.rawValue) + Container.Edge.allCases.map(\.rawValue)
        words += Element.ValueKind.allCases.map(\.rawValue) + FocusMover.allCases.map(\.rawValue)
        words += MediaSession.Mode.allCases.map(\.rawValue) + MediaSessionEvent.Change.allCases.map(\.rawValue)
        words += MediaSessionEvent.Reason.allCases.map(\.rawValue) + Earcon.allCases.map(\.rawValue)
        for word in words { #expect(text.contains("`\(word)`") || text.contains("### \(word)"), "\(word)") }
    }

    /// The fields of requests, in the schema, which SchemaListTests compares with the code's.
    private static func fields() throws -> [String] {
        let schema = try JSONDecoder().decode(Schema.self, from: Data(repositoryText("docs/protocol.schema.json").utf8))
        return Request.Kind.allCases.flatMap { schema.definitions[$0.rawValue]?.properties?.keys.sorted() ?? [] }
    }

    private struct Schema: Decodable {
        struct Definition: Decodable { var properties: [String: Property]? }
        struct Property: Decodable {}
        var definitions: [String: Definition]
        private enum CodingKeys: String, CodingKey { case definitions = "$defs" }
    }

    @Test func `Its limits are those that hold`() throws {
        let text = try repositoryText("docs/PROTOCOL.md")
        #expect(text.contains("256 KiB (\(RequestLine.maximumLength) bytes)"))
        #expect(text.contains("up to \(ServerLine.maximumLength / 1024) KiB"))
        #expect(text.contains("a string of 1 to \(Request.longestID) characters"))
        #expect(text.contains("A length limit of \(FieldPass.longestName)"))
        #expect(text.contains("\(SpeechAttributes.rateRange.lowerBound) to \(SpeechAttributes.rateRange.upperBound)"))
    }
}
