import TestSupport

/// Commands of SSIP, and some that are nearly valid.
struct SSIPGrammar: Sendable {
    private static let priorities = ["important", "message", "text", "notification", "progress"]
    private static let parameters = ["RATE", "PITCH", "PITCH_RANGE", "VOLUME", "LANGUAGE", "VOICE_TYPE", "PUNCTUATION", "OUTPUT_MODULE"]
    private static let voiceTypes = ["MALE1", "MALE2", "MALE3", "FEMALE1", "FEMALE2", "FEMALE3", "CHILD_MALE", "CHILD_FEMALE"]
    private static let events = ["indexMarks", "begin", "end", "cancel", "pause", "resume"]

    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns a command's bytes, without a line's end. Never blank, because blank lines have no answer.
    mutating func command() -> [UInt8] {
        while true {
            let line = line()
            if line.contains(where: { $0 != UInt8(ascii: " ") }) { return line }
        }
    }

    private mutating func line() -> [UInt8] {
        var line = chance(12) ? "" : sensible()
        if chance(6) { line = line.lowercased() }
        if chance(10) { line += " \(argument())" }
        if chance(60) { line += String(repeating: "x", count: number(0..<6000)) }
        guard chance(5) else { return Array(line.utf8) }
        // Keep it one line, which has one answer.
        return Mutations.mutated(Array(line.utf8), with: Array("SET self RATE all".utf8), using: &generator).filter {
            $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
        }
    }

    /// Returns a text as it follows `SPEAK`, with its end.
    mutating func text() -> [UInt8] {
        let lines = (0..<number(0..<4)).map { _ in
            one(of: [
                "Hello.", "..", "", "<speak>a<mark name=\"1\"/> b</speak>", "Привет", "★★★", String(repeating: "long ", count: 50), "a\nb",
            ])
        }
        let bytes = Array((lines + ["."]).map { $0 + "\r\n" }.joined().utf8)
        // Sometimes invalid UTF-8, in a line before the one that ends the text.
        return chance(20) ? [0xff, 13, 10] + bytes : bytes
    }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    private mutating func one<C: Collection>(of all: C) -> C.Element { all.randomElement(using: &generator)! }

    private mutating func target() -> String { one(of: ["self", "self", "self", "all", "\(number(0..<9))"]) }
    private mutating func flag() -> String { one(of: ["on", "off"]) }
    private mutating func scaled() -> String { "\(chance(8) ? number(-1000..<1000) : number(-100..<101))" }
    private mutating func argument() -> String { one(of: ["self", "on", "1", "-101", "\"a b\"", "é", "\u{301}", "99999999999999999999"]) }

    private mutating func sensible() -> String {
        switch number(0..<16) {
        case 0..<4: "SPEAK"
        case 4: "CHAR \(one(of: ["a", "space", "é", ".", "\u{301}"]))"
        case 5: "KEY \(one(of: ["a", "control_shift_a", "kp-+", "_", "shift_"]))"
        case 6: "SOUND_ICON bell"
        case 7: "\(one(of: ["STOP", "CANCEL", "PAUSE", "RESUME", "RESUME"])) \(target())"
        case 8..<12: "SET \(target()) \(parameter())"
        case 12: "GET \(one(of: Self.parameters))"
        case 13: "LIST \(one(of: ["VOICES", "OUTPUT_MODULES", "SYNTHESIS_VOICES", "SYNTHESIS_VOICES en", "SYNTHESIS_VOICES en f3"]))"
        case 14: "BLOCK \(one(of: ["BEGIN", "END", "END"]))"
        default: one(of: ["HELP", "QUIT", "HISTORY GET LAST", "HISTORY GET CLIENT_LIST", "HISTORY GET CLIENT_ID", "HISTORY CURSOR SET 1"])
        }
    }

    private mutating func parameter() -> String {
        switch number(0..<17) {
        case 0: "CLIENT_NAME \(one(of: ["joe:vi:default", "\"a:b:c\"", "a:b", "::"]))"
        case 1, 2: "PRIORITY \(one(of: Self.priorities))"
        case 3: "LANGUAGE \(one(of: ["en", "de", "nobody"]))"
        case 4: "VOICE_TYPE \(one(of: Self.voiceTypes))"
        case 5: "SYNTHESIS_VOICE \(one(of: ["English (America)", "nobody", "en-us+f3"]))"
        case 6: "OUTPUT_MODULE espeak-ng"
        case 7: "RATE \(scaled())"
        case 8: "PITCH \(scaled())"
        case 9: "PITCH_RANGE \(scaled())"
        case 10: "VOLUME \(scaled())"
        case 11: "PUNCTUATION \(one(of: ["none", "some", "most", "all"]))"
        case 12: "SPELLING \(flag())"
        case 13: "CAP_LET_RECOGN \(one(of: ["none", "spell", "icon"]))"
        case 14: "SSML_MODE \(flag())"
        case 15: "NOTIFICATION \(one(of: ["ALL", one(of: Self.events), "index_marks"])) \(flag())"
        default: one(of: ["PAUSE_CONTEXT 3", "HISTORY on", "DEBUG off"])
        }
    }
}
