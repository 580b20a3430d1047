import CESpeakNG
import CHeldMemory
import Glibc

/// Takes the sound as it is made.
protocol SampleSink: AnyObject {
    /// One piece of sound, at most 49 ms, and what begins in it. Called on the synthesizer's thread, inside ``Synthesizer/synthesize``.
    /// - Returns: whether to go on.
    func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool
}

/// Something in the text begins to sound, or has ended.
struct SynthesisEvent: Equatable {
    enum Kind {
        case word, sentence
        /// A clause has ended, with its pause. It ends with the piece of sound that this comes with, at any rate (measured). Its
        /// `position` is that of the last scalar that was read: a space behind the clause's mark, or the mark if nothing follows.
        case clauseEnd
    }
    var kind: Kind
    /// Where in the text, in Unicode scalars from its beginning.
    var position: Int
    /// Unicode scalars; 0 for a sentence.
    var length: Int
    /// Where in the sound, in frames since ``Synthesizer/synthesize`` began.
    var frame: Int
}

/// eSpeak NG, loaded. All its state is global to the process, so there is one value of this type, used on one thread; synthesis runs
/// inside the call and hands the sound to a ``SampleSink``.
///
/// No text of a client is ever given to it with its SSML or PHONEMES flag, or with a control character (T11): with those, 1.51 runs shell
/// commands and crashes. What has such a flag is ours: a character's number, or a ``PhonemeText``.
struct Synthesizer: ~Copyable {
    /// How text is to be understood.
    enum Reading {
        /// As it stands, without markup. `endPause`: with the pause that its last punctuation mark asks for.
        case text(endPause: Bool)
        /// As phonemes of its own instead of the text.
        case phonemes(PhonemeText, endPause: Bool)
        /// The name of one character.
        case character(Unicode.Scalar)
    }

    let rate: SampleRate
    /// The version of the library, such as "1.51".
    let version: String
    /// Whether what the library frees within a call is freed at its end: 1.51 reads on in dictionaries that it has freed.
    let holdsMemory: Bool

