import FoundationEssentials
import TestSupport

/// Commands to speak a ``HostileText``, in any language, with any settings.
struct RandomCommands {
    private var random: SeededGenerator
    private var texts: HostileText
    private let languages: [String]

    init(seed: UInt64, languages: [String]) {
        random = SeededGenerator(seed: seed)
        texts = HostileText(random: SeededGenerator(seed: seed &+ 1))
        self.languages = languages
    }

    /// Returns a line for the voice.
    mutating func next(id: Int) -> String {
        var segments: [Segment] = []
        for _ in 0..<(chance(5) ? 2 : 1) {
            let language = languages.randomElement(using: &random)!
            segments.append(
                Segment(
                    text: texts.next(), language: chance(6) ? nil : language,
                    voice: chance(20) ? "\(language)+\(["f3", "croak", "whisper", "m1"].randomElement(using: &random)!)" : nil,
                    rate: [80, 175, 450, 450, 900, 900, 900, 900, 900, 900].randomElement(using: &random)!,
                    pitch: chance(4) ? Int.random(in: 0...100, using: &random) : nil, volume: chance(10) ? 0 : nil,
                    punctuation: [nil, "none", "some", "most", "all", "all"].randomElement(using: &random)!,
                    capitals: [nil, "none", "say", "pitch", "sound"].randomElement(using: &random)!, spell: chance(5) ? true : nil))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try? encoder.encode(Command(id: id, segments: segments))
        return String(decoding: line ?? Data(), as: UTF8.self)
    }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private struct Command: Encodable {
        var command = "speak"
        var id: Int
        var segments: [Segment]
        var words = true
    }

    private struct Segment: Encodable {
        var text: String
        var language: String?
        var voice: String?
        var rate: Int
        var pitch: Int?
        var volume: Int?
        var punctuation: String?
        var capitals: String?
        var spell: Bool?
    }
}
