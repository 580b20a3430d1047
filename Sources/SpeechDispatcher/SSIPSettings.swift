import Messages

/// How a client wants to be spoken: what it has set. What it has not set is the user's own setting.
struct SSIPSettings {
    /// What speaks here, by the name of speech-dispatcher's module for it: saved settings of screen readers go on to hold.
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
    /// Any name is taken: who asks for a synthesizer that is not there wants to hear something all the same.
    var outputModule = Self.outputModule

    /// - Returns: the answer.
    mutating func set(_ parameter: SSIPParameter) -> SSIPReply {
        switch parameter {
        case .language(let tag):
            // spd-say passes its locale on. "C" is nobody's language: it is the user's own that is meant.
            let isNone = ["c", "posix"].contains(tag.prefix { $0 != "." }.lowercased())
            // The voice that was chosen for the language before may not speak this one.
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
            // eSpeak NG's voices have their own.
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
            // What was paused is begun anew, which is as much context as there is.
            return .pauseContextSet
        case .history: return .notImplemented
        case .debug: return SSIPReply(317, "ERR COULDNT SET DEBUGGING")
        case .clientName, .priority, .markup, .notification: return .internalError
        }
    }

    /// A value, as the client has set it, or as the user has.
    func value(of query: SSIPQuery, usual: SpeechAttributes) -> String {
        switch query {
        case .rate: "\(rate ?? usual.rate.map { SSIPScale.rate(ofWordsPerMinute: $0) } ?? 0)"
        case .pitch: "\(pitch ?? usual.pitch.map { SSIPScale.value(ofPercent: $0) } ?? 0)"
        case .pitchRange: "\(pitchRange ?? 0)"
        case .volume: "\(volume ?? usual.volume.map { SSIPScale.value(ofPercent: $0) } ?? 100)"
        case .language: language ?? usual.language ?? "en"
        case .voiceType: (voiceType ?? .male1).rawValue
        case .outputModule: outputModule
        }
    }

    /// The manner of speaking that is asked for.
    /// - Parameter usual: the user's own.
    func attributes(usual: SpeechAttributes) -> SpeechAttributes {
        SpeechAttributes(
            language: language, voice: synthesisVoice ?? variant.map { "\(language ?? usual.language ?? "en")+\($0)" },
            rate: rate.map { SSIPScale.wordsPerMinute(ofRate: $0) }, pitch: pitch.map { SSIPScale.percent(of: $0) },
            volume: volume.map { SSIPScale.percent(of: $0) }, punctuation: punctuation.flatMap { Punctuation(rawValue: $0.rawValue) },
            capitals: capitals.map { $0 == .none ? .none : $0 == .spell ? .say : .sound }, spell: spelling ? true : nil)
    }

    /// eSpeak NG's variant for a kind of voice; nil for the first one, which is whatever the user has chosen.
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