    /// Loads the library and its data; no voice yet. 1 to 1.6 ms.
    init() throws(SynthesizerError) {
        // No path: the default data. DONT_EXIT keeps a failed call from ending the process.
        let rate = Self.withoutSoundServer {
            Self.withoutErrorLines { espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, espeakINITIALIZE_DONT_EXIT) }
        }
        guard rate > 0 else {
            throw SynthesizerError(
                SynthesizerResult(rawValue: rate), "espeak_Initialize",
                "eSpeak NG can't be started, since its data is missing: install the package espeak-ng-data.")
        }
        self.rate = SampleRate(framesPerSecond: Int(rate))
        // SAFETY: a constant C string; no other thread uses the library.
        holdsMemory = unsafe hold_memory_of("/libespeak-ng.so") != 0
        // SAFETY: a constant C string of the library.
        version = unsafe String(cString: espeak_Info(nil)).split(separator: " ").first.map(String.init) ?? "unknown"
        unsafe espeak_SetSynthCallback { samples, count, events in
            unsafe Synthesizer.deliver(samples, count, events)
        }
    }

    /// Runs `body` with nobody at standard error: eSpeak NG writes there of each file that it misses, and a voice is started again and again.
    private static func withoutErrorLines<Result>(_ body: () -> Result) -> Result {
        let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard kept >= 0 else { return body() }
        // SAFETY: a system call on a constant string.
        let nobody = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        if nobody >= 0 {
            dup2(nobody, STDERR_FILENO)
            close(nobody)
        }
        defer {
            dup2(kept, STDERR_FILENO)
            close(kept)
        }
        return body()
    }

    /// Runs `body` with a PULSE_SERVER that nobody answers at. eSpeak NG opens a stream of its own while it is initialized, though it is never
    /// to play anything: with a sound server that hangs, it would hang too, and with one that does not, it costs milliseconds.
    private static func withoutSoundServer<Result>(_ body: () -> Result) -> Result {
        let name = "PULSE_SERVER"
        // SAFETY: no other thread is there to read the environment meanwhile.
        let former = unsafe getenv(name).map { unsafe String(cString: $0) }
        _ = unsafe setenv(name, "unix:/dev/null/none", 1)
        defer {
            if let former { _ = unsafe setenv(name, former, 1) } else { _ = unsafe unsetenv(name) }
        }
        return body()
    }

    /// Where its data is.
    var dataFolder: String? {
        // SAFETY: the library sets the pointer to a string of its own, which is copied.
        var path: UnsafePointer<CChar>?
        _ = unsafe espeak_Info(&path)
        return unsafe path.map { unsafe String(cString: $0) }
    }

    deinit {
        espeak_Terminate()
    }

    /// Makes sound of `text`, which ``SpokenText`` has made harmless, and gives it to `sink` until that says stop or nothing is left.
    func synthesize(_ text: String, as reading: Reading, into sink: any SampleSink) throws(SynthesizerError) {
        let input: String
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
            // The only markup there is, and all of it ours: a number.
            input = "<say-as interpret-as=\"tts:char\">&#\(scalar.value);</say-as>"
            flags |= espeakSSML
        }
        defer { _ = free_held_memory() }
        var receiver = sink
        // SAFETY: the text is NUL-terminated for the call, `receiver` outlives it, and the callback is only called inside it.
        let result = unsafe input.withCString { text in
            unsafe withUnsafeMutablePointer(to: &receiver) {
                unsafe SynthesizerResult(
                    espeak_Synth(text, input.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(flags), nil, UnsafeMutableRawPointer($0)))
            }
        }
        forgetPhonemes()
        guard result == .ok else {
            throw SynthesizerError(result, "espeak_Synth", "eSpeak NG refused the text (its error \(result.rawValue)).")
        }
    }

    /// eSpeak NG 1.51 takes the marks of word beginnings that the former text left in its phoneme list for its own: a clause that is
    /// spoken second then has up to 49 ms too much pause before its end, and word events of length 0. One long word overwrites them
    /// (0.12 ms, after the sound, so that nothing waits for it); then each utterance sounds as in a process of its own. A short one behind it,
    /// for where a name refers to another name (the Sinhala one of `]`), 1.51 copies the last word's phonemes into a buffer of 40.
    func forgetPhonemes() {
        for word in [Self.longWord, "a"] {
            // SAFETY: the text is NUL-terminated for the call, which moves `rest` inside it and sets it to nil at its end; the phonemes
            // that it returns are the library's, and not looked at.
            unsafe word.withCString { word in
                var rest: UnsafeRawPointer? = unsafe UnsafeRawPointer(word)
                while unsafe rest != nil { unsafe _ = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, 0) }
            }
        }
    }
    private static let longWord = String(repeating: "a", count: 99)

    /// The callback: `samples` are `count` frames or nil at the end; `events` end with one of type 0, and each carries the sink.
    private static func deliver(
        _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
    ) -> Int32 {
        // SAFETY: eSpeak NG gives valid pointers for the time of the call; `user_data` is the sink's address, alive in `synthesize`.
        guard let samples = unsafe samples, count >= 0, let events = unsafe events else { return 0 }
        var begun: [SynthesisEvent] = []
        var index = 0
        while unsafe events[index].type != espeakEVENT_LIST_TERMINATED {
            let event = unsafe events[index]
            index += 1
            let kind: SynthesisEvent.Kind
            switch unsafe event.type {
            case espeakEVENT_WORD: kind = .word
            case espeakEVENT_SENTENCE: kind = .sentence
            case espeakEVENT_END: kind = .clauseEnd
            default: continue
            }
            begun.append(
                SynthesisEvent(
                    kind: kind, position: Int(unsafe event.text_position) - 1, length: Int(unsafe event.length),
                    frame: Int(unsafe event.sample)))
        }
        guard let sink = unsafe events[index].user_data?.assumingMemoryBound(to: (any SampleSink).self).pointee else { return 1 }
        let sound = unsafe UnsafeBufferPointer(start: samples, count: Int(count))
        return sink.receive(unsafe sound.span, begun) ? 0 : 1
    }
}
