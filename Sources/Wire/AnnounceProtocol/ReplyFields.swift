import Messages

/// A reply's fields as encoded in JSON. The field with a query's result has the query's name.
struct ReplyFields: Codable {
    var type = "reply"
    var id: String
    var ok = true
    var state: Word<Reply.State>?
    var warnings: [WarningItem]?
    var status: StatusFields?
    var voices: [VoiceFields]?
    var settings: SettingsFields?
    var history: [HistoryFields]?
    var explanation: ExplanationFields?
    var missed: [HistoryFields]?

    private enum CodingKeys: CodingKey { case type, id, ok, state, warnings, status, voices, settings, history, explanation, missed }

    init(_ reply: Reply) {
        id = reply.id
        state = reply.state.map(Word.init)
        warnings = reply.warnings.isEmpty ? nil : reply.warnings.map(WarningItem.init)
        switch reply.result {
        case .status(let status): self.status = StatusFields(status)
        case .voices(let voices): self.voices = voices.map(VoiceFields.init)
        case .settings(let settings): self.settings = SettingsFields(settings)
        case .history(let entries): history = entries.map(HistoryFields.init)
        case .explanation(let explanation): self.explanation = ExplanationFields(explanation)
        case .missed(let entries): missed = entries.map(HistoryFields.init)
        case nil: break
        }
    }

    var reply: Reply {
        var result: Reply.Result?
        if let status { result = .status(status.status) }
        if let voices { result = .voices(voices.map(\.voice)) }
        if let settings { result = .settings(settings.report) }
        if let history { result = .history(history.map(\.entry)) }
        if let missed { result = .missed(missed.map(\.entry)) }
        if let explanation { result = .explanation(explanation.explanation) }
        return Reply(id: id, state: state?.value, warnings: warnings?.map(\.warning) ?? [], result: result)
    }
}

struct WarningItem: Codable {
    var code: Word<Warning.Code>
    var message: String

    init(_ warning: Warning) {
        code = Word(warning.code)
        message = warning.message
    }

    var warning: Warning { Warning(code.value, message) }
}

struct VoiceFields: Codable {
    var identifier: String
    var name: String
    var languages: [String]

    init(_ voice: VoiceDescription) {
        identifier = voice.identifier
        name = voice.name
        languages = voice.languages
    }

    var voice: VoiceDescription { VoiceDescription(identifier: identifier, name: name, languages: languages) }
}

struct SettingsFields: Codable {
    var language: String?
    var voice: String?
    var rate: Int?
    var pitch: Int?
    var volume: Int?
    var punctuation: Word<Punctuation>?
    var capitals: Word<Capitals>?

    var verbosity: Word<Verbosity>?
    var dialect: Word<Dialect>?
    var hints: Bool?
    var gestures: Word<Gestures>?
    var interval: Double?
    var earcons: Bool?
    var typing: Word<TypingEcho>?
    var changed: [Word<UserSettings.Name>]?
    var file: String?

    init(_ report: SettingsReport) {
        let settings = report.settings.speech
        language = settings.language
        voice = settings.voice
        rate = settings.rate
        pitch = settings.pitch
        volume = settings.volume
        punctuation = settings.punctuation.map(Word.init)
        capitals = settings.capitals.map(Word.init)
        verbosity = report.settings.verbosity.map(Word.init)
        dialect = report.settings.dialect.map(Word.init)
        hints = report.settings.hints
        gestures = report.settings.gestures.map(Word.init)
        interval = report.settings.interval
        earcons = report.settings.earcons
        typing = report.settings.typing.map(Word.init)
        changed = report.changed.isEmpty ? nil : report.changed.map(Word.init)
        file = report.file
    }

