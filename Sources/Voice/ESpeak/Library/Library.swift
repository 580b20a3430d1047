import CESpeakNG
import CLinux
import Glibc
import Voice

/// The loaded eSpeak NG library. All its state is global to the process, so only one value of this type exists, used on one thread.
/// Synthesis runs inside the call and hands the sound to a ``SegmentOutput``.
///
/// Never pass it a client's text with the SSML or PHONEMES flag, or with a control character (T11): with those, 1.51 runs shell commands or
/// crashes. Text with such a flag always comes from announced itself: a character's number, or a ``PhonemeText``.
struct Library: ~Copyable {
    /// How to interpret the text.
    enum Reading {
        /// Literal text without markup. `endPause`: whether to make the pause that its last punctuation mark calls for.
        case text(endPause: Bool)
        /// Phonemes instead of the text.
        case phonemes(PhonemeText, endPause: Bool)
        /// The name of one character.
        case character(Unicode.Scalar)
    }

    let rate: SampleRate
    /// The library's version, such as "1.51".
    let version: String
    /// Whether a named mark has a position in the text. False from 1.52 on (``PlacedMarks``).
    let placesNames: Bool
    /// Whether memory that the library frees during a call is kept until the call's end: 1.51 continues to read dictionaries that it has
    /// freed.
    let holdsMemory: Bool

