import Messages

/// All fields that a request can have, as encoded in JSON.
struct RequestFields: Encodable {
    var type: RequestType
    var id: String?
    // hello
    var app: String?
    var name: String?
    var launch: Bool?
    var onDisconnect: String?
    var replies: String?
    var progress: Bool?
    var note: String?
    // announcement
    var text: String?
    var runs: [RunFields]?
    var priority: String?
    var queue: Bool?
    var group: String?
    var supersede: String?
    var maxAge: Double?
    var retain: Bool?
    var continues: Bool?
    // step
    var to: String?
    var unit: String?
    var force: Bool?
    var allowRepeat: Bool?
    var countMissed: Bool?
    // speech attributes
    var language: String?
    var voice: String?
    var rate: Int?
    var pitch: Int?
    var volume: Int?
    var punctuation: String?
    var capitals: String?
    var spell: Bool?
    // settings; hello also has gestures
    var verbosity: String?
    var dialect: String?
    var hints: Bool?
    var gestures: String?
    var interval: Double?
    var earcons: Bool?
    var typing: String?
    var adjust: AdjustFields?
    // notifications
    var element: ElementField?
    var elements: [ElementFields]?
    var title: String?
    var by: String?
    var label: String?
    var value: String?
    var traits: [String]?
    var hint: String?
    var inserted: String?
    var deleted: String?
    var lastValue: Bool?
    // mediaSession
    var op: String?
    var session: String?
    var mode: String?
    var lease: Double?
    var mute: [String]?
    var allow: [String]?
    var announcements: String?
    var all: Bool?
    // cancel, explain, repeat, history, missed, subscribe
    var target: String?
    var silent: Bool?
    var count: Int?
    var limit: Int?
    var speak: Bool?
    var events: [String]?

    struct AdjustFields: Encodable {
        var rate: Int?
        var pitch: Int?
        var volume: Int?
    }

    /// A run of an announcement.
    struct RunFields: Encodable {
        var text: String
        var language: String?
        var voice: String?
        var rate: Int?
        var pitch: Int?
        var volume: Int?
        var punctuation: String?
        var capitals: String?
        var spell: Bool?
        var ssml: Bool?
        var ipa: String?
    }
}

extension RequestFields {
    /// Creates the fields of `request`, without fields that have their default values.
    init(id: String?, request: Request) {
        self.id = id
        switch request {
        case .hello(let hello):
            type = .hello
            app = hello.app
            name = hello.name
            language = hello.language
            launch = hello.launch ? nil : false
            onDisconnect = hello.onDisconnect == .keep ? nil : hello.onDisconnect.rawValue
            replies = hello.replies == .all ? nil : hello.replies.rawValue
            progress = hello.progress ? true : nil
            gestures = hello.gestures?.rawValue
            note = hello.note
        case .announcement(let announcement):
            type = .announcement
            set(announcement)
        case .notification(let notification):
            type = notification.type
            set(notification)
        case .mediaSession(let request):
            type = .mediaSession
            set(request)
        case .repeat(let count):
            type = .repeat
            self.count = count == 1 ? nil : count
        case .where: type = .where
        case .history(let limit):
            type = .history
            self.limit = limit == HistoryEntry.mostRemembered ? nil : limit
        case .explain(let target):
            type = .explain
            self.target = target
            silent = target == nil ? true : nil
        case .missed(let speaks):
            type = .missed
            speak = speaks ? true : nil
        case .stop: type = .stop
        case .skip: type = .skip
        case .step(let step):
            type = .step
            to = step.direction.rawValue
            unit = step.unit == .sentence ? nil : step.unit.rawValue
        case .cancel(.id(let id)):
            type = .cancel
            target = id
        case .cancel(.group(let name)):
            type = .cancel
            group = name
        case .pause: type = .pause
        case .resume: type = .resume
        case .ping: type = .ping
        case .status: type = .status
        case .voices(let language, let voice):
            type = .voices
            self.language = language
            self.voice = voice
        case .settings(let change, let steps):
            type = .settings
            set(change.speech)
            verbosity = change.verbosity?.rawValue
            dialect = change.dialect?.rawValue
            hints = change.hints
            gestures = change.gestures?.rawValue
            interval = change.interval
            earcons = change.earcons
            typing = change.typing?.rawValue
            adjust = steps == SettingsAdjustment() ? nil : AdjustFields(rate: steps.rate, pitch: steps.pitch, volume: steps.volume)
        case .subscribe(let events):
            type = .subscribe
            self.events = events.map(\.rawValue).sorted()
        }
    }