    var report: SettingsReport {
        let speech = SpeechAttributes(
            language: language, voice: voice, rate: rate, pitch: pitch, volume: volume, punctuation: punctuation?.value,
            capitals: capitals?.value)
        let settings = UserSettings(
            speech, verbosity: verbosity?.value, dialect: dialect?.value, hints: hints, gestures: gestures?.value, interval: interval,
            earcons: earcons, typing: typing?.value)
        return SettingsReport(settings, changed: changed?.map(\.value) ?? [], file: file)
    }
}

struct StatusFields: Codable {
    struct Speaking: Codable {
        var id: String
        var client: String
        var `class`: String
        var text: String
        var sentence: String?

        init(_ speaking: Status.Speaking) {
            id = speaking.id
            client = speaking.client
            `class` = speaking.class
            text = speaking.text
            sentence = speaking.sentence
        }

        var value: Status.Speaking { Status.Speaking(id: id, client: client, class: `class`, text: text, sentence: sentence) }
    }
    struct Voice: Codable {
        var state: Word<Status.Voice.State>
        var synthesizer: String?
        var restarts: Int
        var message: String?
        var unknownSetting: String?
    }
    struct Device: Codable {
        var state: Word<Status.Device.State>
        var name: String
        var message: String?
    }

    var version: String
    var processID: Int
    var uptime: Double
    var paused: Bool
    var clients: Int
    var mostClients: Int?
    var speaking: Speaking?
    var waiting: [String: Int]
    var next: [Speaking]
    var voice: Voice
    var device: Device
    var media: [Media]
    var muted: [String]?
    var notes: [Note]?
    var mistakes: [String]?

    struct Note: Codable {
        var client: String
        var note: String
    }

    struct Media: Codable {
        var client: String
        var session: String
        var mode: Word<MediaSession.Mode>
        var endsIn: Double
        var mute: [String]
        var announcements: Word<MediaSession.Announcements>?

        init(_ media: Status.Media) {
            client = media.client
            session = media.session
            mode = Word(media.mode)
            endsIn = media.endsIn.toMilliseconds
            mute = media.mute
            announcements = media.announcements == .mode ? nil : Word(media.announcements)
        }

        var value: Status.Media {
            Status.Media(
                client: client, session: session, mode: mode.value, endsIn: endsIn, mute: mute, announcements: announcements?.value ?? .mode
            )
        }
    }

    init(_ status: Status) {
        version = status.version
        processID = status.processID
        uptime = status.uptime.toMilliseconds
        paused = status.paused
        clients = status.clients
        mostClients = status.mostClients == Status.mostClients ? nil : status.mostClients
        speaking = status.speaking.map(Speaking.init)
        waiting = status.waiting
        next = status.next.map(Speaking.init)
        voice = Voice(
            state: Word(status.voice.state), synthesizer: status.voice.synthesizer, restarts: status.voice.restarts,
            message: status.voice.message, unknownSetting: status.voice.unknownSetting?.sentence)
        device = Device(state: Word(status.device.state), name: status.device.name, message: status.device.message)
        media = status.media.map(Media.init)
        muted = status.muted.isEmpty ? nil : status.muted
        notes = status.notes.isEmpty ? nil : status.notes.map { Note(client: $0.client, note: $0.note) }
        mistakes = status.mistakes.isEmpty ? nil : status.mistakes.map(\.sentence)
    }

    var status: Status {
        Status(
            version: version, processID: processID, uptime: uptime, paused: paused, clients: clients,
            mostClients: mostClients ?? Status.mostClients,
            speaking: speaking.map(\.value), waiting: waiting, next: next.map(\.value),
            voice: Status.Voice(
                state: voice.state.value, synthesizer: voice.synthesizer, restarts: voice.restarts, message: voice.message,
                unknownSetting: voice.unknownSetting.map(Status.Mistake.worded)),
            device: Status.Device(state: device.state.value, name: device.name, message: device.message),
            media: media.map(\.value), muted: muted ?? [], notes: (notes ?? []).map { Status.Note(client: $0.client, note: $0.note) },
            mistakes: (mistakes ?? []).map(Status.Mistake.worded))
    }
}
