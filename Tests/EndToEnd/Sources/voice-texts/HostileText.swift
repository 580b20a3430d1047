import TestSupport

/// Texts that no program would write on purpose, from a seed: scripts that change within a word, symbols, marks without letters, emoji in
/// pieces, and texts that have crashed eSpeak NG before.
struct HostileText {
    var random: SeededGenerator

    mutating func next() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            text += piece()
            if Int.random(in: 0..<3, using: &random) == 0 { text += Self.separators.randomElement(using: &random)! }
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
    }

    private mutating func piece() -> String {
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: run(in: Self.scripts.randomElement(using: &random)!, atMost: 6)
        case 2: run(in: Self.scripts.randomElement(using: &random)!, atMost: 1)
        case 3: run(in: Self.symbols.randomElement(using: &random)!, atMost: 3)
        case 4: run(in: 0x2800...0x28FF, atMost: 3)
        case 5: run(in: 0x1F000...0x1FAFF, atMost: 3)
        case 6: run(in: 0x21...0x7E, atMost: 8)
        case 7: run(in: 0xA0...0x24F, atMost: 5)
        case 8: Self.words.randomElement(using: &random)!
        case 9: String(Int.random(in: 0...9_999_999, using: &random))
        case 10: run(in: 0xA0...0x1_FFFF, atMost: 3)
        case 11: run(in: 0x300...0x36F, atMost: 4)
        case 12: String(repeating: run(in: 0x21...0x2FFF, atMost: 2), count: Int.random(in: 2...40, using: &random))
        default: Self.killers.randomElement(using: &random)!
        }
    }

    private mutating func run(in range: ClosedRange<UInt32>, atMost count: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...count, using: &random) {
            scalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\u{FFFD}")
        }
        return String(scalars)
    }

    private static let separators = [
        " ", " ", "-", ". ", ", ", "\n", "\t", "'", "_", "/", "।", "!", "\u{200D}", "\u{FE0F}", "\u{202E}", "“",
    ]

    private static let scripts: [ClosedRange<UInt32>] = [
        0x61...0x7A, 0x41...0x5A, 0xC0...0x17F, 0x370...0x3FF, 0x400...0x52F, 0x530...0x58F, 0x590...0x5FF, 0x600...0x6FF, 0x700...0x7BF,
        0x900...0x97F, 0x980...0x9FF, 0xA00...0xA7F, 0xA80...0xAFF, 0xB00...0xB7F, 0xB80...0xBFF, 0xC00...0xC7F, 0xC80...0xCFF,
        0xD00...0xD7F,
        0xD80...0xDFF, 0xE00...0xE7F, 0xE80...0xEFF, 0xF00...0xFFF, 0x1000...0x109F, 0x10A0...0x10FF, 0x1100...0x11FF, 0x1200...0x137F,
        0x13A0...0x13FF, 0x1400...0x167F, 0x1780...0x17FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF, 0x3041...0x30FF, 0x4E00...0x9FFF,
        0xA000...0xA48F,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xFB00...0xFDFF, 0xFE70...0xFFDC, 0x1_0400...0x1_044F, 0x1_6800...0x1_6A3F, 0x1_D400...0x1_D7FF,
    ]

    private static let symbols: [ClosedRange<UInt32>] = [
        0x2010...0x206F, 0x2070...0x20CF, 0x2100...0x218F, 0x2190...0x21FF, 0x2200...0x22FF, 0x2300...0x23FF, 0x2460...0x24FF,
        0x2500...0x25FF,
        0x2600...0x26FF, 0x2700...0x27BF, 0x2900...0x2BFF, 0x3000...0x303F, 0x3200...0x33FF, 0xFE00...0xFE4F, 0xFF00...0xFF20,
        0x1F1E6...0x1F1FF,
    ]

    private static let words = [
        "Hello", "world", "it's", "Straße", "naïve", "Привет", "Ελλάδα", "שלום", "مرحبا", "नमस्ते", "你好", "こんにちは", "안녕", "สวัสดี", "გამარჯობა",
        "Բարեւ", "ሰላም", "မြန်မာ", "ಕನ್ನಡ", "తెలుగు", "தமிழ்", "മലയാളം", "සිංහල", "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "U.S.A.", "e.g.", "1:02:55", "12.5%",
        "3rd", "XIV", "http://a.b/c?d=e", "a@b.c", "C++", "x²", "½", "™", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽", "❤️",
    ]

    /// Texts that crashed eSpeak NG 1.51 in some language, or made it read freed memory.
    private static let killers = [
        "⣟", "⣿", "👧]", "ꐣ🏬", "𖜁-ᕈ", "\u{202E} #", "🇩🇪।", "೑೑೑", "\"-a", "★-b", "⁉", "〰", "ⓜ", "🌹🍒", "⌏⏰", "s's's's's's's'", "a.b.c.d.e.f.",
        "[[x]]", "<a>", "&#1;", "\u{384}", "[\u{2}a]]",
    ]
}
