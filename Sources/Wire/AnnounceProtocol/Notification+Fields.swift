import JSONLines
import Messages

// Decoding of layout and screen changes, updates and media sessions.

extension ChangeArgument {
    init(from fields: inout FieldReader, warnings: inout RequestWarnings) throws(JSONLineError) {
        switch (try fields.elementReference("element", warnings: &warnings), try fields.text("text")) {
        case (let element?, nil): self = .element(element)
        case (nil, let text?): self = .text(text)
        case (nil, nil): self = .none
        case (_?, _?): throw fields.invalid("text", "can't be combined with element; expected one of the two")
        }
    }
}

extension ScreenChange {
    init(from fields: inout FieldReader, warnings: inout RequestWarnings) throws(JSONLineError) {
        self.init(
            argument: try ChangeArgument(from: &fields, warnings: &warnings), title: try fields.text("title"),
            elements: try fields.elements("elements", warnings: &warnings))
    }
}

extension ElementUpdate {
    init(from fields: inout FieldReader, warnings: inout RequestWarnings) throws(JSONLineError) {
        // The changes are next to the id, or in an object together with the id, as in other notifications.
        switch try fields.nameOrFields("element") {
        case .name?: try self.init(id: try fields.elementID(), from: &fields, warnings: &warnings)
        case .fields(var element)?:
            guard let id = try element.name("id") else { throw element.invalid("id", "missing; expected a known element's id") }
            try self.init(id: id, from: &element, warnings: &warnings, at: "element.")
            warnings.unknown(element.unread, in: "element")
        case nil: throw fields.invalid("element", "missing; expected an element's id")
        }
    }

    private init(id: String, from fields: inout FieldReader, warnings: inout RequestWarnings, at path: String = "") throws(JSONLineError) {
        self.init(
            id: id, label: try fields.text("label"), value: try fields.text("value"),
            traits: try fields.traits("traits", warnings: &warnings, at: path), hint: try fields.text("hint"),
            inserted: try fields.text("inserted"), deleted: try fields.text("deleted"))
    }
}

extension MediaSessionRequest {
    enum Operation: String, CaseIterable { case begin, extend, end }

    /// The maximum number of elements that a session may name.
    private static let mostElements = 1024

    init(from fields: inout FieldReader) throws(JSONLineError) {
        guard let operation: Operation = try fields.word("op") else {
            throw fields.invalid("op", "missing; expected one of \(Operation.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let name = try fields.name("session")
        if operation == .end {
            // M7: the sessions' app has a meaning only here.
            let app = try fields.name("app")
            if try fields.flag("all") == true || app != nil {
                self = .endAll(of: app)
                return
            }
        }
        switch operation {
        case .begin:
            self = .begin(
                MediaSession(
                    name: name, mode: try fields.word("mode") ?? .play, lease: try Self.lease(&fields) ?? MediaSession.usualLease,
                    mute: try Self.ids("mute", &fields), allow: try Self.ids("allow", &fields),
                    announcements: try fields.word("announcements") ?? .mode))
        case .extend: self = .extend(name: name, lease: try Self.lease(&fields))
        case .end: self = .end(name: name)
        }
    }

    private static func lease(_ fields: inout FieldReader) throws(JSONLineError) -> Double? {
        try fields.seconds("lease", atLeast: MediaSession.shortestLease)
    }

    private static func ids(_ field: String, _ fields: inout FieldReader) throws(JSONLineError) -> [String] {
        let ids = try fields.names(field) ?? []
        guard ids.count <= mostElements else { throw fields.invalid(field, "expected at most \(mostElements) elements' ids") }
        return ids
    }
}
