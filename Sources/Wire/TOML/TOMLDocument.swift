// TOML parses configuration files (TOML 1.0), in safe Swift, so that no file can crash the program that reads it. Every value has its place
// in the file. A mistake affects only its own line or value; the rest of the file remains usable.

/// The contents of a TOML text, and the mistakes in it.
package struct TOMLDocument: Sendable, Equatable {
    /// Everything that could be parsed.
    package internal(set) var table = TOMLTable(definition: .header)
    /// The mistakes in the order of the text, up to ``mostMistakes``. Parsing stops after the last of these.
    package internal(set) var mistakes: [TOMLMistake] = []

    static let mostMistakes = 100

    /// Parses `text`. Never fails: everything that can't be parsed is listed in ``mistakes``.
    package init(_ text: String) {
        var parser = TOMLParser(text)
        self = parser.parse()
    }

    init() {}
}

/// A place in a text.
package struct TOMLPlace: Sendable, Equatable, Comparable {
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, in Unicode scalars.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (a: TOMLPlace, b: TOMLPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A violation of TOML's syntax: its place, and the expectation.
package struct TOMLMistake: Error, Sendable, Equatable {
    package var place: TOMLPlace
    package var message: String

    package init(place: TOMLPlace, message: String) {
        self.place = place
        self.message = message
    }
}

/// A value and its place: the place of a key's first character, of a section's name, or of an array's element.
package struct TOMLItem: Sendable, Equatable {
    package var value: TOMLValue
    package var place: TOMLPlace
}

/// A value of TOML 1.0.
package enum TOMLValue: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time, or both, as written.
    case date(String)
    case array([TOMLItem])
    case table(TOMLTable)

    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var array: [TOMLItem]? { if case .array(let value) = self { value } else { nil } }
    package var table: TOMLTable? { if case .table(let value) = self { value } else { nil } }
    /// A float, or an integer converted to one.
    package var number: Double? { if case .float(let value) = self { value } else { integer.map(Double.init) } }
}

/// Keys and their values, in order.
package struct TOMLTable: Sendable, Equatable {
    /// How a table was created, which determines the permitted additions.
    enum Definition: Sendable {
        /// Created by its own header, `[name]` or `[[name]]`.
        case header
        /// Created by the header of a table inside it.
        case implied
        /// Created by a dotted key.
        case dotted
        /// Created in braces; nothing can be added.
        case inline
    }

    /// The keys in the order of the text.
    package private(set) var keys: [String] = []
    private var items: [String: TOMLItem] = [:]
    var definition: Definition

    init(definition: Definition) {
        self.definition = definition
    }

    package subscript(key: String) -> TOMLItem? {
        get { items[key] }
        set {
            guard let newValue else { return }
            if items.updateValue(newValue, forKey: key) == nil { keys.append(key) }
        }
    }

    /// Modifies the value of `key` in place. Does nothing if there is no such key.
    mutating func change(_ key: String, _ body: (inout TOMLValue) throws(TOMLMistake) -> Void) throws(TOMLMistake) {
        guard let index = items.index(forKey: key) else { return }
        try body(&items.values[index].value)
    }
}
