import Messages

/// An element's position in its containers, without the parts that the previous element's description contained (E5).
struct Places {
    /// The words for the container that was left, the labels of the containers that were entered, and a table cell's headers.
    private(set) var before: [Phrase] = []
    private(set) var after: [Phrase] = []

    /// - Parameter previous: the container of the previous element.
    init(of container: Container?, after previous: Container?, _ words: Words) {
        let (former, containers) = (previous?.chain ?? [], container?.chain ?? [])
        let shared = Container.shared(former, containers)
        if shared < former.count, case let text = words[former[shared].kind.wayOut], !text.isEmpty {
            before.append(Phrase(text, from: .words))
        }
        // The positions of the innermost container come first, its label last.
        for (depth, container) in containers.enumerated() {
            let known = depth < shared ? former[depth] : nil
            if known == nil, let label = Phrase.trimmed(container.label) { before.append(Phrase(label, from: .app)) }
            // The element is a new member of the innermost container, but may have the same position in the others.
            guard depth == containers.count - 1 || known.map({ !$0.isSamePlace(as: container) }) ?? true else { continue }
            before += container.headers.compactMap(Phrase.trimmed)
                .filter { header in known?.headers.contains { Phrase.trimmed($0) == header } != true }
                .map { Phrase($0, from: .app) }
            after = Self.places(in: container, after: known, words) + after
        }
    }

    private static func places(in container: Container, after known: Container?, _ words: Words) -> [Phrase] {
        var phrases: [Phrase] = []
        func say(_ key: Words.Key, _ values: Int...) {
            let text = words.filled(key, with: values)
            if !text.isEmpty { phrases.append(Phrase(text, from: .words)) }
        }
        if container.kind == .table {
            if let span = container.rowSpan, span > 1 { say(.rowSpan, span) }
            if let span = container.columnSpan, span > 1 { say(.columnSpan, span) }
            if let row = container.row, row != known?.row { say(.row, row) }
            if let column = container.column, column != known?.column { say(.column, column) }
        }
        if let index = container.index, let count = container.count { say(.index, index, count) }
        switch (container.kind, container.edge) {
        case (.list, .start): say(.listStart)
        case (.list, .end): say(.listEnd)
        case (.landmark, .start): say(.landmark)
        case (.landmark, .end): say(.landmarkEnd)
        default: break
        }
        return phrases
    }
}

extension Container {
    /// The containers from the outermost to this one.
    fileprivate var chain: [Container] { enclosing.reversed() + [self] }

    /// Returns how many containers two elements share, counted from the outermost. Elements at different positions of a container are in
    /// different inner containers.
    fileprivate static func shared(_ former: [Container], _ containers: [Container]) -> Int {
        var count = 0
        for (one, other) in zip(former, containers) {
            guard one.kind == other.kind, one.label == other.label, !one.isApart(from: other) else { break }
            count += 1
            guard one.isSamePlace(as: other) else { break }
        }
        return count
    }

    /// Returns whether two containers without a label are different containers: the first has ended and the other starts, or their counts
    /// differ by more than one added or removed member.
    private func isApart(from other: Container) -> Bool {
        guard label == nil else { return false }
        if edge == .end, other.edge == .start { return true }
        guard let count, let others = other.count, count != others else { return false }
        return other.index == 1 || abs(count - others) > 1
    }

    fileprivate func isSamePlace(as other: Container) -> Bool {
        (index, row, column) == (other.index, other.row, other.column)
    }
}

extension Container.Kind {
    /// The words for leaving the container.
    fileprivate var wayOut: Words.Key {
        switch self {
        case .list: .outOfList
        case .landmark: .outOfLandmark
        case .table: .outOfTable
        case .tabBar: .outOfTabBar
        case .series: .outOfSeries
        }
    }
}
