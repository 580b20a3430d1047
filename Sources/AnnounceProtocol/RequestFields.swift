import Accessibility

/// Every field that a request can have, as it is written in JSON.
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
    // announcement
    var text: String?
    var runs: [RunFields]?
    var priority: String?
    var queue: Bool?
    var group: String?
    var supersede: String?
    var maxAge: Double?
    var retain: Bool?
    var force: Bool?
    var allowRepeat: Bool?
    // the manner of speaking
    var language: String?
    var voice: String?
    var rate: Int?
    var pitch: Int?
    var volume: Int?
    var punctuation: String?
    var capitals: String?
    var spell: Bool?
    // cancel, subscribe
    var target: String?
    var events: [String]?

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
    }
}

extension RequestFields {
    /// The fields of `request`; those with their default values are left out.
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
        case .announcement(let announcement):
            type = .announcement
            set(announcement)
        case .stop: type = .stop
        case .skip: type = .skip
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
        case .voices(let language):
            type = .voices
            self.language = language
        case .settings(let change):
            type = .settings
            set(change)
        case .subscribe(let events):
            type = .subscribe
            self.events = events.map(\.rawValue).sorted()
        }
    }

    private mutating func set(_ announcement: Announcement) {
        if announcement.runs.count == 1, let run = announcement.runs.first {
            text = run.text
            set(run.attributes)
        } else {
            runs = announcement.runs.map { run in
                let manner = run.attributes
                return RunFields(
                    text: run.text, language: manner.language, voice: manner.voice, rate: manner.rate, pitch: manner.pitch,
                    volume: manner.volume, punctuation: manner.punctuation?.rawValue, capitals: manner.capitals?.rawValue,
                    spell: manner.spell)
            }
        }
        priority = announcement.priority == .default ? nil : announcement.priority.rawValue
        queue = announcement.queue ? true : nil
        group = announcement.group
        supersede = announcement.supersede == .none ? nil : announcement.supersede.rawValue
        maxAge = announcement.maxAge
        retain = announcement.retain ? nil : false
        force = announcement.force ? true : nil
        allowRepeat = announcement.allowRepeat ? true : nil
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
