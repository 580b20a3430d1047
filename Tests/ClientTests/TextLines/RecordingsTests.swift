import FoundationEssentials
import TestSupport
import Testing
import TextLines

/// The bytes that real programs wrote into a terminal of 80 columns (`wget-dots` and `pv-n`: into a pipe), and what is spoken of them, a line
/// each. `docker` was written by hand in the format of its pkg/jsonmessage.
struct RecordingsTests {
    @Test(
        "U9: what is spoken of real programs' progress, however their bytes are divided",
        arguments: ["apt", "curl", "curl-bar", "docker", "git", "npm", "pip", "pv", "pv-n", "wget", "wget-dots"])
    func recording(_ name: String) throws {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: repositoryFile("Tests/Recordings/\(name)"))))
        let expected = try repositoryText("Tests/Recordings/\(name).spoken").split(separator: "\n").map(String.init)
        #expect(spokenLines(of: bytes) == expected)
        #expect(spokenLines(of: bytes, pieces: { 1 }) == expected)
        var random = SeededGenerator(seed: 15)
        for _ in 0..<5 { #expect(spokenLines(of: bytes, pieces: { Int.random(in: 1...50, using: &random) }) == expected) }
    }
}

/// Returns what is spoken of bytes that arrive in pieces of these lengths.
func spokenLines(
    of bytes: [UInt8], _ reading: TextLines.Reading = .lines, maximumLength: Int = 4096, pieces: () -> Int = { .max }
) -> [String] {
    var lines = TextLines(reading, maximumLength: maximumLength)
    var spoken: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        let piece = rest.prefix(pieces())
        lines.append(piece)
        rest = rest.dropFirst(piece.count)
        while let line = lines.next() { spoken.append(line.spoken) }
    }
    while let line = lines.finish() { spoken.append(line.spoken) }
    return spoken
}
