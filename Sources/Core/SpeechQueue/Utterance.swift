package import Messages

/// The request that led to an utterance.
package struct Cause: Sendable, Hashable {
    /// Distinguishes requests with the same id.
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

/// Something to speak, and how it behaves in the queue.
package struct Utterance: Sendable, Equatable {
    package var id: UtteranceID
    package var client: ClientID
    /// The id that its client uses for it.
    package var name: String
    package var `class`: UtteranceClass
    package var runs: [SpeechRun]
    /// The spoken text of all runs, which Q10 compares.
    package var text: String
    /// The client's own text, if a different one is spoken.
    package var clientText: String?
    /// Whether it waits for the utterance in progress even if its class would cut (Q3: a high with `queue`).
    package var waits: Bool
    package var group: Group?
    package var supersede: Announcement.Supersede
    package var posted: Instant
    /// When it becomes too old to start (Q13), in the queue on the clock of usual ages if it has one; nil: never, or its age stands still.
    package var deadline: Instant?
    /// Whether its age is a low's usual one, which held time does not count towards; not its client's `maxAge`.
    package var hasUsualAge = false
    /// The rest of its usual maximum age while that stands still because its client is paused (O5), in seconds.
    package var ageLeft: Double?
    /// Whether it is spoken again after it was cut (Q6).
    package var isKept: Bool
    package var allowRepeat: Bool
    /// Whether the client wants `progress` (D5).
    package var wantsWords: Bool
    /// Whether it is an app's text, not a description of an element. It then has an outcome for its client (D1), is merged with its repeats
    /// (Q10), outlives its client (Q12) and is held during media sessions (M1).
    package var isAnnouncement: Bool
    /// The media sessions in which it is spoken (M3).
    package var media: MediaPermission
    /// Whether the narrator made it, not a client; its outcome is then not sent to anyone.
    package var isFromDaemon = false
    /// Its client's app; nil if the client has not named one.
    package var app: String?
    /// Whether a screen reader says it, which counts as speech about the focus (Q2).
    package var isFromScreenReader = false
    /// Whether it is spoken again after each cut, from the sentence that was cut (Q6): a screen reader's text, or a part of a long one.
    package var continues = false
    /// Whether the user's own hand has caused it: it is an echo, or an update because of what the user did (K5).
    package var isByHand: Bool
    /// When the user last did something in its client; nil: never. A text from before that is not the same as a later one (Q10).
    package var userActed: Instant?
    /// Whether it is counted if it is missed (D6).
    package var countsAsMissed = true
    /// Whether it may cut announcements of other apps, because its app is in the foreground (Q2).
    package var cutsOtherApps = true
    /// E11: seconds since the utterance that it follows was heard to its end; nil: it begins without a pause. Set only by ``SpeechQueue/Action/speak(_:)``.
    package var follows: Double?
    /// The request that led to it; nil for an announcement, which is its own cause, and for speech without a request.
    package var cause: Cause?
    /// Additional memory that the narrator uses for it, in bytes.
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
        isByHand = `class` == .echo
    }

    /// A group of an app's utterances that replace one another (Q9). All connections of the app share it, so that each run of a command can
    /// replace the previous one's.
    package struct Group: Sendable, Hashable {
        package var app: String
        package var name: String

        package init(app: String, name: String) {
            self.app = app
            self.name = name
        }
    }

    /// Whether its text is prepared for speech as the voice receives it.
    package var isUnread: Bool { runs.contains { $0.isUnread } }

    /// Whether nothing in it can be spoken (T8). Spelled white space can.
    var isBlank: Bool {
        runs.allSatisfy { run in
            run.earcon == nil && run.ipa == nil
                && (run.text.isEmpty || run.attributes.spell != true && run.text.unicodeScalars.allSatisfy { $0.isBlank })
        }
    }

    /// Whether it and another utterance are of one app (Q2).
    func sharesApp(with other: Utterance) -> Bool { client == other.client || Self.areSameApp(app, other.app) }

    /// Returns whether two clients' apps count as one (Q2): so do clients that have not named theirs, and the command `announce`.
    package static func areSameApp(_ a: String?, _ b: String?) -> Bool { (a ?? commandApp) == (b ?? commandApp) }
    /// The app of the command `announce`.
    package static let commandApp = "announce"

    /// Whether it and another utterance are of one client, or of one app by name.
    func sharesClient(with other: Utterance) -> Bool { client == other.client || app != nil && app == other.app }

    /// Whether it is spoken even if its client has disconnected (Q12): an app's text, or the reply to a user's command.
    var outlivesClient: Bool { isAnnouncement || self.class == .user }

    /// Whether it waits for an unusable device however long that takes (O4).
    var isPatient: Bool { self.class == .high || self.class == .low }
    /// Since when it has waited for its turn and the device.
    func waitBegan(heldUntil: Instant?) -> Instant { max(posted, heldUntil ?? posted) }

    /// Whether it begins without a pause although another was just heard (E11): it would have cut that, or answers the user.
    var isImmediate: Bool {
        switch self.class {
        case .low, .refresh, .summary, .hint: false
        case .user, .high, .userFocus, .default, .screen, .appFocus, .update, .echo: !waits
        }
    }

    /// The approximate memory it takes, in bytes, including a dozen table entries.
    var cost: Int {
        let spoken = runs.reduce(0) { $0 + $1.cost } + (runs.count == 1 ? 0 : text.utf8.count)
        let names = name.utf8.count + (group.map { $0.app.utf8.count + $0.name.utf8.count } ?? 0)
        return Self.tableCost + spoken + names + (clientText?.utf8.count ?? 0) + extraCost
    }

    /// The memory it takes as a repeat that waits for the first one's outcome: only texts that differ from the first one's count.
    var repeatCost: Int { name.utf8.count + extraCost }

    /// The memory for an utterance without its texts, in bytes.
    static let tableCost = 1024
}

extension Unicode.Scalar {
    /// Whether it is white space or a control character. Compares numbers: looking up properties would take milliseconds for a long text.
    package var isBlank: Bool {
        switch value {
        case ...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}

/// How an utterance finished.
package struct Outcome: Sendable, Equatable {
    package var reason: FinishReason
    package var rule: Rule
    /// How many times it was started.
    package var attempts: Int
    /// Seconds for which it was heard in its last attempt.
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
