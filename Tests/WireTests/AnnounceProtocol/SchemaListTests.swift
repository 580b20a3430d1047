import AnnounceProtocol
import JSONLines
import Messages
import SpeechQueue
import TestSupport
import Testing

/// The words, fields and types that docs/protocol.schema.json lists, compared with the code's own lists: what only one of them has fails.
/// Messages as examples can't show that, because a word that the schema lacks may also be missing among the examples.
@Suite struct SchemaListTests {
    /// The definitions by name.
    private let definitions: [String: JSONValue]

    init() throws {
        let schema = JSONValue.object(try JSONObject(Array(repositoryText("docs/protocol.schema.json").utf8)))
        definitions = try #require(schema["$defs"]).fields
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    /// The code's list for each place in the schema: a definition and properties in it, or a property that has the same words everywhere.
    private static let lists: [String: [String]] = [
        "allSettings.mode": words(SpeechMode.self), "settings.mode": words(SpeechMode.self),
        // The usual mode is not told.
        "daemonStatus.mode": words(SpeechMode.self).filter { $0 != "talk" },
        "allSettings.changed": words(UserSettings.Name.self), "announcement.priority": Announcement.Priority.words,
        "announcement.format": words(Announcement.Format.self),
        "announcement.supersede": words(Announcement.Supersede.self), "capitals": words(Capitals.self),
        "class": UtteranceClass.allCases.map(\.name), "container.edge": words(Container.Edge.self),
        "container.if.type": words(Container.Kind.self), "content.importance": words(CustomContent.Importance.self),
        "current": words(ElementStates.Current.self).filter { Bool($0) == nil },
        "daemonStatus.device.state": words(Status.Device.State.self),
        // What the mode says is not told.
        "daemonStatus.media.announcements": words(MediaSession.Announcements.self).filter { $0 != "mode" },
        "daemonStatus.voice.state": words(Status.Voice.State.self), "dialect": words(Dialect.self),
        "element.valueKind": words(Element.ValueKind.self), "elementFocused.by": words(FocusMover.self),
        "error.code": words(ErrorReply.Code.self), "eventName": words(SubscribedEvent.self), "gestures": words(Gestures.self),
        "hello.onDisconnect": words(Hello.OnDisconnect.self), "hello.replies": words(Hello.Replies.self),
        "live": words(LiveRegion.Politeness.self),
        "mediaSession.announcements": words(MediaSession.Announcements.self), "mediaSession.if.op": ["begin", "extend"],
        "mediaSession.op": words(MediaSessionRequest.Operation.self), "mode": words(MediaSession.Mode.self),
        "context": words(TextualContext.self), "punctuation": words(Punctuation.self), "reason": words(FinishReason.self),
        "reply.state": words(Reply.State.self),
        "sessionChange.change": words(MediaSessionEvent.Change.self), "sessionChange.reason": words(MediaSessionEvent.Reason.self),
        "step.to": words(ReadingStep.Direction.self), "step.unit": words(ReadingStep.Unit.self), "trace.earcon": words(Earcon.self),
        "toggle": words(ElementStates.Toggle.self).filter { Bool($0) == nil }, "typing": words(TypingEcho.self),
        "verbosity": words(Verbosity.self), "warningCode": words(Warning.Code.self),
    ]

    @Test func `Each list of words in the schema is the code's`() {
        var unseen = Set(Self.lists.keys)
        for (name, definition) in definitions {
            for (place, words) in definition.lists(at: [name]) {
                let key = [place, place.split(separator: ".").last.map(String.init) ?? ""].first { Self.lists[$0] != nil }
                #expect(words.sorted() == key.flatMap { Self.lists[$0] }?.sorted(), "\(place)")
                if let key { unseen.remove(key) }
            }
        }
        #expect(unseen == [], "the schema has no such lists")
    }

    @Test func `The schema names the traits that the daemon knows, and the settings that clients change`() throws {
        let description = try #require(definitions["traits"]?["description"]?.text)
        let known = try #require(description.split(separator: "Known are ").last)
        #expect(known.dropLast().split(separator: ", ").map(String.init).sorted() == Traits.names.sorted())
        let settings = try #require(definitions["allSettings"]?["properties"]?.fields.keys)
        #expect(settings.sorted() == (Self.words(UserSettings.Name.self) + ["changed", "file"]).sorted())
    }

    @Test func `The schema has each type of message, and no other`() throws {
        func types(_ name: String) throws -> [String] {
            try #require(definitions[name]?["oneOf"]).elements.map { one in
                let reference = try #require(one["$ref"]?.text)
                let definition = definitions[String(reference.dropFirst("#/$defs/".count))]
                return try #require(definition?["properties"]?["type"]?["const"]?.text)
            }.sorted()
        }
        #expect(try types("request") == Self.words(Request.Kind.self).sorted())
        #expect(try types("message") == Set(ServerCatalogue.all.map { try Self.type(of: $0) }).sorted())
    }