    /// Loads the library and its data, but no voice. Takes 1 to 1.6 ms.
    init() throws(SynthesisError) {
        // Without a path, the library uses its default data. DONT_EXIT prevents a failed call from ending the process.
        let rate = Self.withoutSoundServer {
            Self.withoutErrorLines { espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, espeakINITIALIZE_DONT_EXIT) }
        }
        guard rate > 0 else {
            throw SynthesisError(
                "eSpeak NG can't be started, since its data is missing: install the package espeak-ng-data.")
        }
        self.rate = SampleRate(framesPerSecond: Int(rate))
        // SAFETY: a constant C string; no other thread uses the library.
        holdsMemory = unsafe hold_memory_of("/libespeak-ng.so") != 0
        // SAFETY: a constant C string of the library.
        version = unsafe String(cString: espeak_Info(nil)).split(separator: " ").first.map(String.init) ?? "unknown"
        // For an unknown version, assume the worse case.
        placesNames = version == "1.50" || version.hasPrefix("1.51")
        unsafe espeak_SetSynthCallback { samples, count, events in
            unsafe Library.deliver(samples, count, events)
        }
    }

    /// Runs `body` with standard error redirected to `/dev/null`, because eSpeak NG writes a line there for each missing file, and a
    /// failing voice may be restarted many times.
    private static func withoutErrorLines<Result>(_ body: () -> Result) -> Result {
        let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard kept >= 0 else { return body() }
        // SAFETY: a system call on a constant string.
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        if null >= 0 {
            dup2(null, STDERR_FILENO)
            close(null)
        }
        defer {
            dup2(kept, STDERR_FILENO)
            close(kept)
        }
        return body()
    }

    /// Runs `body` with a PULSE_SERVER that does not exist. During initialization, eSpeak NG opens its own stream although it never plays
    /// anything. It would hang together with a hanging sound server, and cost milliseconds with a working one.
    private static func withoutSoundServer<Result>(_ body: () -> Result) -> Result {
        let name = "PULSE_SERVER"
        // SAFETY: no other thread exists that could read the environment meanwhile.
        let former = unsafe getenv(name).map { unsafe String(cString: $0) }
        _ = unsafe setenv(name, "unix:/dev/null/none", 1)
        defer {
            if let former { _ = unsafe setenv(name, former, 1) } else { _ = unsafe unsetenv(name) }
        }
        return body()
    }

    /// The folder of the library's data.
    var dataFolder: String? {
        // SAFETY: the library sets the pointer to a string of its own, which is copied.
        var path: UnsafePointer<CChar>?
        _ = unsafe espeak_Info(&path)
        return unsafe path.map { unsafe String(cString: $0) }
    }

    deinit {
        espeak_Terminate()
    }

    /// Synthesizes `text`, which ``SpokenText`` has made harmless, and passes the sound to `output` until its sink asks to stop or no text
    /// is left.
    func synthesize(_ text: String, as reading: Reading, into output: inout SegmentOutput) throws(SynthesisError) {
        var input: String
        var flags = espeakCHARS_UTF8
        switch reading {
        case .text(let endPause):
            input = text
            if endPause { flags |= espeakENDPAUSE }
        case .phonemes(let phonemes, let endPause):
            input = phonemes.markup
            flags |= espeakPHONEMES
            if endPause { flags |= espeakENDPAUSE }
        case .character(let scalar):
            // This is the only markup in use; it contains nothing but our own number.
            input = "<say-as interpret-as=\"tts:char\">&#\(scalar.value);</say-as>"
            // The name of a mark has a position if other text follows it. Letters and digits have a position.
            if !placesNames, !scalar.isPartOfWord {
                input += "&#\(PlacedMarks.placeholder.value);"
            }
            flags |= espeakSSML
        }
        defer { _ = free_held_memory() }
        output.beginCall()
        // SAFETY: the text is NUL-terminated for the call, `output` outlives it, and the callback is only called inside it.
        let result = unsafe input.withCString { text in
            unsafe withUnsafeMutablePointer(to: &output) {
                unsafe espeak_Synth(text, input.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(flags), nil, UnsafeMutableRawPointer($0))
            }
        }
        forgetPhonemes()
        guard result == EE_OK else { throw SynthesisError("eSpeak NG refused the text (its error \(result.rawValue)).") }
    }

    /// Clears the remains of the last text in eSpeak NG's phoneme list. 1.51 mistakes the previous text's marks of word beginnings for the
    /// new text's: a clause that is spoken second then has up to 49 ms too much pause before its end, and word events of length 0. One long
    /// word overwrites the marks (0.12 ms, after the sound, so that nothing waits for it); then each utterance sounds as in a separate
    /// process. A short word follows because, if a name refers to another name (the Sinhala name of `]`), 1.51 copies the last word's
    /// phonemes into a 40-byte buffer.
    func forgetPhonemes() {
        for word in [Self.longWord, "a"] {
            // SAFETY: the text is NUL-terminated for the call, which moves `rest` inside it and sets it to nil at its end; the returned
            // phonemes belong to the library and are ignored.
            unsafe word.withCString { word in
                var rest: UnsafeRawPointer? = unsafe UnsafeRawPointer(word)
                while unsafe rest != nil { unsafe _ = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, 0) }
            }
        }
    }
    private static let longWord = String(repeating: "a", count: 99)

    /// Handles eSpeak NG's callback. `samples` holds `count` frames, or is nil at the end; `events` ends with an event of type 0, and each
    /// event carries the output.
    private static func deliver(
        _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
    ) -> Int32 {
        // SAFETY: eSpeak NG passes pointers that are valid during the call; `user_data` is the output's address, alive in `synthesize`.
        guard let samples = unsafe samples, count >= 0, let events = unsafe events else { return 0 }
        guard let output = unsafe events.pointee.user_data?.assumingMemoryBound(to: SegmentOutput.self) else { return 1 }
        var begun: [SynthesisEvent] = []
        var index = 0
        while unsafe events[index].type != espeakEVENT_LIST_TERMINATED {
            let event = unsafe events[index]
            index += 1
            let begins = unsafe output.pointee.event(
                event.type, at: Int(event.text_position) - 1, length: Int(event.length), sample: Int(event.sample))
            if let begins { begun.append(begins) }
        }
        let sound = unsafe UnsafeBufferPointer(start: samples, count: Int(count))
        return unsafe output.pointee.hand(over: sound.span, begun) ? 0 : 1
    }
}
