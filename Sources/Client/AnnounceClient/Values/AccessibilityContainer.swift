import Messages

/// An element's position among others: UIAccessibilityContainer, as its member sees it.
public struct AccessibilityContainer: Sendable, Equatable {
    /// UIAccessibilityContainerType, and VoiceOver's tab bars and series.
    public enum Kind: String, Sendable, CaseIterable { case list, landmark, table, tabBar, series }
    /// Whether the member is the first or the last.
    public enum Edge: String, Sendable, CaseIterable { case start, end }

    /// A table cell's position, counted from 1.
    public struct Cell: Sendable, Equatable {
        /// The cell's row.
        public var row: Int
        /// The cell's column.
        public var column: Int
        /// The number of rows that the cell covers; nil: one.
        public var rowSpan: Int?
        /// The number of columns that the cell covers; nil: one.
        public var columnSpan: Int?
        /// The headers of the cell's row and column, up to 64.
        public var headers: [String]

        /// Creates a cell's position.
        public init(row: Int, column: Int, rowSpan: Int? = nil, columnSpan: Int? = nil, headers: [String] = []) {
            self.row = row
            self.column = column
            self.rowSpan = rowSpan
            self.columnSpan = columnSpan
            self.headers = headers
        }
    }

    /// The kind of container.
    public var kind: Kind
    /// The container's name, spoken once on entering.
    public var label: String?
    /// The member's position, counted from 1.
    public var index: Int?
    /// The number of members.
    public var count: Int?
    /// Whether the member is the first or the last, if the app knows that instead of its position.
    public var edge: Edge?
    /// The member's position in a table.
    public var cell: Cell?
    /// The containers around this one, the nearest first, up to 7; containers that enclose these are ignored.
    public var enclosing: [AccessibilityContainer]

    /// Creates a member's position in a container.
    public init(
        _ kind: Kind, label: String? = nil, index: Int? = nil, count: Int? = nil, edge: Edge? = nil, cell: Cell? = nil,
        enclosing: [AccessibilityContainer] = []
    ) {
        self.kind = kind
        self.label = label
        self.index = index
        self.count = count
        self.edge = edge
        self.cell = cell
        self.enclosing = enclosing
    }

    private var alone: Self {
        var alone = self
        alone.enclosing = []
        return alone
    }

    var container: Container? {
        Container.Kind(rawValue: kind.rawValue).map { kind in
            Container(
                kind: kind, label: label, index: index, count: count, edge: edge.flatMap { Container.Edge(rawValue: $0.rawValue) },
                row: cell?.row, column: cell?.column, rowSpan: cell?.rowSpan, columnSpan: cell?.columnSpan, headers: cell?.headers ?? [],
                enclosing: enclosing.compactMap { $0.alone.container })
        }
    }
}
