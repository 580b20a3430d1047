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

    /// What a newer one of its kind replaces, and what ends when it is true no more. No app is called so: an app's name is not empty.
    package var group: Utterance.Group {
        let name =
            switch self {
            case .mistakes: "mistakes"
            case .missingDevice: "missing device"
            case .entryOff: "entry off"
            }
        return Utterance.Group(app: "", name: name)
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
        utterance.group = notice.group
        utterance.supersede = .current
        utterance.isAnnouncement = true
        utterance.isFromDaemon = true
        return utterance
    }
}
