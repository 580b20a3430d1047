package import JSONLines

/// An element's position among others: UIAccessibilityContainer, seen from its member.
public struct Container: Sendable, Equatable {
    /// UIAccessibilityContainerType, and VoiceOver's tab bars and series.
    public enum Kind: String, Sendable, CaseIterable { case list, landmark, table, tabBar, series }
    /// Whether the member is the first or the last.
    public enum Edge: String, Sendable, CaseIterable { case start, end }

    /// `type` on the wire.
    public var kind: Kind
    /// Spoken once, on entering the container.
    public var label: String?
    /// The member's position, from 1.
    public var index: Int?
    /// The number of members.
    public var count: Int?
    /// Whether the member is the first or the last, if the app knows that instead of its position.
    public var edge: Edge?
    /// From 1.
    public var row: Int?
    /// From 1.
    public var column: Int?
    /// The number of rows that the cell covers; nil: one.
    public var rowSpan: Int?
    /// The number of columns that the cell covers; nil: one.
    public var columnSpan: Int?
    /// The headers of a table cell, up to ``mostHeaders``.
    public var headers: [String]
    /// Whether changes of the members are announced while they do not have the focus. ``LiveRegion/isBusy`` has no meaning here: each member
    /// has its own.
    public var live: LiveRegion
    /// The containers around this one, the nearest first, up to ``mostEnclosing``. Their own `enclosing` is empty.
    public var enclosing: [Container]

    /// The maximum number of headers.
    public static let mostHeaders = 64
    /// The maximum number of containers around a container.
    public static let mostEnclosing = 7

    /// Creates a member's position in a container.
    public init(
        kind: Kind, label: String? = nil, index: Int? = nil, count: Int? = nil, edge: Edge? = nil, row: Int? = nil, column: Int? = nil,
        rowSpan: Int? = nil, columnSpan: Int? = nil, headers: [String] = [], live: LiveRegion = LiveRegion(), enclosing: [Container] = []
    ) {
        self.kind = kind
        self.label = label
        self.index = index
        self.count = count
        self.edge = edge
        self.row = row
        self.column = column
        self.rowSpan = rowSpan
        self.columnSpan = columnSpan
        self.headers = headers
        self.live = live
        self.enclosing = enclosing
    }

    /// The memory for the container's texts and for the containers around it, in bytes.
    var cost: Int {
        let own = (label?.utf8.count ?? 0) + headers.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
        return enclosing.reduce(own) { $0 + $1.cost + MemoryLayout<Container>.stride }
    }
}

extension Container: JSONFields {
    package static var blank: Container { Container(kind: .list) }
    private static let places = 1...1_000_000

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("type", &kind, expected: "a container's type")
        try fields.text("label", &label)
        try fields.number("index", &index, in: Self.places)
        try fields.number("count", &count, in: Self.places)
        try fields.word("edge", &edge)
        try fields.number("row", &row, in: Self.places)
        try fields.number("column", &column, in: Self.places)
        try fields.number("rowSpan", &rowSpan, in: Self.places)
        try fields.number("columnSpan", &columnSpan, in: Self.places)
        try fields.texts("headers", &headers)
        try fields.word("live", &live.politeness)
        try fields.optional("atomic", &live.isAtomic)
        if fields.isReading, headers.count > Self.mostHeaders { throw fields.invalid("headers", "expected at most \(Self.mostHeaders)") }
        // On the wire, each container contains the one around it.
        var around = enclosing.first
        around?.enclosing = Array(enclosing.dropFirst())
        try fields.container(&around)
        guard fields.isReading, var around else { return }
        enclosing = around.enclosing
        around.enclosing = []
        enclosing.insert(around, at: 0)
    }
}

extension FieldPass {
    /// Passes the container of an element, or the container around another one. A container of unknown type causes a warning and is
    /// ignored, together with the containers around it.
    mutating func container(_ container: inout Container?) throws(JSONLineError) {
        if case .object(let object)? = peek("container") {
            if path.hasSuffix(String(repeating: "container.", count: Container.mostEnclosing + 1)) {
                throw invalid("container", "expected at most \(Container.mostEnclosing + 1) containers, one in another")
            }
            if case .string(let word)? = FieldPass(reading: object).peek("type"), Container.Kind(rawValue: word) == nil {
                let known = Container.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                warn(unknown: word, of: "container.type", "expected one of \(known); the container is ignored")
                _ = value("container")
                return
            }
        }
        try object("container", &container)
    }
}