    private mutating func set(_ notification: Notification) {
        switch notification {
        case .layoutChanged(let argument):
            set(argument)
        case .screenChanged(let change):
            set(change.argument)
            title = change.title
            elements = change.elements.isEmpty ? nil : change.elements.map(ElementFields.init)
        case .pageScrolled(let text):
            self.text = text
        case .elementFocused(let reference, let mover):
            element = ElementField(reference)
            by = mover == .user ? nil : mover.rawValue
        case .elementUpdated(let update):
            element = .id(update.id)
            label = update.label
            value = update.value
            traits = update.traits?.names
            hint = update.hint
            inserted = update.inserted
            deleted = update.deleted
        case .elementActivated(let id):
            element = .id(id)
        case .elementRemoved(let id, let speaksLastValue):
            element = .id(id)
            lastValue = speaksLastValue ? true : nil
        }
    }

    private mutating func set(_ argument: ChangeArgument) {
        switch argument {
        case .element(let reference): element = ElementField(reference)
        case .text(let text): self.text = text
        case .none: break
        }
    }

    private mutating func set(_ request: MediaSessionRequest) {
        switch request {
        case .begin(let session):
            op = "begin"
            self.session = session.name
            mode = session.mode == .play ? nil : session.mode.rawValue
            lease = session.lease == MediaSession.usualLease ? nil : session.lease
            mute = session.mute.isEmpty ? nil : session.mute
            allow = session.allow.isEmpty ? nil : session.allow
            announcements = session.announcements == .mode ? nil : session.announcements.rawValue
        case .extend(let name, let lease):
            op = "extend"
            session = name
            self.lease = lease
        case .end(let name):
            op = "end"
            session = name
        case .endAll(let app):
            op = "end"
            self.app = app
            all = app == nil ? true : nil
        }
    }

    private mutating func set(_ announcement: Announcement) {
        if announcement.runs.count == 1, let run = announcement.runs.first, !run.isSSML, run.ipa == nil {
            text = run.text
            set(run.attributes)
        } else {
            runs = announcement.runs.map { run in
                let manner = run.attributes
                return RunFields(
                    text: run.text, language: manner.language, voice: manner.voice, rate: manner.rate, pitch: manner.pitch,
                    volume: manner.volume, punctuation: manner.punctuation?.rawValue, capitals: manner.capitals?.rawValue,
                    spell: manner.spell, ssml: run.isSSML ? true : nil, ipa: run.ipa)
            }
        }
        priority = announcement.priority == .default ? nil : announcement.priority.rawValue
        queue = announcement.queue ? true : nil
        group = announcement.group
        supersede = announcement.supersede == .none ? nil : announcement.supersede.rawValue
        maxAge = announcement.maxAge
        retain = announcement.retain ? nil : false
        continues = announcement.continues ? true : nil
        force = announcement.force ? true : nil
        allowRepeat = announcement.allowRepeat ? true : nil
        countMissed = announcement.countsAsMissed ? nil : false
    }

    private mutating func set(_ manner: SpeechAttributes) {
        language = manner.language
        voice = manner.voice
        rate = manner.rate
        pitch = manner.pitch
        volume = manner.volume
        punctuation = manner.punctuation?.rawValue
        capitals = manner.capitals?.rawValue
        spell = manner.spell
    }
}

extension Notification {
    fileprivate var type: RequestType {
        switch self {
        case .layoutChanged: .layoutChanged
        case .screenChanged: .screenChanged
        case .pageScrolled: .pageScrolled
        case .elementFocused: .elementFocused
        case .elementUpdated: .elementUpdated
        case .elementActivated: .elementActivated
        case .elementRemoved: .elementRemoved
        }
    }
}