    private static func type(of message: ServerMessage) throws -> String {
        try #require(JSONValue.object(JSONObject(message.jsonLine))["type"]?.text)
    }

    /// What each request needs, for each way in which it is read.
    private static let needed: [Request.Kind: [String]] = [
        .announcement: [#""text":"a""#], .pageScrolled: [#""text":"a""#], .elementFocused: [#""element":"a""#],
        .elementUpdated: [#""element":"a""#], .elementActivated: [#""element":"a""#], .elementRemoved: [#""element":"a""#],
        .mediaSession: [#""op":"begin","session":"a""#, #""op":"extend""#, #""op":"end""#], .step: [#""to":"next""#],
        .cancel: [#""target":"a""#, #""group":"a""#], .explain: [#""target":"a""#], .subscribe: [#""events":[]"#],
    ]

    @Test(arguments: Request.Kind.allCases)
    func `The daemon reads the fields that the schema gives a request, and no others`(_ type: Request.Kind) throws {
        let all = definitions.values.reduce(into: Set<String>()) { $0.formUnion($1.properties) }
        var read: Set<String> = []
        for given in Self.needed[type] ?? [""] {
            // A null is no value, but its field is read.
            let others = all.filter { $0 != "type" && !given.contains("\"\($0)\":") }.map { "\"\($0)\":null" }
            let line = "{\"type\":\"\(type.rawValue)\",\((others + (given.isEmpty ? [] : [given])).joined(separator: ","))}"
            var fields = FieldPass(reading: try JSONObject(Array(line.utf8)))
            var request = ReceivedRequest.blank
            try request.pass(&fields)
            read.formUnion(all.subtracting(fields.unread))
        }
        #expect(read.sorted() == definitions[type.rawValue]?.properties.sorted())
    }
}

extension JSONValue {
    fileprivate var fields: [String: JSONValue] {
        guard case .object(let object) = self else { return [:] }
        return Dictionary(uniqueKeysWithValues: object.fields.map { ($0.name, $0.value) })
    }
    fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate subscript(name: String) -> JSONValue? { fields[name] }

    /// The words of each list in a schema, with its place.
    fileprivate func lists(at place: [String]) -> [(place: String, words: [String])] {
        fields.flatMap { name, value -> [(place: String, words: [String])] in
            switch name {
            case "enum": [(place.joined(separator: "."), value.elements.compactMap(\.text))]
            case "properties": value.fields.flatMap { $1.lists(at: place + [$0]) }
            case "if": value.lists(at: place + ["if"])
            default: ([value] + value.elements).flatMap { $0.lists(at: place) }
            }
        }
    }

    /// The properties of the object that a schema describes, in any of its cases.
    fileprivate var properties: Set<String> {
        fields.reduce(into: []) { properties, field in
            switch field.key {
            case "properties": properties.formUnion(field.value.fields.keys)
            case "allOf", "anyOf", "oneOf": for one in field.value.elements { properties.formUnion(one.properties) }
            case "then": properties.formUnion(field.value.properties)
            default: break
            }
        }
    }
}
