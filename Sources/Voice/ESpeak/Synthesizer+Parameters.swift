import CESpeakNG
import Glibc
import VoiceProtocol

/// How a segment is spoken, in eSpeak NG's terms; the numbers are within its ranges.
struct SpeechParameters: Equatable {
    /// Words a minute, 80 to 900: above 450 by libsonic, which Debian's build has.
    var rate: Int32
    /// 0 to 100; 50 is the voice's own.
    var pitch: Int32
    /// 0 to 100; 100 is the voice's own.
    var volume: Int32
    /// The marks that are named (T5), at most ``mostMarks``; what else is said of a symbol is what its voice reads.
    var marks: [Unicode.Scalar]
    var capitals: SpeechSegment.Capitals

    /// A number outside its range becomes the nearest within: to speak a little otherwise is better than not to speak.
    init(_ segment: SpeechSegment, of text: [Unicode.Scalar]) {
        rate = Int32(clamping: min(max(segment.rate ?? Self.usualRate, 80), 900))
        pitch = Int32(clamping: min(max(segment.pitch ?? 50, 0), 100))
        volume = Int32(clamping: min(max(segment.volume ?? 100, 0), 100))
        marks = Self.marks(segment.punctuation ?? .none, in: text)
        capitals = segment.capitals ?? .none
    }
}

extension SpeechParameters {
    /// Words a minute, for a segment that says nothing of it.
    static let usualRate = 175
    /// eSpeak NG takes no more.
    static let mostMarks = 59
    /// The marks named at "some" (T5): the ones Orca names at that level.
    static let some = "#$%&*+/=@^¢£¥€¬©®™°±×÷∞≈≠≤≥√∛†‡§′″‰"
    /// The marks named at "most": those and the ones Orca adds there. What is left for "all" is `. , ! ? '`.
    static let most = some + "\"()-_:;<>[]\\|`~{}‘“”–„‚"

    /// Never an emoji: eSpeak NG 1.51 copies names of symbols into a buffer of 40, and the names of emoji are longer in 60 languages. At "all"
    /// they are those of the text, for the same reason.
    private static func marks(_ punctuation: SpeechSegment.Punctuation, in text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        switch punctuation {
        case .none: return []
        case .some: return some.unicodeScalars.filter { !$0.isEmoji }
        case .most: return most.unicodeScalars.filter { !$0.isEmoji }
        case .all:
            // To eSpeak NG three full stops are an ellipsis.
            var marks: [Unicode.Scalar] = text.contains(".") ? [".", "…"] : []
            for scalar in text where scalar.isMark && !scalar.isEmoji && !marks.contains(scalar) {
                marks.append(scalar)
                if marks.count == mostMarks { break }
            }
            return marks
        }
    }

    /// T6. eSpeak NG 1.51 has no sound of its own for a capital (it makes a pause of 38 ms), so `sound` is told by pitch, as `pitch` is:
    /// raised by 800 Hz, as speech-dispatcher does.
    fileprivate var capitalsValue: Int32 {
        switch capitals {
        case .none: 0
        case .say: 2
        case .pitch, .sound: 800
        }
    }
}

extension Synthesizer {
    /// Speaks so from the next ``synthesize(_:as:into:)`` on. Some microseconds.
    func apply(_ parameters: SpeechParameters) {
        espeak_SetParameter(espeakRATE, parameters.rate, 0)
        espeak_SetParameter(espeakPITCH, parameters.pitch, 0)
        espeak_SetParameter(espeakVOLUME, parameters.volume, 0)
        espeak_SetParameter(espeakCAPITALS, parameters.capitalsValue, 0)
        espeak_SetParameter(espeakPUNCTUATION, Int32((parameters.marks.isEmpty ? espeakPUNCT_NONE : espeakPUNCT_SOME).rawValue), 0)
        let list = parameters.marks.map { wchar_t(bitPattern: $0.value) } + [0]
        // SAFETY: the list ends with 0 and is copied by the call.
        unsafe list.withUnsafeBufferPointer { unsafe _ = espeak_SetPunctuationList($0.baseAddress) }
    }
}

extension Unicode.Scalar {
    /// Whether it is punctuation or a symbol.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }
}
