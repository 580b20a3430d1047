// TOML reads configuration files: TOML 1.0, in safe Swift, so that no file can end the program that reads it. Every value knows where it
// stands, and a mistake costs its own line or value only: what is right in a file can be used.

/// What a TOML text says, and what is wrong in it.
package struct TOMLDocument: Sendable, Equatable {
    /// Everything that could be read.
    package internal(set) var table = TOMLTable(definition: .header)
    /// In the order of the text; at most ``mostMistakes``, and what follows the last of those is not read.
    package internal(set) var mistakes: [TOMLMistake] = []

    static let mostMistakes = 100

    /// Reads `text`. Never fails: what can't be read is one of ``mistakes``.
    package init(_ text: String) {
        var parser = TOMLParser(text)
        self = parser.parse()
    }

    init() {}
}

/// A place in a text.
package struct TOMLPlace: Sendable, Equatable, Comparable {
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (a: TOMLPlace, b: TOMLPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// Something that is no TOML: where it stands, and what was expected.
package struct TOMLMistake: Error, Sendable, Equatable {
    package var place: TOMLPlace
    package var message: String

    package init(place: TOMLPlace, message: String) {
        self.place = place
        self.message = message
    }
}

/// A value, and where it was written: a key's first character, a section's name, an array's element.
package struct TOMLItem: Sendable, Equatable {
    package var value: TOMLValue
    package var place: TOMLPlace
}

/// Any of TOML's values.
package enum TOMLValue: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time, or both, as it was written.
    case date(String)
    case array([TOMLItem])
    case table(TOMLTable)

    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var array: [TOMLItem]? { if case .array(let value) = self { value } else { nil } }
    package var table: TOMLTable? { if case .table(let value) = self { value } else { nil } }
    /// A float, or an integer as one.
    package var number: Double? { if case .float(let value) = self { value } else { integer.map(Double.init) } }
}

/// Keys and their values.
package struct TOMLTable: Sendable, Equatable {
    /// How a table came to be, which decides what may still be added to it.
    enum Definition: Sendable {
        /// By its own header, `[name]` or `[[name]]`.
        case header
        /// By the header of a table inside of it.
        case implied
        /// By a dotted key.
        case dotted
        /// In braces: complete as it is written.
        case inline
    }

    /// In the order of the text.
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

    /// Changes the value called `key` in place; without one, nothing.
    mutating func change(_ key: String, _ body: (inout TOMLValue) throws(TOMLMistake) -> Void) throws(TOMLMistake) {
        guard let index = items.index(forKey: key) else { return }
        try body(&items.values[index].value)
    }
}
