package import Accessibility

/// Names an utterance; later ones have greater numbers, and none is used twice.
package struct UtteranceID: Sendable, Hashable, Comparable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (a: UtteranceID, b: UtteranceID) -> Bool { a.number < b.number }
}

/// Names a connection; none is used twice.
package struct ClientID: Sendable, Hashable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    /// announced itself, which has no connection.
    package static let daemon = ClientID(0)
}

/// The request that something came of.
package struct Cause: Sendable, Hashable {
    /// Tells requests of one id apart.
    package var number: UInt64
    package var client: ClientID
    /// The request's id.
    package var name: String

    package init(number: UInt64, client: ClientID, name: String) {
        self.number = number
        self.client = client
        self.name = name
    }
}

/// Something to be spoken, and how it behaves in the queue.
package struct Utterance: Sendable, Equatable {
    package var id: UtteranceID
    package var client: ClientID
    /// The id its client knows it by.
    package var name: String
    package var `class`: UtteranceClass
    package var runs: [SpeechRun]
    /// The text of all runs, as it is spoken: what Q10 compares.
    package var text: String
    /// The client's own text, where another is spoken.
    package var clientText: String?
    /// Whether it waits for what speaks, though its class would cut it (Q3: a high with `queue`).
    package var waits: Bool
    package var group: Group?
    package var supersede: Announcement.Supersede
    package var posted: Instant
    /// When it is too old to be begun (Q13).
    package var deadline: Instant?
    /// Whether it is spoken again when it was cut (Q6).
    package var isKept: Bool
    package var allowRepeat: Bool
    /// Whether the client wants `progress` (D5).
    package var wantsWords: Bool
    /// Whether it is an app's text, not said about an element: it has an outcome that is told (D1), is merged with its repeats (Q10), stays
    /// when its client goes (Q12) and is held in a media session (M1).
    package var isAnnouncement: Bool
    /// In which media sessions it is spoken (M3).
    package var media: MediaPermission
    /// Whether it was not asked for by its client but made by the narrator: then nobody is told its outcome.
    package var isFromDaemon = false
    /// The request that it came of; nil for an announcement, which is its own, and for what no request brought along.
    package var cause: Cause?
    /// What the narrator remembers of it besides, in bytes.
    package var extraCost = 0

    package init(
        id: UtteranceID, client: ClientID, name: String, class: UtteranceClass, runs: [SpeechRun], waits: Bool = false,
        posted: Instant, group: Group? = nil,
        supersede: Announcement.Supersede = .none, deadline: Instant? = nil, isKept: Bool = false, allowRepeat: Bool = false,
        wantsWords: Bool = false, isAnnouncement: Bool = true, media: MediaPermission = .none
    ) {
        self.id = id
        self.client = client
        self.name = name
        self.class = `class`
        self.runs = runs
        self.text = runs.count == 1 ? runs[0].text : runs.lazy.filter { $0.earcon == nil }.map(\.text).joined(separator: " ")
        self.waits = waits
        self.posted = posted
        self.group = group
        self.supersede = supersede
        self.deadline = deadline
        self.isKept = isKept
        self.allowRepeat = allowRepeat
        self.wantsWords = wantsWords
        self.isAnnouncement = isAnnouncement
        self.media = media
    }

    /// A group of one app's utterances that replace each other (Q9). Connections of the same app share it, so that each run of a
    /// command can replace the one before.
    package struct Group: Sendable, Hashable {
        package var app: String
        package var name: String

        package init(app: String, name: String) {
            self.app = app
            self.name = name
        }
    }

    /// Whether nothing of it can be spoken (T8). White space that is spelled can.
    var isBlank: Bool {
        runs.allSatisfy { run in
            run.earcon == nil && run.ipa == nil
                && (run.text.isEmpty || run.attributes.spell != true && run.text.unicodeScalars.allSatisfy { $0.isBlank })
        }
    }

    /// When it and another of its text are too old: when both are.
    func laterDeadline(_ other: Utterance) -> Instant? {
        guard let deadline, let others = other.deadline else { return nil }
        return max(deadline, others)
    }

    /// Whether it is spoken though its client has gone (Q12): an app's text, or what the user has asked for.
    var outlivesClient: Bool { isAnnouncement || self.class == .user }

    /// What it costs to remember it, in bytes, roughly: it stands in a dozen tables.
    var cost: Int {
        let spoken = runs.reduce(0) { $0 + $1.cost } + (runs.count == 1 ? 0 : text.utf8.count)
        let names = name.utf8.count + (group.map { $0.app.utf8.count + $0.name.utf8.count } ?? 0)
        return Self.tableCost + spoken + names + (clientText?.utf8.count ?? 0) + extraCost
    }

    /// What it costs as a repeat that waits for the first one's outcome: of its texts only what the first one's can't serve for.
    var repeatCost: Int { name.utf8.count + extraCost }

    /// What an utterance without any text costs, in bytes.
    static let tableCost = 1024
}

extension Unicode.Scalar {
    /// White space or a control character.
    fileprivate var isBlank: Bool { properties.isWhitespace || properties.generalCategory == .control }
}

/// How an utterance ended.
package struct Outcome: Sendable, Equatable {
    package var reason: FinishReason
    package var rule: Rule
    /// How often it was begun.
    package var attempts: Int
    /// Seconds it was heard, in its last attempt.
    package var spokenSeconds: Double

    package init(reason: FinishReason, rule: Rule, attempts: Int = 0, spokenSeconds: Double = 0) {
        self.reason = reason
        self.rule = rule
        self.attempts = attempts
        self.spokenSeconds = spokenSeconds
    }

    /// Whether its last sample was heard (D2).
    package var isSuccessful: Bool { reason == .spoken }
}
