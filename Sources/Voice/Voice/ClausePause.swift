import VoiceProtocol

/// E8: the minimum silence between clauses. The faster eSpeak NG speaks, the shorter its own pauses: 150 ms at a comma and 301 at a stop at
/// 175 words a minute, 80 and 142 at 250, 49 and 82 at 300, 17 and 25 at 400 (measured, en-us). The missing part is inserted where eSpeak
/// NG reports the end of a clause, so pauses that are long enough stay unchanged to the sample.
struct ClausePause {
    /// The quietest sample that counts as sound: -60 dB. Measured over 131 voices and 101 variants: sound begins with exact zeros, then
    /// passes 32 within three samples; only the robot variants add an echo's noise of up to 31 before the first sound.
    static let audible: UInt16 = 32

    /// Frames of silence at the end of the samples handed over so far.
    private var quiet = 0
    /// How the clause before the next samples ended.
    private var ended: SynthesisEvent.ClauseMark?
    private var wordsPerMinute = SpeechSegment.usualRate

    /// Records that `samples` were handed over.
    mutating func didHandOver(_ samples: Span<Int16>) {
        var first = samples.count
        while first > 0, samples[first - 1].magnitude < Self.audible { first -= 1 }
        quiet = first == 0 ? quiet + samples.count : samples.count - first
    }

    /// Records the end of a clause.
    mutating func didEndClause(with mark: SynthesisEvent.ClauseMark?, at wordsPerMinute: Int) {
        ended = mark
        self.wordsPerMinute = min(max(wordsPerMinute, 80), 900)
    }

    /// Returns how many frames of silence to insert before `samples`, the first samples after the end of a clause. Later calls return 0.
    mutating func missing(before samples: Span<Int16>, rate: SampleRate) -> Int {
        guard let ended, samples.count > 0 else { return 0 }
        self.ended = nil
        var leading = 0
        while leading < samples.count, samples[leading].magnitude < Self.audible { leading += 1 }
        switch ended {
        case .comma:
            // Below this rate the synthesizer's own pause is long enough; in voices with an echo (f3), that pause is not quiet.
            guard wordsPerMinute >= 230 else { return 0 }
            return max(0, rate.frames(in: .milliseconds(80)) - quiet - leading)
        case .stop:
            guard let leastOwnStop, rate.duration(of: quiet) >= leastOwnStop else { return 0 }
            return max(0, rate.frames(in: .milliseconds(150)) - quiet - leading)
        }
    }

    /// E11: returns how many frames of silence the last mark requires before the text that follows the utterance, in addition to those
    /// handed over.
    func atEnd(of synthesizer: any SpeechSynthesizer) -> Int {
        guard let ended else { return 0 }
        let least: Duration = ended == .stop ? .milliseconds(150) : .milliseconds(80)
        let pause = max(least, synthesizer.pause(after: ended, wordsPerMinute: wordsPerMinute))
        return max(0, synthesizer.rate.frames(in: pause) - quiet)
    }

    /// The shortest silence that counts as the pause of a stop; nil at rates at which that pause is long enough. After an abbreviation
    /// ("Dr. Smith") eSpeak NG ends a clause too, with almost no pause. Measured, in ms, over ten endings each:
    ///
    ///     words a minute    175  250  299  349  375–449  450  600  900
    ///     stop              301  142   85   37       25   43   32   21
    ///     abbreviation    7–56 5–14    5    5     5–10   16   13    8
    ///
    /// From 450 on, libsonic produces the speed.
    private var leastOwnStop: Duration? {
        switch wordsPerMinute {
        case ..<220: nil
        case ..<300: .milliseconds(60)
        case ..<350: .milliseconds(30)
        case ..<450: .milliseconds(18)
        default: .microseconds(33_000 * 450 / wordsPerMinute)
        }
    }
}
