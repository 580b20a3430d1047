/// Lines that are nearly correct.
package enum Mutations {
    /// Returns `line` with a few bytes flipped, replaced, removed, inserted, repeated or cut off, or with a piece of `other`.
    package static func mutated(_ line: [UInt8], with other: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var line = line
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let place = Int.random(in: 0...line.count, using: &generator)
            let byte = UInt8.random(in: 0...255, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0 where place < line.count: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1 where place < line.count: line[place] = byte
            case 2 where place < line.count: line.remove(at: place)
            case 3: line.insert(byte, at: place)
            case 4: line.insert(tokens.randomElement(using: &generator) ?? 0, at: place)
            case 5: line.insert(contentsOf: piece(of: line, using: &generator), at: place)
            case 6: line.insert(contentsOf: piece(of: other, using: &generator), at: place)
            default: if Bool.random(using: &generator) { line.removeLast(line.count - place) }
            }
        }
        return line
    }

    /// Returns random bytes, often with an excess of those that have a meaning in JSON.
    package static func noise(upTo longest: Int, using generator: inout SeededGenerator) -> [UInt8] {
        let isLikeJSON = Bool.random(using: &generator)
        return (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
            let isToken = isLikeJSON && Int.random(in: 0..<4, using: &generator) > 0
            return isToken ? tokens.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
        }
    }

    private static let tokens = Array("{}[]\",:\\u0d8eE+-.19tfn \r\n\u{7f}".utf8)

    private static func piece(of line: [UInt8], using generator: inout SeededGenerator) -> ArraySlice<UInt8> {
        let start = Int.random(in: 0...line.count, using: &generator)
        return line[start...].prefix(Int.random(in: 0...16, using: &generator))
    }
}
