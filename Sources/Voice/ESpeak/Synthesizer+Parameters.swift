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
    var punctuation: SpeechSegment.Punctuation
    var capitals: SpeechSegment.Capitals

    /// A number outside its range becomes the nearest within: to speak a little otherwise is better than not to speak.
    init(_ segment: SpeechSegment) {
        rate = Int32(clamping: min(max(segment.rate ?? Self.usualRate, 80), 900))
        pitch = Int32(clamping: min(max(segment.pitch ?? 50, 0), 100))
        volume = Int32(clamping: min(max(segment.volume ?? 100, 0), 100))
        punctuation = segment.punctuation ?? .none
        capitals = segment.capitals ?? .none
    }
}

extension SpeechParameters {
    /// Words a minute, for a segment that says nothing of it.
    static let usualRate = 175
    /// The marks named at "some" (T5): the ones Orca names at that level. eSpeak NG takes at most 59.
    static let some = "#$%&*+/=@^¢£¥€¬©®™°±×÷∞≈≠≤≥√∛†‡§′″‰"
    /// The marks named at "most": those and the ones Orca adds there. What is left for "all" is `. , ! ? '`.
    static let most = some + "\"()-_:;<>[]\\|`~{}‘“”–„‚"

    fileprivate var punctuationType: espeak_PUNCT_TYPE {
        switch punctuation {
        case .none: espeakPUNCT_NONE
        case .some, .most: espeakPUNCT_SOME
        case .all: espeakPUNCT_ALL
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
        espeak_SetParameter(espeakPUNCTUATION, Int32(parameters.punctuationType.rawValue), 0)
        let marks: String? =
            switch parameters.punctuation {
            case .some: SpeechParameters.some
            case .most: SpeechParameters.most
            case .none, .all: nil
            }
        if let marks {
            let list = marks.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
            // SAFETY: the list ends with 0 and is copied by the call.
            unsafe list.withUnsafeBufferPointer { unsafe _ = espeak_SetPunctuationList($0.baseAddress) }
        }
    }
}
