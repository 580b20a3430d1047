/// An element's position among others: UIAccessibilityContainer, seen from its member.
package struct Container: Sendable, Equatable {
    /// UIAccessibilityContainerType, and VoiceOver's tab bars and series.
    package enum Kind: String, Sendable, CaseIterable { case list, landmark, table, tabBar, series }
    /// Whether the member is the first or the last.
    package enum Edge: String, Sendable, CaseIterable { case start, end }

    /// `type` on the wire.
    package var kind: Kind
    /// Spoken once, on entering the container.
    package var label: String?
    /// The member's position, from 1.
    package var index: Int?
    /// The number of members.
    package var count: Int?
    package var edge: Edge?
    /// From 1.
    package var row: Int?
    /// From 1.
    package var column: Int?
    package var rowSpan: Int?
    package var columnSpan: Int?
    /// The headers of a table cell, up to ``mostHeaders``.
    package var headers: [String]
    /// The containers around this one, the nearest first, up to ``mostEnclosing``. Their own `enclosing` is empty.
    package var enclosing: [Container]

    package static let mostHeaders = 64
    package static let mostEnclosing = 7

    package init(
        kind: Kind, label: String? = nil, index: Int? = nil, count: Int? = nil, edge: Edge? = nil, row: Int? = nil, column: Int? = nil,
        rowSpan: Int? = nil, columnSpan: Int? = nil, headers: [String] = [], enclosing: [Container] = []
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
        self.enclosing = enclosing
    }

    /// The memory for the container's texts and for the containers around it, in bytes.
    var cost: Int {
        let own = (label?.utf8.count ?? 0) + headers.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
        return enclosing.reduce(own) { $0 + $1.cost + MemoryLayout<Container>.stride }
    }
}
