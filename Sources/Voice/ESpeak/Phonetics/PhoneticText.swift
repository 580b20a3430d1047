import CUTF8Proc

/// A client's phonetic notation (T12), split into words and their sounds. Canonically equal notations are equal.
struct PhoneticText: Equatable {
    struct Word: Equatable {
        /// The letters and diacritics of the sounds, decomposed (NFD).
        var scalars: [Unicode.Scalar] = []
        /// The positions of the stress marks.
        var stress: [Int: PhonemeText.Stress] = [:]
        /// The ends of syllables: no sound crosses one.
        var breaks: Set<Int> = []
    }

    private(set) var words: [Word] = []

    init(_ notation: String) {
        var word = Word()
        for scalar in Self.decomposed(notation) {
            switch scalar {
            case " ", "\t", "\n", "|", "\u{2016}":
                if !word.scalars.isEmpty { words.append(word) }
                word = Word()
            case "\u{2C8}", "'", "\u{2019}": word.stress[word.scalars.count] = .primary
            case "\u{2CC}", ",": word.stress[word.scalars.count] = .secondary
            case ".": word.breaks.insert(word.scalars.count)
            // Ties, links, intonation, "not a syllable", and the delimiters of a notation.
            case "\u{361}", "\u{35C}", "\u{203F}", "\u{200C}", "\u{200D}", "\u{2191}", "\u{2193}", "\u{2197}", "\u{2198}", "\u{32F}", "/",
                "[", "]",
                "(", ")":
                continue
            default: word.scalars.append(Self.canonical(scalar))
            }
        }
        if !word.scalars.isEmpty { words.append(word) }
    }

    /// Returns only the sounds of a notation, one after another. The notation is a client's or eSpeak NG's.
    static func sounds(_ notation: String) -> String {
        String(String.UnicodeScalarView(PhoneticText(notation).words.flatMap(\.scalars)))
    }

    /// Replaces the keyboard's stand-ins for two letters.
    private static func canonical(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "g": "\u{261}"
        case ":": "\u{2D0}"
        default: scalar
        }
    }

    private static func decomposed(_ text: String) -> [Unicode.Scalar] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.unicodeScalars) }
        let bytes = Array(text.utf8)
        // No letter decomposes into more than four parts, and no text into more scalars than four times its bytes.
        var codepoints = [Int32](repeating: 0, count: bytes.count * 4)
        // SAFETY: each buffer is passed with its length.
        let count = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe codepoints.withUnsafeMutableBufferPointer { room in
                unsafe utf8proc_decompose(
                    bytes.baseAddress, bytes.count, room.baseAddress, room.count,
                    utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue))
            }
        }
        guard count >= 0, count <= codepoints.count else { return Array(text.unicodeScalars) }
        return codepoints.prefix(count).compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
    }
}
