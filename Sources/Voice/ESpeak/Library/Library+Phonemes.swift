import CESpeakNG
import Glibc
import Voice

extension Library {
    /// Runs `body`, and returns the phonemes of everything synthesized during it, one line for each clause.
    func tracingPhonemes(_ body: () throws(SynthesisError) -> Void) throws(SynthesisError) -> String {
        // SAFETY: the stream writes to the two variables until it is closed, and they outlive it. The text is then ours, with a NUL at its
        // end.
        let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
        let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        unsafe text.initialize(to: nil)
        defer {
            unsafe free(text.pointee)
            unsafe text.deallocate()
            unsafe length.deallocate()
        }
        guard let stream = unsafe open_memstream(text, length) else { throw SynthesisError("There is no memory for a transcription.") }
        unsafe espeak_SetPhonemeTrace(espeakPHONEMES_IPA, stream)
        let outcome = Result { () throws(SynthesisError) in try body() }
        espeak_SetPhonemeTrace(0, nil)
        unsafe fclose(stream)
        _ = try outcome.get()
        let lines = unsafe text.pointee.map { unsafe String(cString: $0) } ?? ""
        // Calls that only query names or phonemes leave empty lines.
        return lines.split(separator: "\n").map { $0 + "\n" }.joined()
    }

    /// Runs `body`, which may call ``sounds(of:)``.
    func askingForPhonemes<Result>(_ body: () -> Result) -> Result {
        // The flags of the last text decide whether espeak_TextToPhonemes accepts phonemes, so speak an empty text with the flag.
        // SAFETY: a constant text; it makes no sound, so it needs no sink.
        _ = unsafe espeak_Synth("", 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8 | espeakPHONEMES), nil, nil)
        defer { forgetPhonemes() }
        return body()
    }

    /// Returns eSpeak NG's phonetic transcription of `text`: each word's phonemes, with their stress marks before them. About 4
    /// microseconds for one to three phonemes. Call this only inside ``askingForPhonemes(_:)``.
    func sounds(of text: PhonemeText) -> [[Substring]] {
        let mode = espeakPHONEMES_IPA | Int32(UInt8(ascii: "_")) << 8
        var answer = ""
        // SAFETY: the text is NUL-terminated for the calls, which move `rest` inside it and set it to nil at its end; the returned string
        // belongs to the library until the next call, and is copied.
        unsafe text.markup.withCString { markup in
            var rest: UnsafeRawPointer? = unsafe UnsafeRawPointer(markup)
            while unsafe rest != nil {
                guard let clause = unsafe espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, mode) else { break }
                answer += unsafe (answer.isEmpty ? "" : " ") + String(cString: clause)
            }
        }
        return answer.split(separator: " ").map { $0.split(separator: "_") }
    }

    /// Returns whether the voice has a word for a symbol within a text. Takes a few microseconds.
    func reads(_ symbol: Unicode.Scalar) -> Bool {
        name(of: symbol).contains { !$0.isWhitespace && $0 != "_" && $0 != ":" }
    }

    /// Returns whether the voice's word for a symbol certainly takes less than 40 bytes, in any script. Takes a few microseconds.
    func hasShortName(_ symbol: Unicode.Scalar) -> Bool {
        (1...12).contains(name(of: symbol).utf8.count)
    }

    /// Returns whether the voice has any name for a symbol. Takes a few microseconds.
    func names(_ symbol: Unicode.Scalar) -> Bool { !name(of: symbol).isEmpty }

    /// Returns the voice's name for a symbol within a text, in mnemonics of one or more characters.
    private func name(of symbol: Unicode.Scalar) -> String {
        // If the symbol is named as a mark, it may have no word, or a different one.
        let punctuation = espeak_GetParameter(espeakPUNCTUATION, 1)
        espeak_SetParameter(espeakPUNCTUATION, Int32(espeakPUNCT_NONE.rawValue), 0)
        defer {
            espeak_SetParameter(espeakPUNCTUATION, punctuation, 0)
            forgetPhonemes()
        }
        // SAFETY: as above.
        return unsafe String(symbol).withCString { text in
            var rest: UnsafeRawPointer? = unsafe UnsafeRawPointer(text)
            guard let phonemes = unsafe espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, 0) else { return "" }
            return unsafe String(cString: phonemes)
        }
    }
}
