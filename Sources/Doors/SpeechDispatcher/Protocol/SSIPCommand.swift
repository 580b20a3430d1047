/// A client's command.
package enum SSIPCommand: Sendable, Equatable {
    /// A text follows.
    case speak
    case char(String)
    case key(String)
    case soundIcon(String)
    case stop(SSIPTarget)
    case cancel(SSIPTarget)
    case pause(SSIPTarget)
    case resume(SSIPTarget)
    case set(SSIPParameter, of: SSIPTarget)
    case get(SSIPQuery)
    case listVoices
    case listSynthesisVoices(language: String?, variant: String?)
    case listOutputModules
    case blockBegin, blockEnd
    case history(SSIPHistoryCommand)
    case help, quit

    /// Whether the command is allowed between `BLOCK BEGIN` and `BLOCK END`.
    package var isAllowedInBlock: Bool {
        switch self {
        case .speak, .char, .key, .soundIcon, .blockBegin, .blockEnd, .quit: true
        case .set(let parameter, let target): target == .own && parameter.isAllowedInBlock
        default: false
        }
    }
}

/// The clients to which a command applies.
package enum SSIPTarget: Sendable, Equatable {
    case own, all
    case client(UInt64)
}

/// How urgent a message is.
package enum SSIPPriority: String, Sendable, CaseIterable {
    case important, message, text, notification, progress

    /// Whether only a program's newest message of this priority counts.
    var onlyNewestCounts: Bool { self == .text || self == .notification || self == .progress }
}

/// A parameter for `SET`.
package enum SSIPParameter: Sendable, Equatable {
    case clientName(SSIPClientName)
    case priority(SSIPPriority)
    case language(String)
    case voiceType(SSIPVoiceType)
    case synthesisVoice(String)
    case outputModule(String)
    case rate(Int), pitch(Int), pitchRange(Int), volume(Int)
    case punctuation(SSIPPunctuation)
    case spelling(Bool)
    case capitals(SSIPCapitals)
    case markup(Bool)
    case pauseContext(Int)
    case notification(Set<SSIPEvent.Kind>, Bool)
    case history(Bool)
    case debug(Bool)

    var isAllowedInBlock: Bool {
        switch self {
        case .language, .voiceType, .synthesisVoice, .rate, .pitch, .pitchRange, .volume, .punctuation, .spelling, .capitals, .markup,
            .notification, .pauseContext:
            true
        default: false
        }
    }
}

/// `user:client:component`.
package struct SSIPClientName: Sendable, Equatable, CustomStringConvertible {
    package var user: String
    package var client: String
    package var component: String

    package init(user: String, client: String, component: String) {
        self.user = user
        self.client = client
        self.component = component
    }

    /// The name of a client that has not introduced itself.
    package static let unknown = SSIPClientName(user: "unknown", client: "unknown", component: "unknown")

    package var description: String { "\(user):\(client):\(component)" }
}

/// The voices that every server should know by name.
package enum SSIPVoiceType: String, Sendable, CaseIterable {
    case male1 = "MALE1"
    case male2 = "MALE2"
    case male3 = "MALE3"
    case female1 = "FEMALE1"
    case female2 = "FEMALE2"
    case female3 = "FEMALE3"
    case childMale = "CHILD_MALE"
    case childFemale = "CHILD_FEMALE"
}

/// The punctuation that is spoken, for `SET PUNCTUATION`.
package enum SSIPPunctuation: String, Sendable, CaseIterable { case none, some, most, all }

/// The indication of a capital letter, for `SET CAP_LET_RECOGN`.
package enum SSIPCapitals: String, Sendable, CaseIterable { case none, spell, icon }

/// A parameter for `GET`.
package enum SSIPQuery: String, Sendable, CaseIterable {
    case rate = "RATE"
    case pitch = "PITCH"
    case pitchRange = "PITCH_RANGE"
    case volume = "VOLUME"
    case language = "LANGUAGE"
    case voiceType = "VOICE_TYPE"
    case punctuation = "PUNCTUATION"
    case outputModule = "OUTPUT_MODULE"
}

/// A command after `HISTORY`.
package enum SSIPHistoryCommand: Sendable, Equatable {
    case getClientList
    case getClientID
    case getLast
    /// A command of the protocol that even speech-dispatcher has never implemented.
    case other
}
