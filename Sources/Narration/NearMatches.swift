/// What somebody may have meant by a word nobody knows.
package enum NearMatches {
    /// At most five of `known` that are like `word`, the likest first.
    package static func of(_ word: String, in known: [String]) -> [String] {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        let most = max(2, wanted.count / 3)
        var seen: Set<String> = []
        let scored: [(score: Int, word: String)] = known.compactMap { candidate in
            guard seen.insert(candidate).inserted else { return nil }
            let letters = Array(candidate.lowercased().utf8.prefix(64))
            let isBeginning = wanted.count >= 2 && (letters.starts(with: wanted) || wanted.starts(with: letters))
            guard isBeginning || abs(wanted.count - letters.count) <= most else { return nil }
            let distance = isBeginning ? 1 : distance(wanted, letters)
            return distance <= most ? (distance, candidate) : nil
        }
        return scored.sorted { ($0.score, $0.word) < ($1.score, $1.word) }.prefix(5).map(\.word)
    }

    /// Levenshtein's distance.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}
