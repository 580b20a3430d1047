import JSONLines
import Messages

/// An element's id as a string, or an element as an object.
enum NameOrFields: FieldValue {
    case name(String)
    case fields(FieldReader)

    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        switch value {
        case .string(let name): self = .name(name)
        case .object: self = .fields(try FieldReader(value, at: path()))
        default: throw JSONLineError(.invalidField, "\(path()): expected an element's id, or an element")
        }
    }
}

extension FieldReader {
    mutating func elementID(_ field: String = "element") throws(JSONLineError) -> String {
        guard let id = try name(field) else { throw invalid(field, "missing; expected an element's id") }
        return id
    }

    /// Reads an element, or the id of an existing element; nil if the field is missing.
    mutating func elementReference(_ field: String, warnings: inout RequestWarnings) throws(JSONLineError) -> ElementReference? {
        switch try nameOrFields(field) {
        case .name(let id)?: return .id(id)
        case .fields(var fields)?:
            let element = try Element(from: &fields, warnings: &warnings, at: field)
            return .element(element)
        case nil: return nil
        }
    }

    /// Reads elements in reading order.
    mutating func elements(_ field: String, warnings: inout RequestWarnings) throws(JSONLineError) -> [Element] {
        guard let all = try value(field, [FieldReader].self) else { return [] }
        return try all.enumerated().map { index, fields throws(JSONLineError) in
            var fields = fields
            return try Element(from: &fields, warnings: &warnings, at: "\(field)[\(index)]")
        }
    }

    /// Reads a list of trait names, and adds warnings about unknown names.
    /// - Parameter path: the path before the field's name.
    mutating func traits(_ field: String, warnings: inout RequestWarnings, at path: @autoclosure () -> String) throws(JSONLineError)
        -> Traits?
    {
        guard let names = try value(field, [String].self) else { return nil }
        var traits: Traits = []
        for (index, name) in names.enumerated() {
            if let trait = Traits(name: name) {
                traits.formUnion(trait)
            } else {
                warnings.unknown(word: name, at: "\(path())\(field)[\(index)]", "ignored")
            }
        }
        if !traits.isEmpty, names.contains("none") {
            warnings.add("\(path())\(field)", "none can't be combined with \(traits.names[0]); expected it alone", .inconsistent)
        }
        return traits
    }
}

extension Element {
    /// - Parameter path: the element's path in its line, for warnings.
    init(from fields: inout FieldReader, warnings: inout RequestWarnings, at path: String) throws(JSONLineError) {
        self.init(
            id: try fields.name("id") ?? "", label: try fields.text("label"), value: try fields.text("value"),
            placeholder: try fields.text("placeholder"), traits: try fields.traits("traits", warnings: &warnings, at: "\(path).") ?? [],
            hint: try fields.text("hint"), language: try fields.name("language"), valueKind: try fields.word("valueKind") ?? .text,
            container: try Container(from: &fields, warnings: &warnings, at: path),
            speaksDuringMedia: try fields.flag("speakDuringMedia") ?? false, milestones: try Milestone.list(from: &fields))
        warnings.unknown(fields.unread, in: path)
    }

}

extension Container {
    /// Reads the `container` field, and the containers around that container. A container of unknown type causes a warning and is ignored,
    /// together with the containers around it.
    /// - Parameter depth: the number of containers inside this one.
    fileprivate init?(
        from parent: inout FieldReader, warnings: inout RequestWarnings, at path: String, depth: Int = 0
    ) throws(JSONLineError) {
        guard var fields = try parent.value("container", FieldReader.self) else { return nil }
        guard depth <= Self.mostEnclosing else {
            throw parent.invalid("container", "expected at most \(Self.mostEnclosing + 1) containers, one in another")
        }
        guard let word: String = try fields.value("type") else { throw fields.invalid("type", "missing; expected a container's type") }
        guard let kind = Kind(rawValue: word) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            warnings.unknown(word: word, at: "\(path).container.type", "expected one of \(known); the container is ignored")
            return nil
        }
        let headers = try fields.texts("headers") ?? []
        guard headers.count <= Self.mostHeaders else { throw fields.invalid("headers", "expected at most \(Self.mostHeaders)") }
        let places = 1...1_000_000
        var enclosing: [Container] = []
        if let nearest = try Self(from: &fields, warnings: &warnings, at: "\(path).container", depth: depth + 1) {
            enclosing = [nearest] + nearest.enclosing
            enclosing[0].enclosing = []
        }
        self.init(
            kind: kind, label: try fields.text("label"), index: try fields.number("index", in: places),
            count: try fields.number("count", in: places), edge: try fields.word("edge"), row: try fields.number("row", in: places),
            column: try fields.number("column", in: places), rowSpan: try fields.number("rowSpan", in: places),
            columnSpan: try fields.number("columnSpan", in: places), headers: headers, enclosing: enclosing)
        warnings.unknown(fields.unread, in: "\(path).container")
    }
}

/// An element's fields as encoded in JSON.
struct ElementFields: Encodable {
    var id: String?
    var label: String?
    var value: String?
    var placeholder: String?
    var traits: [String]?
    var hint: String?
    var language: String?
    var valueKind: String?
    var container: ContainerFields?
    var speakDuringMedia: Bool?
    var milestones: [NumberOrText]?

    init(_ element: Element) {
        id = element.id.isEmpty ? nil : element.id
        label = element.label
        value = element.value
        placeholder = element.placeholder
        traits = element.traits.isEmpty ? nil : element.traits.names
        hint = element.hint
        language = element.language
        valueKind = element.valueKind == .text ? nil : element.valueKind.rawValue
        container = element.container.map { ContainerFields($0, in: $0.enclosing[...]) }
        speakDuringMedia = element.speaksDuringMedia ? true : nil
        milestones = element.milestones.isEmpty ? nil : element.milestones.map(NumberOrText.init)
    }

    final class ContainerFields: Encodable {
        var type: String
        var label: String?
        var index: Int?
        var count: Int?
        var edge: String?
        var row: Int?
        var column: Int?
        var rowSpan: Int?
        var columnSpan: Int?
        var headers: [String]?
        var container: ContainerFields?

        init(_ container: Container, in enclosing: ArraySlice<Container>) {
            type = container.kind.rawValue
            label = container.label
            index = container.index
            count = container.count
            edge = container.edge?.rawValue
            row = container.row
            column = container.column
            rowSpan = container.rowSpan
            columnSpan = container.columnSpan
            headers = container.headers.isEmpty ? nil : container.headers
            self.container = enclosing.first.map { ContainerFields($0, in: enclosing.dropFirst()) }
        }
    }
}

/// An element, or its id, as encoded in JSON.
enum ElementField: Encodable {
    case id(String)
    case element(ElementFields)

    init(_ reference: ElementReference) {
        switch reference {
        case .id(let id): self = .id(id)
        case .element(let element): self = .element(ElementFields(element))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .id(let id):
            var container = encoder.singleValueContainer()
            try container.encode(id)
        case .element(let fields): try fields.encode(to: encoder)
        }
    }
}
