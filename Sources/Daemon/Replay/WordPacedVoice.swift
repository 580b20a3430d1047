package import Conductor
package import Messages
package import SpeechQueue

/// A voice that takes the same time for every word and needs no synthesizer, so that a replay gives the same result on any machine.
package struct WordPacedVoice: ReplayVoice {
    package static let earconSeconds = 0.12

    private let secondsPerWord: Double

    package init(secondsPerWord: Double) {
        self.secondsPerWord = secondsPerWord
    }

    package func catalog() -> VoiceReport { .voicesUnknown }

    package func render(_ utterance: Utterance, from position: RunPosition?) -> Rendering {
        var sound = RenderedSound(duration: 0)
        var hasSound = position != nil
        for (index, run) in utterance.runs.enumerated().dropFirst(position?.run ?? 0) {
            let first = position?.run == index ? position?.offset ?? 0 : 0
            if first == 0 {
                sound.duration += run.pause ?? 0
                if run.earcon != nil {
                    sound.duration += Self.earconSeconds
                    hasSound = true
                }
            }
            for offset in Self.words(of: run) where offset >= first {
                sound.words.append((sound.duration, RunPosition(run: index, offset: offset)))
                sound.duration += secondsPerWord
                hasSound = true
            }
        }
        return hasSound ? .sound(sound) : .failed(.unspeakable, message: "the text makes no sound")
    }

    package func render(_ earcon: Earcon) -> Rendering { .sound(RenderedSound(duration: Self.earconSeconds)) }

    /// Returns the starts of a run's words, in Unicode scalars. A word is any text between white space that contains a spoken character. In
    /// spelled text every character is a word.
    static func words(of run: SpeechRun) -> [Int] {
        var words: [Int] = []
        var offset = 0
        if run.attributes.spell == true {
            for character in run.text {
                words.append(offset)
                offset += character.unicodeScalars.count
            }
            return words
        }
        let namesMarks = run.attributes.punctuation == .all
        var start = 0
        var isSpoken = false
        for scalar in run.text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if isSpoken { words.append(start) }
                start = offset + 1
                isSpoken = false
            } else {
                isSpoken = isSpoken || (namesMarks ? scalar.isSpokenWithMarks : scalar.isSpoken)
            }
            offset += 1
        }
        if isSpoken { words.append(start) }
        return words
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a letter, a digit, an emoji, or a symbol that is named at every level of punctuation.
    fileprivate var isSpoken: Bool {
        if isLetterOrEmoji { return true }
        switch properties.generalCategory {
        case .currencySymbol, .mathSymbol: return true
        default: return self == "%" || self == "&" || self == "@" || self == "#"
        }
    }

    /// Whether eSpeak NG 1.51 speaks this scalar if all punctuation marks are named (T8). A replay and the voice thus agree on which texts
    /// are unspeakable. Measured with its English voice.
    fileprivate var isSpokenWithMarks: Bool { isLetterOrEmoji || Self.namedMarks.contains(self) }

    private static let namedMarks = Set(
        (##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~¡¢£¤¥¦§¨«¬°±´¶·¸»¿×÷˙‐‑‒–—―‖‘’‚‛“”„‟†‡•‣․‥…‧‰′″‴⁺⁻⁼⁽⁾₊₋₌₍₎₠₨₩€₹№℞←↑→↓"##
            + "∂∑−∗√∛∝∞∫∬∴∵≈≠≡≤≥■●♭♯").unicodeScalars)

    private var isLetterOrEmoji: Bool {
        if properties.isAlphabetic || properties.numericType != nil { return true }
        guard !isASCII, properties.isEmoji else { return false }
        // eSpeak NG 1.51 has no names for the emoji of Unicode 12 and later, nor for these.
        return (properties.age?.major ?? 0) < 12 && !["\u{26A7}", "\u{1F94D}", "\u{1F9EF}"].contains(self)
    }
}
