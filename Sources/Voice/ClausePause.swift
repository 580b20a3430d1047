/// E8: the least silence between clauses. eSpeak NG makes less of it the faster it speaks: 150 ms at a comma and 301 at a stop at 175
/// words a minute, 80 and 142 at 250, 49 and 82 at 300, 17 and 25 at 400 (measured, en-us). What it lacks is put in where it tells that a
/// clause has ended, so the pauses that are long enough stay to the sample as they are.
struct ClausePause {
    private enum Mark { case comma, stop }

    /// Frames of silence at the end of what was handed over.
    private var quiet = 0
    /// How the clause before the next samples ended.
    private var ended: Mark?
    private var wordsPerMinute = SpeechParameters.usualRate

    /// The next samples were handed over.
    mutating func heard(_ samples: Span<Int16>) {
        var first = samples.count
        while first > 0, samples[first - 1].magnitude < VoiceLoop.audible { first -= 1 }
        quiet = first == 0 ? quiet + samples.count : samples.count - first
    }

    /// A clause has ended: `text`, which may begin before it, and may have one scalar of the next (Chinese has no spaces).
    mutating func clauseEnded(_ text: ArraySlice<Unicode.Scalar>, at wordsPerMinute: Int) {
        ended = Self.mark(at: text)
        self.wordsPerMinute = min(max(wordsPerMinute, 80), 900)
    }

    /// How many frames of silence must come before `samples`, the first after the end of a clause; asked once.
    mutating func missing(before samples: Span<Int16>, rate: SampleRate) -> Int {
        guard let ended, samples.count > 0 else { return 0 }
        self.ended = nil
        var leading = 0
        while leading < samples.count, samples[leading].magnitude < VoiceLoop.audible { leading += 1 }
        switch ended {
        case .comma:
            // Below, the synthesizer's own is long enough; in voices with an echo (f3) it is not quiet.
            guard wordsPerMinute >= 230 else { return 0 }
            return max(0, rate.frames(in: .milliseconds(80)) - quiet - leading)
        case .stop:
            guard let leastOwnStop, rate.duration(of: quiet) >= leastOwnStop else { return 0 }
            return max(0, rate.frames(in: .milliseconds(150)) - quiet - leading)
        }
    }

    /// The least quiet that is a stop's pause; nil at rates where that is long enough. After an abbreviation ("Dr. Smith") eSpeak NG ends a
    /// clause too, without a pause of its own. Measured, in ms, over ten endings each:
    ///
    ///     words a minute    175  250  299  349  375–449  450  600  900
    ///     stop              301  142   85   37       25   43   32   21
    ///     abbreviation    7–56 5–14    5    5     5–10   16   13    8
    ///
    /// From 450 on libsonic makes the speed.
    private var leastOwnStop: Duration? {
        switch wordsPerMinute {
        case ..<220: nil
        case ..<300: .milliseconds(60)
        case ..<350: .milliseconds(30)
        case ..<450: .milliseconds(18)
        default: .microseconds(33_000 * 450 / wordsPerMinute)
        }
    }

    private static func mark(at text: ArraySlice<Unicode.Scalar>) -> Mark? {
        var newLines = 0
        let isOneAhead = text.last.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
        for scalar in text.dropLast(isOneAhead ? 1 : 0).reversed() {
            if scalar == "\n" { newLines += 1 }
            if newLines > 1 { return .stop }
            if scalar.properties.isWhitespace { continue }
            switch scalar.properties.generalCategory {
            case .closePunctuation, .finalPunctuation: continue
            case .otherPunctuation where scalar == "\"" || scalar == "'": continue
            default: return stops.contains(scalar) ? .stop : commas.contains(scalar) ? .comma : nil
            }
        }
        return nil
    }
    private static let stops = Set<Unicode.Scalar>(".!?…。！？।؟".unicodeScalars)
    private static let commas = Set<Unicode.Scalar>(",;:—–、，；：،؛".unicodeScalars)
}
