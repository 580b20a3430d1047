import TestSupport

/// Requests as described in docs/protocol.schema.json, and some that are nearly valid. Additions to the schema are used automatically.
struct RequestGrammar: LineSource {
    var generator: SeededGenerator
    private let definitions: [String: JSONValue]
    private var posted = 0

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        definitions = try JSONValue(repositoryText("docs/protocol.schema.json"))["$defs"]?.fields ?? [:]
    }

    mutating func line() -> Line {
        // Prefer announcements, because they have outcomes.
        let kinds = definitions["request"]?["oneOf"]?.elements ?? []
        let schema = chance(2) ? definitions["announcement"] ?? .null : one(of: kinds)
        var fields = value(of: schema, depth: 0).fields
        let type = fields["type"]?.string
        fields["id"] = nil
        // Most clients want to receive the outcomes of their announcements.
        if !chance(10) { fields["replies"] = nil }
        if fields["target"] != nil, chance(2) { fields["target"] = .text("\(announcementPrefix)\(number(0..<posted + 1))") }
        if chance(6) { spoil(&fields) }
        if chance(8) {
            // Changed bytes can make any line, so it names no announcement.
            let bytes = Mutations.mutated(Array(JSONValue.object(fields).line.utf8), with: Array(#""replies":[{"#.utf8), using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            return Line(text: text, wantsNothing: text.contains("repl"))
        }
        guard type == "announcement" else { return Line(text: JSONValue.object(fields).line, wantsNothing: fields["replies"] != nil) }
        posted += 1
        let id = "\(announcementPrefix)\(posted)"
        fields["id"] = .text(id)
        return Line(text: JSONValue.object(fields).line, announcement: id)
    }

    // MARK: Right values

    /// Returns a value that a schema allows.
    private mutating func value(of schema: JSONValue, depth: Int) -> JSONValue {
        if let name = schema["$ref"]?.string?.split(separator: "/").last, let definition = definitions[String(name)] {
            return value(of: definition, depth: depth)
        }
        if let constant = schema["const"] { return constant }
        if let words = schema["enum"]?.elements, !words.isEmpty { return one(of: words) }
        if let type = schema["type"]?.string { return value(of: type, schema, depth: depth) }
        for choice in ["oneOf", "anyOf"] {
            if let all = schema[choice]?.elements, !all.isEmpty { return value(of: one(of: all), depth: depth) }
        }
        return schema["properties"] != nil ? value(of: "object", schema, depth: depth) : any()
    }

    private mutating func value(of type: String, _ schema: JSONValue, depth: Int) -> JSONValue {
        switch type {
        case "boolean": .flag(chance(2))
        case "integer": .number(number(in: schema).rounded())
        case "number": .number(number(in: schema))
        case "string": text(schema)
        case "array": list(schema, depth: depth)
        case "object": object(schema, depth: depth)
        default: any()
        }
    }

    private mutating func number(in schema: JSONValue) -> Double {
        let least = schema["minimum"]?.double ?? -1000
        let most = schema["maximum"]?.double ?? max(least, 10)
        return switch number(0..<6) {
        case 0: least
        case 1: most
        default: Double.random(in: least...most, using: &generator)
        }
    }

    private mutating func text(_ schema: JSONValue) -> JSONValue {
        // The pattern of milestones is the only one that does more than exclude NUL.
        if schema["pattern"]?.string?.contains("hms") == true { return .text(one(of: ["50s", "1m30s", "2h", "0.5m"])) }
        let least = Int(schema["minLength"]?.double ?? 0)
        let most = Int(schema["maxLength"]?.double ?? 2000)
        var text = one(of: Self.texts)
        while text.unicodeScalars.count < least { text += "x" }
        if chance(20) { text = String(repeating: "y", count: most) }
        return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))))
    }

    private mutating func list(_ schema: JSONValue, depth: Int) -> JSONValue {
        let least = Int(schema["minItems"]?.double ?? 0)
        let most = Int(schema["maxItems"]?.double ?? 300)
        let count = chance(50) && depth < 2 ? most : number(least..<max(least, 3) + 1)
        return .list((0..<count).map { _ in value(of: schema["items"] ?? .null, depth: depth + 1) })
    }

    private mutating func object(_ schema: JSONValue, depth: Int) -> JSONValue {
        var required = Set(schema["required"]?.elements.compactMap(\.string) ?? [])
        var parts = [schema]
        // Of alternatives that name fields, choose one; of conditions, apply what follows from each.
        if let choice = schema["oneOf"]?.elements ?? schema["anyOf"]?.elements, !choice.isEmpty {
            let chosen = one(of: choice)
            parts.append(chosen)
            required.formUnion(chosen["required"]?.elements.compactMap(\.string) ?? [])
        }
        parts += ([schema] + (schema["allOf"]?.elements ?? [])).compactMap { $0["then"] }
        var fields: [String: JSONValue] = [:]
        for (name, field) in parts.flatMap({ $0["properties"]?.fields.sorted { $0.key < $1.key } ?? [] })
        where required.contains(name) || chance(4) && depth < 4 {
            fields[name] = value(of: field, depth: depth + 1)
        }
        // Fields that exclude each other are mostly not combined.
        for name in (schema["not"]?["required"]?.elements.compactMap(\.string) ?? []).dropFirst() where !chance(5) { fields[name] = nil }
        return .object(fields)
    }

    // MARK: Wrong values

    /// Replaces, removes or adds a field.
    private mutating func spoil(_ fields: inout [String: JSONValue]) {
        let name = fields.keys.sorted().randomElement(using: &generator) ?? "type"
        switch number(0..<4) {
        case 0: fields[name] = nil
        case 1: fields["unknown"] = any()
        default: fields[name] = any()
        }
    }

    private mutating func any() -> JSONValue {
        one(of: [
            .null, .flag(true), .number(-1), .number(1e300), .number(0.5), .text(""), .text("\u{0}"),
            .text(String(repeating: "z", count: 300)),
            .list([]), .list([.null]), .object([:]), .object(["text": .number(5)]), .text("none"),
        ])
    }

    private static let texts = [
        "", "a", "Text", "One two three four five.", "1:02:55 remain", "======", "Grüße, Ελλάδα", "Привет", "漢字かな", "★★★★☆", "😀😀 \u{202e}",
        String(repeating: "s'", count: 150), "<speak>a<break time='1s'/>b</speak>", "<a", "en", "de", "en-us+f3", "kʰæt", "\n\t\u{7f}",
    ]
}
