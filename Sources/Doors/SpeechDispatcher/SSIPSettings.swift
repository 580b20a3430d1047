import Messages

/// A client's settings. For settings that the client has not set, the user's apply.
struct SSIPSettings {
    /// The synthesizer's name in speech-dispatcher, so that screen readers' saved settings remain valid.
    static let outputModule = "espeak-ng"

    var language: String?
    var voiceType: SSIPVoiceType?
    var synthesisVoice: String?
    var rate: Int?
    var pitch: Int?
    var pitchRange: Int?
    var volume: Int?
    var punctuation: SSIPPunctuation?
    var capitals: SSIPCapitals?
    var spelling = false
    /// Any name is accepted: a client that requests a missing synthesizer must still be heard.
    var outputModule = Self.outputModule

    /// Sets a parameter, and returns the reply.
    mutating func set(_ parameter: SSIPParameter) -> SSIPReply {
        switch parameter {
        case .language(let tag):
            // spd-say passes on its locale. "C" is not a language; it means the user's own language.
            let isNone = ["c", "posix"].contains(LanguageTag(tag).base)
            // The voice chosen for the previous language may not speak this one.
            (language, synthesisVoice) = (isNone ? nil : tag, nil)
            return .languageSet
        case .voiceType(let type):
            (voiceType, synthesisVoice) = (type, nil)
            return .voiceSet
        case .synthesisVoice(let name):
            synthesisVoice = name
            return .voiceSet
        case .outputModule(let name):
            outputModule = String(name.prefix(64))
            return .outputModuleSet
        case .rate(let value):
            rate = value
            return .rateSet
        case .pitch(let value):
            pitch = value
            return .pitchSet
        case .pitchRange(let value):
            pitchRange = value
            return .pitchRangeSet
        case .volume(let value):
            volume = value
            return .volumeSet
        case .punctuation(let level):
            punctuation = level
            return .punctuationSet
        case .capitals(let way):
            capitals = way
            return .capitalsSet
        case .spelling(let isOn):
            spelling = isOn
            return .spellingSet
        case .pauseContext:
            // A resumed message starts from its beginning, so it has the whole context.
            return .pauseContextSet
        case .history: return .notImplemented
        case .debug: return SSIPReply(317, "ERR COULDNT SET DEBUGGING")
        case .clientName, .priority, .markup, .notification: return .internalError
        }
    }

    /// Returns a setting: the client's, otherwise the user's.
    func value(of query: SSIPQuery, usual: SpeechAttributes) -> String {
        switch query {
        case .rate: "\(rate ?? usual.rate.map { SSIPScale.rate(ofWordsPerMinute: $0) } ?? 0)"
        case .pitch: "\(pitch ?? usual.pitch.map { SSIPScale.value(ofPercent: $0) } ?? 0)"
        case .pitchRange: "\(pitchRange ?? usual.inflection.map { SSIPScale.value(ofPercent: $0) } ?? 0)"
        case .volume: "\(volume ?? usual.volume.map { SSIPScale.value(ofPercent: $0) } ?? 100)"
        case .language: language ?? usual.language ?? "en"
        case .voiceType: (voiceType ?? .male1).rawValue
        case .punctuation: punctuation?.rawValue ?? usual.punctuation?.rawValue ?? SSIPPunctuation.none.rawValue
        case .outputModule: outputModule
        }
    }

    /// Returns the client's manner of speaking.
    /// - Parameter usual: the user's attributes.
    func attributes(usual: SpeechAttributes) -> SpeechAttributes {
        SpeechAttributes(
            language: language, voice: synthesisVoice ?? variant.map { "\(language ?? usual.language ?? "en")+\($0)" },
            rate: rate.map { SSIPScale.wordsPerMinute(ofRate: $0) }, pitch: pitch.map { SSIPScale.percent(of: $0) },
            inflection: pitchRange.map { SSIPScale.percent(of: $0) },
            volume: volume.map { SSIPScale.percent(of: $0) }, punctuation: punctuation.flatMap { Punctuation(rawValue: $0.rawValue) },
            capitals: capitals.map { $0 == .none ? .none : $0 == .spell ? .say : .sound }, spell: spelling ? true : nil)
    }

    /// eSpeak NG's variant for the voice type; nil for the first type, which means the user's own voice.
    private var variant: String? {
        switch voiceType {
        case nil, .male1: nil
        case .male2: "m2"
        case .male3: "m3"
        case .female1: "f1"
        case .female2: "f2"
        case .female3: "f3"
        case .childMale: "m4"
        case .childFemale: "f4"
        }
    }
}
