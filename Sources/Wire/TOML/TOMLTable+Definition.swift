// Ensures that no table and no key is defined twice.
extension TOMLTable {
    /// Creates the table that a header names.
    /// - Parameter isElement: whether the table is a further element of an array, `[[name]]`.
    /// - Returns: a mistake if the header occurs twice. Keys may still be added to the table.
    /// - Throws: a mistake if there can't be such a table.
    mutating func define(_ path: ArraySlice<String>, isElement: Bool, at place: TOMLPlace) throws(TOMLMistake) -> TOMLMistake? {
        let name = path[path.startIndex]
        guard path.count == 1 else {
            if self[name] == nil { self[name] = TOMLItem(value: .table(TOMLTable(definition: .implied)), place: place) }
            var again: TOMLMistake?
            try descend(name, at: place) { (table) throws(TOMLMistake) in
                again = try table.define(path.dropFirst(), isElement: isElement, at: place)
            }
            return again
        }
        let new = TOMLItem(value: .table(TOMLTable(definition: .header)), place: place)
        guard let former = self[name] else {
            self[name] = isElement ? TOMLItem(value: .array([new]), place: place) : new
            return nil
        }
        if isElement, former.value.holdsHeaders {
            try change(name) { (value) throws(TOMLMistake) in value.withElements { $0.append(new) } }
            return nil
        }
        let definition = isElement ? nil : former.value.table?.definition
        switch definition {
        case .implied:
            try change(name) { (value) throws(TOMLMistake) in
                try value.withTable { (table) throws(TOMLMistake) in table.definition = .header }
            }
            return nil
        case .header: return TOMLMistake(place: place, message: "[\(name)] is defined twice; first in line \(former.place.line)")
        default: throw TOMLMistake(place: place, message: "\"\(name)\" has a value already, in line \(former.place.line)")
        }
    }

    /// Modifies a table created by a header.
    mutating func update(
        _ path: ArraySlice<String>, _ body: (inout TOMLTable) throws(TOMLMistake) -> Void
    ) throws(TOMLMistake) {
        guard let name = path.first else { return try body(&self) }
        try descend(name, at: TOMLPlace(line: 1, column: 1)) { (table) throws(TOMLMistake) in
            try table.update(path.dropFirst(), body)
        }
    }

    /// Adds a value under its dotted key.
    mutating func add(_ item: TOMLItem, at path: ArraySlice<String>) throws(TOMLMistake) {
        let name = path[path.startIndex]
        let former = self[name]
        guard path.count > 1 else {
            if let former {
                throw TOMLMistake(place: item.place, message: "\"\(name)\" is defined twice; first in line \(former.place.line)")
            }
            self[name] = item
            return
        }
        if let former, former.value.table?.definition != .dotted {
            throw TOMLMistake(place: item.place, message: "\"\(name)\" is defined already, in line \(former.place.line)")
        }
        if former == nil { self[name] = TOMLItem(value: .table(TOMLTable(definition: .dotted)), place: item.place) }
        try descend(name, at: item.place) { (table) throws(TOMLMistake) in try table.add(item, at: path.dropFirst()) }
    }

    /// Modifies the table called `name`, or the last table if `name` is an array of tables.
    private mutating func descend(
        _ name: String, at place: TOMLPlace, _ body: (inout TOMLTable) throws(TOMLMistake) -> Void
    ) throws(TOMLMistake) {
        let line = self[name]?.place.line ?? place.line
        try change(name) { (value) throws(TOMLMistake) in
            if value.holdsHeaders {
                var failure: TOMLMistake?
                value.withElements { elements in
                    do throws(TOMLMistake) { try elements[elements.count - 1].value.withTable(body) } catch { failure = error }
                }
                if let failure { throw failure }
            } else if let definition = value.table?.definition, definition != .inline {
                try value.withTable(body)
            } else {
                throw TOMLMistake(place: place, message: "\"\(name)\" is not a section; it has a value in line \(line)")
            }
        }
    }
}

extension TOMLValue {
    /// Whether the value is an array created by `[[name]]`.
    fileprivate var holdsHeaders: Bool {
        if case .array(let elements) = self, case .table(let table)? = elements.last?.value { table.definition == .header } else { false }
    }

    // The value is moved out before it is modified. With two owners, every line of a file would copy it.
    fileprivate mutating func withTable(_ body: (inout TOMLTable) throws(TOMLMistake) -> Void) throws(TOMLMistake) {
        guard case .table(var table) = exchange(&self, with: .boolean(false)) else { return }
        defer { self = .table(table) }
        try body(&table)
    }

    fileprivate mutating func withElements(_ body: (inout [TOMLItem]) -> Void) {
        guard case .array(var elements) = exchange(&self, with: .boolean(false)) else { return }
        body(&elements)
        self = .array(elements)
    }
}
