import CESpeakNG

extension Synthesizer {
    /// Lets `body` ask ``sounds(of:)``.
    func askingForPhonemes<Result>(_ body: () -> Result) -> Result {
        // What espeak_TextToPhonemes takes for phonemes is what the last text's flags say: an empty one with the flag.
        // SAFETY: a constant text; nobody takes its sound, for there is none.
        _ = unsafe espeak_Synth("", 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8 | espeakPHONEMES), nil, nil)
        defer { forgetPhonemes() }
        return body()
    }

    /// What eSpeak NG itself says of `text` in the phonetic alphabet: for each word its phonemes, with their stress marks before them. Some 4
    /// microseconds for a phoneme or three. Only inside of ``askingForPhonemes(_:)``.
    func sounds(of text: PhonemeText) -> [[Substring]] {
        let mode = espeakPHONEMES_IPA | Int32(UInt8(ascii: "_")) << 8
        var answer = ""
        // SAFETY: the text is NUL-terminated for the calls, which move `rest` inside it and set it to nil at its end; what they return is the
        // library's until the next call, and copied.
        unsafe text.markup.withCString { markup in
            var rest: UnsafeRawPointer? = unsafe UnsafeRawPointer(markup)
            while unsafe rest != nil {
                guard let clause = unsafe espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, mode) else { break }
                answer += unsafe (answer.isEmpty ? "" : " ") + String(cString: clause)
            }
        }
        return answer.split(separator: " ").map { $0.split(separator: "_") }
    }

    /// Whether the voice has a word for a symbol that stands in a text. Some microseconds.
    func reads(_ symbol: Unicode.Scalar) -> Bool {
        name(of: symbol).contains { !$0.isWhitespace && $0 != "_" && $0 != ":" }
    }

    /// Whether the voice's word for a symbol surely has less than 40 bytes, in any script. Some microseconds.
    func hasShortName(_ symbol: Unicode.Scalar) -> Bool {
        (1...12).contains(name(of: symbol).utf8.count)
    }

    /// Whether the voice says anything for a symbol. Some microseconds.
    func names(_ symbol: Unicode.Scalar) -> Bool { !name(of: symbol).isEmpty }

    /// What the voice says of a symbol in a text, in mnemonics of a character or more.
    private func name(of symbol: Unicode.Scalar) -> String {
        defer { forgetPhonemes() }
        // SAFETY: as above.
        return unsafe String(symbol).withCString { text in
            var rest: UnsafeRawPointer? = unsafe UnsafeRawPointer(text)
            guard let phonemes = unsafe espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, 0) else { return "" }
            return unsafe String(cString: phonemes)
        }
    }
}
