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

/// A text to speak, and its behaviour in the queue.
package struct Utterance: Sendable, Equatable {
    package var id: UtteranceID
    package var client: ClientID
    /// The screen that the utterance is about, with which it ends (Q12); nil: none.
    package var screen: ScreenID?
    /// The client's id for the utterance.
    package var name: String
    package var `class`: UtteranceClass
    package var runs: [SpeechRun]
    /// The spoken text of all runs, which Q10 compares.
    package var text: String
    /// The client's own text, if it differs from the spoken text.
    package var clientText: String?
    /// Whether the utterance waits for the one in progress even if its class would cut (Q3: a high with `queue`).
    package var waits: Bool
    package var group: Group?
    package var supersede: Announcement.Supersede
    package var posted: Instant
    /// When the utterance becomes too old to begin (Q13); nil: never, or its age is suspended. While the utterance is in the queue, a usual
    /// age is measured on the clock of the usual ages.
    package var deadline: Instant?
    /// Whether the age is the usual age of a low, toward which held time does not count, rather than the client's `maxAge`.
    package var hasUsualAge = false
    /// The remaining usual age while it is suspended because the client is paused (O5), in seconds.
    package var ageLeft: Double?
    /// Whether the utterance is spoken again after a cut (Q6).
    package var isKept: Bool
    package var allowRepeat: Bool
    /// Whether the client receives `progress` events (D5).
    package var wantsWords: Bool
    /// Whether the utterance is an app's text, not a description of an element. Such an utterance has an outcome for its client (D1), is
    /// merged with its duplicates (Q10), outlives its client (Q12) and is held during media sessions (M1).
    package var isAnnouncement: Bool
    /// The media sessions in which the utterance is spoken (M3).
    package var media: MediaPermission
    /// Whether the utterance comes from the narrator, not from a client. Its outcome is not sent.
    package var isFromDaemon = false
    /// The client's app; nil if the client has not named one.
    package var app: String?
    /// Whether the utterance comes from a screen reader. It then counts as focus speech (Q2).
    package var isFromScreenReader = false
    /// Whether the utterance is spoken again after each cut, from the sentence that was cut (Q6): a screen reader's text, or a part of a
    /// long text.
    package var continues = false
    /// Whether the user's own action caused the utterance: it is an echo, or an update that follows from the action (K5).
    package var isByHand: Bool
    /// When the user last did something in the client; nil: never. A text posted after that is not a duplicate of an earlier text (Q10).
    package var userActed: Instant?
    /// Whether the utterance counts as missed if the user misses it (D6).
    package var countsAsMissed = true
    /// Whether the text is only spoken, and stored and shown nowhere (D7).
    package var isPrivate = false
    /// Whether the utterance may cut announcements of other apps, because its app is in the foreground (Q2).
    package var cutsOtherApps = true
    /// E11: seconds since the preceding utterance was heard to its end; nil: this one begins without a pause. Set only by
    /// ``SpeechQueue/Action/speak(_:)``.
    package var follows: Double?
    /// The request that led to the utterance; nil for an announcement, which is its own cause, and for speech without a request.
    package var cause: Cause?
    /// Additional memory that the narrator uses for the utterance, in bytes.
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
    /// replace the utterance of the previous run.
    package struct Group: Sendable, Hashable {
        package var app: String
        package var name: String

        package init(app: String, name: String) {
            self.app = app
            self.name = name
        }
    }

    /// Whether the utterance is a client's announcement, whose outcome its client receives (D1).
    package var owesOutcome: Bool { isAnnouncement && !isFromDaemon }

    /// The text as others may see it (D7).
    package var shownText: String { isPrivate ? Announcement.privateText : text }

    /// The utterance as it may be stored (D7).
    package var withoutSecrets: Utterance {
        guard isPrivate else { return self }
        var utterance = self
        (utterance.runs, utterance.text, utterance.clientText) = ([], shownText, nil)
        return utterance
    }

    /// Whether the text is prepared for speech part by part, as the voice receives it.
    package var isUnread: Bool { runs.contains { $0.isUnread } }

    /// Whether nothing in the utterance can be spoken (T8). Spelled white space can be spoken.
    var isBlank: Bool {
        runs.allSatisfy { run in
            run.earcon == nil && run.ipa == nil
                && (run.text.isEmpty || run.attributes.spell != true && run.text.unicodeScalars.allSatisfy { $0.isBlank })
        }
    }

    /// Returns whether this utterance and another are of one app (Q2).
    func sharesApp(with other: Utterance) -> Bool { client == other.client || Self.areSameApp(app, other.app) }

    /// Returns whether two clients' apps count as one (Q2). All clients that have named no app count as one app, together with the command
    /// `announce`.
    package static func areSameApp(_ a: String?, _ b: String?) -> Bool { (a ?? commandApp) == (b ?? commandApp) }
    /// The app of the command `announce`.
    package static let commandApp = "announce"

    /// Returns whether this utterance and another are of one client, or of apps with the same name.
    func sharesClient(with other: Utterance) -> Bool { client == other.client || app != nil && app == other.app }

    /// Whether the utterance waits for an unusable device without the usual time limit (O4).
    var isPatient: Bool { self.class == .high || self.class == .low }
    /// Returns since when the utterance has waited for its turn and the device.
    func waitBegan(heldUntil: Instant?) -> Instant { max(posted, heldUntil ?? posted) }

    /// Whether the utterance begins without a pause although another was just heard (E11), because it would have cut the other, or answers
    /// the user.
    var isImmediate: Bool {
        switch self.class {
        case .low, .refresh, .summary, .hint: false
        case .user, .high, .userFocus, .default, .screen, .appFocus, .update, .echo: !waits
        }
    }

    /// The utterance's approximate memory, in bytes, including a dozen table entries.
    var cost: Int {
        let spoken = runs.reduce(0) { $0 + $1.cost } + (runs.count == 1 ? 0 : text.utf8.count)
        let names = name.utf8.count + (group.map { $0.app.utf8.count + $0.name.utf8.count } ?? 0)
        return Self.tableCost + spoken + names + (clientText?.utf8.count ?? 0) + extraCost
    }

    /// The memory of a duplicate that waits for the original's outcome, in bytes. Only texts that differ from the original's count.
    var repeatCost: Int { name.utf8.count + extraCost }

    /// The memory for an utterance without its texts, in bytes.
    static let tableCost = 1024
}

extension Unicode.Scalar {
    /// Whether the scalar is white space or a control character. Compares numbers, because looking up properties would take milliseconds
    /// for a long text.
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
    /// The number of attempts.
    package var attempts: Int
    /// How long the utterance was heard in its last attempt, in seconds.
    package var spokenSeconds: Double

    package init(reason: FinishReason, rule: Rule, attempts: Int = 0, spokenSeconds: Double = 0) {
        self.reason = reason
        self.rule = rule
        self.attempts = attempts
        self.spokenSeconds = spokenSeconds
    }

    /// Whether the utterance's last sample was heard (D2).
    package var isSuccessful: Bool { reason == .spoken }
}
