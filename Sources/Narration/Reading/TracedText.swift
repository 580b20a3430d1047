/// A text that is made ready to be read, and for each of its scalars the stretch of the original that it stands for.
///
/// What is replaced stands as a whole for what it replaces; a text replaced twice, for all that went into it.
struct TracedText: Equatable {
    /// A stretch of the original, in Unicode scalars.
    struct Place: Equatable {
        var offset: Int
        var length: Int
        /// Whether something else stands for it now.
        var isReplaced = false

        var end: Int { offset + length }

        /// The stretch from the beginning of this to the end of `other`, whichever ends last.
        func joined(_ other: Place) -> Place {
            let first = min(offset, other.offset)
            return Place(offset: first, length: max(end, other.end) - first, isReplaced: true)
        }
    }

    /// A stretch and what is to stand there.
    struct Edit: Equatable {
        var range: Range<Int>
        var text: String
    }

    private(set) var scalars: [Unicode.Scalar]
    /// For each scalar.
    private(set) var places: [Place]
    /// Whether it is still the original.
    private(set) var isUntouched = true

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        places = scalars.indices.map { Place(offset: $0, length: 1) }
    }

    /// - Parameter edits: in their order, none over another, none of nothing.
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

    /// Where the replacement ends that the scalar at `index` is a part of; nil if it is the original's.
    func endOfReplacement(at index: Int) -> Int? {
        guard places[index].isReplaced else { return nil }
        return places[index...].firstIndex { $0 != places[index] } ?? places.count
    }
}

extension TracedText {
    /// Whether something in `range` is no longer the original's.
    func hasReplacement(in range: Range<Int>) -> Bool {
        !isUntouched && places[range].contains { $0.isReplaced }
    }
}
