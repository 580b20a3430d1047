/// Suggestions for an unknown word.
package enum NearMatches {
    /// Returns the clause of an error that lists the near matches.
    package static func clause(_ near: [String]) -> String { "near matches: " + near.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// Returns the clause that ends an error about an unknown word: the near matches in `known` or `others`, otherwise all of `known`.
    package static func hint(for word: String, in known: [String], or others: [String] = []) -> String {
        let near = of(word, in: known + others)
        return near.isEmpty ? "expected one of \(known.joined(separator: ", "))" : clause(near)
    }

    /// Returns up to five of `known` that resemble `word`, the closest first.
    package static func of(_ word: String, in known: [String]) -> [String] {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        // In a word of up to three letters allow one mistake; with more, every language code would resemble every other.
        let most = wanted.count <= 3 ? 1 : max(2, wanted.count / 3)
        let sorted = wanted.sorted()
        var seen: Set<String> = []
        let scored: [(score: Int, letterPenalty: Int, word: String)] = known.compactMap { candidate in
            guard seen.insert(candidate).inserted else { return nil }
            let letters = Array(candidate.lowercased().utf8.prefix(64))
            let isBeginning = wanted.count >= 2 && (letters.starts(with: wanted) || wanted.starts(with: letters))
            guard isBeginning || abs(wanted.count - letters.count) <= most else { return nil }
            let distance = isBeginning ? 1 : distance(wanted, letters)
            return distance <= most ? (distance, letters.sorted() == sorted ? 0 : 1, candidate) : nil
        }
        return scored.sorted { ($0.score, $0.letterPenalty, $0.word) < ($1.score, $1.letterPenalty, $1.word) }.prefix(5).map(\.word)
    }

    /// Returns the number of slips between two words: letters added, removed, replaced or swapped with their neighbour.
    package static func slips(from word: String, to other: String) -> Int {
        distance(Array(word.lowercased().utf8.prefix(64)), Array(other.lowercased().utf8.prefix(64)))
    }

    /// Returns the optimal string alignment distance: letters added, removed, replaced or swapped with their neighbour.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var next = [i + 1]
            for (j, y) in b.enumerated() {
                var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (x == y ? 0 : 1))
                if i > 0, j > 0, x == b[j - 1], y == a[i - 1] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}
