import Messages

/// An element's place in its container, without what the previous element's description already said (E5).
struct Places {
    /// The container's label and a table cell's headers.
    private(set) var before: [Phrase] = []
    private(set) var after: [Phrase] = []

    /// - Parameter previous: The container of the previous element.
    init(of container: Container, after previous: Container?, _ words: Words) {
        let isSame = previous.map { $0.kind == container.kind && $0.label == container.label } ?? false
        if !isSame, let label = Phrase.trimmed(container.label) { before.append(Phrase(label, from: .app)) }
        func say(_ key: Words.Key, _ values: Int...) {
            let text = words.filled(key, with: values)
            if !text.isEmpty { after.append(Phrase(text, from: .words)) }
        }
        if container.kind == .table {
            before += container.headers.compactMap(Phrase.trimmed).map { Phrase($0, from: .app) }
            if let span = container.rowSpan, span > 1 { say(.rowSpan, span) }
            if let span = container.columnSpan, span > 1 { say(.columnSpan, span) }
            if let row = container.row, !(isSame && previous?.row == row) { say(.row, row) }
            if let column = container.column { say(.column, column) }
        }
        if let index = container.index, let count = container.count { say(.index, index, count) }
        switch (container.kind, container.edge) {
        case (.list, .start): say(.listStart)
        case (.list, .end): say(.listEnd)
        case (.landmark, .start): say(.landmark)
        case (.landmark, .end): say(.landmarkEnd)
        default: break
        }
    }
}
