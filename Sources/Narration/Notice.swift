import Accessibility
package import SpeechQueue

/// What announced itself tells the user (O6, T2).
package enum Notice: Sendable, Equatable {
    /// The configuration has so many mistakes.
    case mistakes(Int)
    /// The chosen sound device does not exist.
    case missingDevice
    /// An entry of the pronunciation dictionary takes too long (T2).
    case entryOff

    var kind: Kind {
        switch self {
        case .mistakes: .mistakes
        case .missingDevice: .missingDevice
        case .entryOff: .entryOff
        }
    }

    /// What a notice is about. A newer one of the same kind replaces it.
    package enum Kind: String, Sendable {
        case mistakes, missingDevice, entryOff

        /// No app can use this group: an app's name is not empty.
        package var group: Utterance.Group { Utterance.Group(app: "", name: rawValue) }
    }
}

extension Narrator {
    /// How long a notice may wait, in seconds: without a device it is tried again and again as long as it waits.
    private static let noticeMaxAge = 600.0

    /// A low that may wait for long: it must not be lost.
    package mutating func utterance(for notice: Notice, at now: Instant) -> Utterance {
        let text =
            switch notice {
            case .mistakes(1): describer.words[.mistake]
            case .mistakes(let count): describer.words.filled(.mistakes, with: [count])
            case .missingDevice: describer.words[.missingDevice]
            case .entryOff: describer.words[.entryOff]
            }
        let name = nextName()
        var utterance = utterance(.low, [SpeechRun(text: text)], about: nil, name: name, from: .daemon, at: now)
        utterance.deadline = now + Self.noticeMaxAge
        utterance.group = notice.kind.group
        utterance.supersede = .current
        utterance.isAnnouncement = true
        utterance.isFromDaemon = true
        return utterance
    }
}
