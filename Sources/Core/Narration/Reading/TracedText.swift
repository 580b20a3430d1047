/// A text being prepared for speech that stores, for each scalar, the range of the original text that the scalar represents.
///
/// A replacement represents, as a whole, the text that it replaces. Text that was replaced twice represents everything that went into it.
struct TracedText: Equatable {
    /// A range of the original text, in Unicode scalars.
    struct Place: Equatable {
        var offset: Int
        var length: Int
        /// Whether the range has been replaced.
        var isReplaced = false

        var end: Int { offset + length }

        /// Returns the range that covers both this one and `other`.
        func joined(_ other: Place) -> Place {
            let first = min(offset, other.offset)
            return Place(offset: first, length: max(end, other.end) - first, isReplaced: true)
        }
    }

    struct Edit: Equatable {
        var range: Range<Int>
        var text: String
    }

    private(set) var scalars: [Unicode.Scalar]
    /// The original range of each scalar.
    private(set) var places: [Place]
    /// Whether the text is still the original.
    private(set) var isUntouched = true

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        places = scalars.indices.map { Place(offset: $0, length: 1) }
    }

    /// - Parameter edits: the edits, in ascending order, non-empty and not overlapping.
    mutating func apply(_ edits: [Edit]) {
        guard !edits.isEmpty else { return }
        isUntouched = false
        var newScalars: [Unicode.Scalar] = []
        var newPlaces: [Place] = []
        newScalars.reserveCapacity(scalars.count)
        newPlaces.reserveCapacity(scalars.count)
        var done = 0
        for edit in edits {
            newScalars += scalars[done..<edit.range.lowerBound]
            newPlaces += places[done..<edit.range.lowerBound]
            var replaced = places[edit.range].dropFirst().reduce(places[edit.range.lowerBound]) { $0.joined($1) }
            replaced.isReplaced = true
            for scalar in edit.text.unicodeScalars {
                newScalars.append(scalar)
                newPlaces.append(replaced)
            }
            done = edit.range.upperBound
        }
        scalars = newScalars + scalars[done...]
        places = newPlaces + places[done...]
    }

    /// Applies only the edits outside of code, which stands between backticks.
    mutating func applyOutsideCode(_ edits: ([Unicode.Scalar]) -> [Edit]) {
        let edits = edits(scalars)
        guard !edits.isEmpty, scalars.contains("`") else { return apply(edits) }
        let ticks = scalars.indices.filter { scalars[$0] == "`" }
        apply(
            edits.filter { edit in ticks.count { $0 < edit.range.lowerBound } % 2 == 0 || ticks.allSatisfy { $0 < edit.range.upperBound } })
    }

    /// Returns the end of the replacement that contains the scalar at `index`; nil if the scalar is original.
    func endOfReplacement(at index: Int) -> Int? {
        guard places[index].isReplaced else { return nil }
        return places[index...].firstIndex { $0 != places[index] } ?? places.count
    }
}

extension TracedText {
    /// Returns whether any scalar in `range` has been replaced.
    func hasReplacement(in range: Range<Int>) -> Bool {
        !isUntouched && places[range].contains { $0.isReplaced }
    }
}
