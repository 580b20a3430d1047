import Conductor
import Messages
import Narration
import SpeechQueue

/// A change of the state that the next process needs. ``WrittenState`` observes the conductor and returns these entries; the next process
/// reads all of them, in order. Large values are indirect, because entries are moved often.
enum JournalEntry: Sendable, Equatable {
    /// A client has connected, introduced itself, subscribed, or closed its sending end.
    indirect case client(RememberedClient)
    /// A client has disconnected, or its app has reconnected.
    indirect case left(DepartedClient)
    /// An announcement is in the queue, after this many attempts.
    indirect case posted(Utterance, attempts: Int)
    /// A duplicate shares the outcome of another announcement, the original (Q10).
    indirect case merged(JournaledRepeat)
    /// The announcement behaves differently in the queue.
    case lifted(UtteranceID, UtteranceStanding)
    /// The announcement is being spoken, or is about to be.
    case begun(UtteranceID)
    /// The announcement was cut, and waits again.
    case cut(UtteranceID)
    /// The announcements have left the queue, for this reason. Their outcomes still have to be sent.
    case ending([UtteranceID], FinishReason)
    /// The announcement's outcome was sent.
    case ended(UtteranceID)
    /// The user missed an announcement (D6).
    case missedAnnouncement(MissedAnnouncement)
    /// How many missed announcements the user has not been notified of.
    case unreported(Int)
    /// An outcome is kept for a disconnected app until this moment (D4).
    indirect case missedOutcome(AnnouncementDidFinish, app: String, until: Instant)
    /// None of an app's kept outcomes are left; those that are follow again.
    case collected(app: String)
    /// The clock of the usual ages has stopped, or continues.
    case ages(AgeClock)
    /// Speech has been paused since this moment; nil: it has resumed.
    case paused(since: Instant?)
    /// The settings changed since the configuration was read; nil: none.
    indirect case settings(UserSettings?)
    /// A client's screen has changed. A whole screen is the client's alone.
    indirect case screen(ClientID, ScreenEntry)
    /// A client shows the same screen as another.
    case shares(ClientID, with: ClientID)
    /// The foreground clients, the latest last (N5), and whether the user has heard the focus.
    case foreground([ClientID], focusIsKnown: Bool)
    /// The speech that the foreground client's screen still owes.
    indirect case owed(OwedSpeech)
    /// The current media sessions.
    case sessions(RememberedSessions)
    /// A request is open and a subscriber awaits its end. `settled` is that end.
    case opened(Cause)
    case settled(UInt64)
    /// The last number given to an utterance or a request.
    case numbered(UInt64)
}

/// A change of a client's screen.
enum ScreenEntry: Sendable, Equatable {
    case screen(RememberedScreen)
    case element(RememberedElement)
    case removed(id: String)
    /// The id of the focused element; nil if there is none.
    case focus(id: String?)
    /// The latest text of the page.
    case page(String)
}

/// A duplicate that awaits the original's outcome.
struct JournaledRepeat: Sendable, Equatable {
    var id: UtteranceID
    var client: ClientID
    var name: String
    var `class`: UtteranceClass
    var posted: Instant
    /// The text to report to its client, if it differs from the original's.
    var text: String?
    var first: UtteranceID
}

extension JournaledRepeat {
    init(_ duplicate: Utterance, of first: UtteranceID, text: String?) {
        self.init(
            id: duplicate.id, client: duplicate.client, name: duplicate.name, class: duplicate.class, posted: duplicate.posted, text: text,
            first: first)
    }

    /// Returns the duplicate of an utterance.
    func utterance(repeating original: Utterance?) -> Utterance {
        var utterance = Utterance(id: id, client: client, name: name, class: `class`, runs: [], posted: posted)
        utterance.text = original?.text ?? ""
        utterance.clientText = text ?? original?.clientText
        utterance.extraCost = text?.utf8.count ?? 0
        return utterance
    }
}

/// The properties of an announcement that change while it is in the queue: by a duplicate (Q10), by its client's disconnection (Q12) or
/// pause (O5), and when a text that continues has begun (Q6).
struct UtteranceStanding: Sendable, Equatable {
    var `class`: UtteranceClass
    /// When the age ends (Q13); a usual age ends on the clock of the usual ages.
    var deadline: Instant?
    var hasUsualAge: Bool
    var ageLeft: Double?
    var waits: Bool
    var media: MediaPermission
    var posted: Instant
    var isKept: Bool
    var cutsOtherApps: Bool
}

extension UtteranceStanding {
    init(of utterance: Utterance) {
        self.init(
            class: utterance.class, deadline: utterance.deadline, hasUsualAge: utterance.hasUsualAge, ageLeft: utterance.ageLeft,
            waits: utterance.waits, media: utterance.media, posted: utterance.posted, isKept: utterance.isKept,
            cutsOtherApps: utterance.cutsOtherApps)
    }
}

extension Utterance {
    mutating func apply(_ standing: UtteranceStanding) {
        `class` = standing.class
        (deadline, hasUsualAge, ageLeft) = (standing.deadline, standing.hasUsualAge, standing.ageLeft)
        (waits, media, posted) = (standing.waits, standing.media, standing.posted)
        (isKept, cutsOtherApps) = (standing.isKept, standing.cutsOtherApps)
    }
}
