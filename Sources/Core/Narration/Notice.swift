package import Messages
package import SpeechQueue

/// A message from announced itself to the user (O6, T2, D6).
package enum Notice: Sendable, Equatable {
    /// The number of mistakes in the configuration.
    case mistakes(Int)
    /// The chosen sound device does not exist.
    case missingDevice
    /// An entry of the pronunciation dictionary takes too long (T2).
    case entryOff
    /// Another program has taken one of the daemon's sockets (O9).
    case takenSocket
    /// The number of missed announcements (D6).
    case missed(Int)
    /// The speech mode that the user has chosen (N9).
    case mode(SpeechMode)

    var kind: Kind {
        switch self {
        case .mistakes: .mistakes
        case .missingDevice: .missingDevice
        case .entryOff: .entryOff
        case .takenSocket: .takenSocket
        case .missed: .missed
        case .mode: .mode
        }
    }

    /// A notice's subject. A newer notice of the same kind replaces it.
    package enum Kind: String, Sendable {
        case mistakes, missingDevice, entryOff, takenSocket, missed, mode

        /// No app can use this group, because its app name is empty.
        package var group: Utterance.Group { Utterance.Group(app: "", name: rawValue) }
    }
}

extension Narrator {
    /// Seconds for which a notice may wait. During a device outage, attempts to open the device continue for that long.
    private static let noticeMaxAge = 600.0

    /// Returns the utterance for a notice: a low with a long maximum age, so that it is not lost. The new speech mode answers the user.
    package mutating func utterance(for notice: Notice, at now: Instant) -> Utterance {
        let text =
            switch notice {
            case .mistakes(let count): describer.words.filled(.mistakes, with: [count])
            case .missingDevice: describer.words[.missingDevice]
            case .entryOff: describer.words[.entryOff]
            case .takenSocket: describer.words[.takenSocket]
            case .missed(let count): describer.words.filled(.missedMessages, with: [count])
            case .mode(let mode): describer.words[Self.key(of: mode)]
            }
        let name = nextName()
        var utterance = utterance(
            notice.kind == .mode ? .user : .low, [SpeechRun(text: text)], about: nil, name: name, from: .daemon, at: now)
        utterance.deadline = now + Self.noticeMaxAge
        utterance.hasUsualAge = false
        utterance.group = notice.kind.group
        utterance.supersede = .current
        utterance.isAnnouncement = true
        utterance.isFromDaemon = true
        return utterance
    }

    private static func key(of mode: SpeechMode) -> Words.Key {
        switch mode {
        case .talk: .modeTalk
        case .onDemand: .modeOnDemand
        case .beeps: .modeBeeps
        case .off: .modeOff
        }
    }
}
