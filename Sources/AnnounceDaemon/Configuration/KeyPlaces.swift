/// Where the keys of a TOML text stand. The parser reads the values; this only finds lines, for errors a person can act on.
struct KeyPlaces {
    struct Place: Equatable {
        var line: Int
        var column: Int
    }

    private var places: [[String]: Place] = [:]

    init(_ text: String) {
        var section: [String] = []
        /// What ends the text of several lines that began on a line before.
        var textEnd: String?
        let isEnd = { (character: Character) in character == "\n" || character == "\r\n" }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
            if let end = textEnd {
                if line.contains(end) { textEnd = nil }
                continue
            }
            let indent = line.prefix { $0 == " " || $0 == "\t" }.count
            let content = line.dropFirst(indent)
            if content.hasPrefix("[") {
                let brackets = content.prefix { $0 == "[" }.count
                section = Self.path(content.dropFirst(brackets), until: "]")
                note(section, Place(line: index + 1, column: indent + brackets + 1))
            } else if !content.hasPrefix("#"), content.contains("=") {
                note(section + Self.path(content, until: "="), Place(line: index + 1, column: indent + 1))
                textEnd = ["\"\"\"", "'''"].first { line.split(separator: $0, omittingEmptySubsequences: false).count == 2 }
            }
        }
    }

    /// The place of a key or section; of the nearest one around it that is written out, if it is not.
    func place(of path: [String]) -> Place {
        var path = path
        while !path.isEmpty {
            if let place = places[path] { return place }
            path.removeLast()
        }
        return Place(line: 1, column: 1)
    }

    private mutating func note(_ path: [String], _ place: Place) {
        for length in path.indices.map({ $0 + 1 }) where places[Array(path.prefix(length))] == nil {
            places[Array(path.prefix(length))] = place
        }
    }

    /// The parts of a dotted key, quoted or not, that ends before `end`.
    private static func path(_ text: Substring, until end: Character) -> [String] {
        var parts: [String] = []
        var part = ""
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { part.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == end {
                break
            } else if character == "." {
                parts.append(part)
                part = ""
            } else if character != " " && character != "\t" {
                part.append(character)
            }
        }
        return parts + [part]
    }
}
