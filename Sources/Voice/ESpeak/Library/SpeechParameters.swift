import CESpeakNG
import Glibc
import Messages
import VoiceProtocol

/// The speech parameters of a segment, in eSpeak NG's terms and within its ranges.
struct SpeechParameters: Equatable {
    /// Words a minute, 80 to 900. Rates above 450 use libsonic, which Debian's build includes.
    var rate: Int32
    /// 0 to 100; 50 is the voice's own pitch.
    var pitch: Int32
    /// 0 to 100; 50 is the voice's own pitch range.
    var inflection: Int32
    /// 0 to 100; 100 is the voice's own volume.
    var volume: Int32
    /// The marks to name (T5), up to ``mostMarks``; other symbols are read as the voice reads them.
    var marks: [Unicode.Scalar]
    var capitals: Capitals

    /// Clamps each number to its range: slightly different speech is better than none.
    init(_ segment: SpeechSegment, of text: [Unicode.Scalar]) {
        rate = Int32(clamping: min(max(segment.rate ?? SpeechSegment.usualRate, 80), 900))
        pitch = Int32(clamping: min(max(segment.pitch ?? 50, 0), 100))
        inflection = Int32(clamping: min(max(segment.inflection ?? 50, 0), 100))
        volume = Int32(clamping: min(max(segment.volume ?? 100, 0), 100))
        // Each character of a spelled text is named anyway.
        marks = segment.spell == true ? [] : Self.marks(segment.punctuation ?? .none, in: text)
        capitals = segment.capitals ?? .none
    }
}

extension SpeechParameters {
    /// eSpeak NG's limit.
    static let mostMarks = 59
    /// The marks named at "some" (T5): the same as Orca's.
    static let some = "#$%&*+/=@^¢£¥€¬©®™°±×÷∞≈≠≤≥√∛†‡§′″‰"
    /// The marks named at "most": the marks of "some", and the ones that Orca adds. Only `. , ! ? '` remain for "all".
    static let most = some + "\"()-_:;<>[]\\|`~{}‘“”–„‚"

    /// Returns the marks to name. Never an emoji: eSpeak NG 1.51 copies names of symbols into a 40-byte buffer, and emoji have longer names
    /// in 60 languages. For the same reason, "all" covers only the marks in the text.
    private static func marks(_ punctuation: Punctuation, in text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        switch punctuation {
        case .none: return []
        case .some, .most: return (punctuation == .some ? some : most).unicodeScalars.filter { names($0, at: punctuation) }
        case .all:
            // eSpeak NG treats three full stops as an ellipsis.
            var marks: [Unicode.Scalar] = text.contains(".") ? [".", "…"] : []
            for scalar in text where names(scalar, at: .all) && !marks.contains(scalar) {
                marks.append(scalar)
                if marks.count == mostMarks { break }
            }
            return marks
        }
    }

    /// Returns whether a mark is named at a level.
    static func names(_ scalar: Unicode.Scalar, at punctuation: Punctuation) -> Bool {
        guard !scalar.isEmoji else { return false }
        return switch punctuation {
        case .none: false
        case .some: some.unicodeScalars.contains(scalar)
        case .most: most.unicodeScalars.contains(scalar)
        case .all: scalar.isPunctuationOrSymbol
        }
    }

    /// T6. eSpeak NG 1.51 has no sound for a capital (it makes a pause of 38 ms), so `sound` raises the pitch by 800 Hz, like `pitch`, and
    /// as in speech-dispatcher.
    fileprivate var capitalsValue: Int32 {
        switch capitals {
        case .none: 0
        case .say: 2
        case .pitch, .sound: 800
        }
    }
}

extension Library {
    /// Applies `parameters` from the next ``synthesize(_:as:into:)`` on. Takes a few microseconds.
    func apply(_ parameters: SpeechParameters) {
        espeak_SetParameter(espeakRATE, parameters.rate, 0)
        espeak_SetParameter(espeakPITCH, parameters.pitch, 0)
        espeak_SetParameter(espeakRANGE, parameters.inflection, 0)
        espeak_SetParameter(espeakVOLUME, parameters.volume, 0)
        espeak_SetParameter(espeakCAPITALS, parameters.capitalsValue, 0)
        espeak_SetParameter(espeakPUNCTUATION, Int32((parameters.marks.isEmpty ? espeakPUNCT_NONE : espeakPUNCT_SOME).rawValue), 0)
        let list = parameters.marks.map { wchar_t(bitPattern: $0.value) } + [0]
        // SAFETY: the list ends with 0, and the call copies it.
        unsafe list.withUnsafeBufferPointer { unsafe _ = espeak_SetPunctuationList($0.baseAddress) }
    }
}
