import AnnounceProtocol
import JSONLines
import Messages
import TestSupport
import Testing

@Suite struct RandomBytesTests {
    /// Reads `line` in every way there is. What it is read as must be read again from what it is written as.
    private static func read(_ line: [UInt8], _ context: @autoclosure () -> Comment) {
        do throws(ErrorReply) {
            let first = try RequestLine(line: line)
            var second = try RequestLine(line: Array(first.bytes.dropLast()))
            second.warnings = first.warnings
            #expect(first == second, context())
        } catch {
            #expect([.invalidJSON, .invalidMessage, .unknownType].contains(error.code), context())
            #expect(!error.message.isEmpty, context())
            #expect(!ServerMessage.error(error).jsonLine.isEmpty)
        }
        _ = try? ServerLine.message(from: line)
    }

    /// The lines of a stream, in random pieces.
    private static func lines(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [[UInt8]] {
        var decoder = LineDecoder(maximumLength: 512)
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...97, using: &generator))
            decoder.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            while let next = decoder.next() { if case .line(let line) = next { lines.append(line) } }
        }
        if case .line(let line) = decoder.finish() { lines.append(line) }
        return lines
    }

    @Test func `Random bytes never trap`() {
        let seed = SeededGenerator.seed(for: "AnnounceProtocol, random bytes")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<3000 {
            let bytes = Mutations.noise(upTo: 300, using: &generator)
            for line in Self.lines(bytes, using: &generator) { Self.read(line, "TEST_SEED=\(seed), round \(round)") }
            Self.read(bytes, "TEST_SEED=\(seed), round \(round)")
        }
    }

    @Test func `Messages with random mistakes never trap`() {
        let seed = SeededGenerator.seed(for: "AnnounceProtocol, mutations")
        var generator = SeededGenerator(seed: seed)
        let messages = RequestCatalogue.all.map(\.bytes) + ServerCatalogue.all.map(\.jsonLine)
        for round in 0..<100 {
            for message in messages {
                let other = messages.randomElement(using: &generator) ?? []
                let bytes = Mutations.mutated(message, with: other, using: &generator)
                for line in Self.lines(bytes, using: &generator) { Self.read(line, "TEST_SEED=\(seed), round \(round)") }
            }
        }
    }

    /// A third of all places, another third each time.
    @Test func `A byte of a message missing or replaced never traps, wherever`() {
        let seed = SeededGenerator.seed(for: "AnnounceProtocol, places")
        let replacements = [0, UInt8(ascii: "\""), UInt8(ascii: "9"), 0xff, UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: ",")]
        for message in RequestCatalogue.all.map(\.bytes) + ServerCatalogue.all.map(\.jsonLine) {
            for place in stride(from: Int(seed % 3), to: message.count - 1, by: 3) {
                var line = Array(message.dropLast())
                line[place] = replacements[place % replacements.count]
                Self.read(line, "TEST_SEED=\(seed), \(line[place]) at \(place)")
                line.remove(at: place)
                Self.read(line, "TEST_SEED=\(seed), without \(place)")
            }
        }
    }
}
