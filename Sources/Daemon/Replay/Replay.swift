import AnnounceProtocol
import Conductor
package import Configuration
package import Messages
import Narration
import SpeechQueue

/// Runs the daemon's own conductor on events from a file, with a virtual clock, to find out what would be heard, when, and why.
///
/// At any one moment, speech ends first, then anything due happens, then events are received, and new speech begins last. As in a daemon
/// that reads several lines at once, an utterance that is cut before it began is never heard.
package struct Replay {
    /// A remark for the author of the events.
    package struct Remark: Sendable, Equatable, CustomStringConvertible {
        package var file: String
        /// The line concerned; nil if no line caused the remark.
        package var line: Int?
        /// Seconds since the start.
        package var at: Double
        package var message: String

        package var description: String { line.map { "\(file):\($0): \(message)" } ?? "\(file): at \(at) s: \(message)" }
    }

    /// The result of a replay.
    package struct Outcome: Sendable {
        package var trace: [TraceEvent] = []
        package var remarks: [Remark] = []
        package var sounds: [HeardSound] = []
        /// Seconds from the start to the end of the last event.
        package var end = 0.0
    }

    /// The clock does not advance: this is a bug in announced, not in the events.
    package struct Stuck: Error, CustomStringConvertible {
        package let at: Double
        package var description: String { "the clock is stuck at \(at) s; this is a bug in announced, please report it" }
    }

    /// The number of steps after which the clock is considered stuck.
    private static let mostStepsAtOnce = 100_000

    private let file: String
    private var conductor: Conductor
    private var voice: any ReplayVoice
    private var speech = SpeechInProgress()
    private var outcome = Outcome()

    private var now = Instant(nanoseconds: 0)
    private var wakesAt: Instant?
    private var clients: [String: ClientID] = [:]
    private var lastClient: UInt64 = 0
    /// The number of the line being carried out.
    private var line: Int?

    private init(of file: String, configuration: Configuration, voice: any ReplayVoice, speaksNotices: Bool) {
        self.file = file
        self.voice = voice
        conductor = Conductor(
            settings: configuration.speech, options: configuration.narrationSettings, words: WordTables.all, limits: configuration.limits,
            device: "replay", identity: Conductor.Identity(version: "replay", processID: 0, started: now), isTraced: true,
            localeLanguage: speaksNotices ? nil : configuration.localeLanguage, speaksNotices: speaksNotices)
    }

    /// Runs all events, and continues until nothing more is due.
    /// - Throws: ``Stuck``, and the voice's errors.
    package static func run(_ input: ReplayInput, configuration: Configuration, voice: any ReplayVoice) throws -> Outcome {
        var replay = Replay(of: input.file, configuration: configuration, voice: voice, speaksNotices: true)
        try replay.begin()
        try replay.run(input.events)
        // Utterances that are still withheld by a pause get their outcomes.
        try replay.carryOut(replay.conductor.shutDown(at: replay.now))
        return replay.takeOutcome()
    }

    /// Begins a replay of announcements that are not known yet: each is posted when the previous one has ended.
    /// - Throws: the voice's errors.
    package init(configuration: Configuration, voice: any ReplayVoice) throws {
        self.init(of: "announcement", configuration: configuration, voice: voice, speaksNotices: false)
        try begin()
    }

    /// Speaks the next announcement to its end.
    /// - Returns: what happened since the last call. If nothing has finished, the announcement was refused, and a remark says why.
    package mutating func speak(_ announcement: Announcement) throws -> Outcome {
        try carryOut(conductor.receive(.announcement(announcement), id: nil, from: client(ReplayLine.usualClient), at: now))
        try run([])
        return takeOutcome()
    }

    private enum Occurrence {
        case speechEnds, wake
        case input
        case speechBegins
    }

    private mutating func begin() throws {
        try carryOut(conductor.receive(.ready(synthesizer: "replay"), at: now))
        try carryOut(conductor.receive(voice.catalog(), at: now))
    }

    /// Runs events, and continues until nothing more is due.
    private mutating func run(_ input: [ReplayInput.Event]) throws {
        var events = input.makeIterator()
        var next = events.next()
        var stepsAtOnce = 0
        while let (moment, occurrence) = upcoming(next) {
            stepsAtOnce = moment > now ? 0 : stepsAtOnce + 1
            guard stepsAtOnce < Self.mostStepsAtOnce + input.count else { throw Stuck(at: now.seconds) }
            now = max(now, moment)
            switch occurrence {
            case .speechEnds: try endSpeech()
            case .wake:
                wakesAt = nil
                try carryOut(conductor.wake(at: now))
            case .input:
                if let event = next { try receive(event) }
                next = events.next()
            case .speechBegins: try beginSpeech()
            }
        }
    }

    private mutating func takeOutcome() -> Outcome {
        outcome.sounds = speech.takeHeard()
        outcome.end = now.seconds
        defer { outcome = Outcome() }
        return outcome
    }

    /// Returns the next occurrence, and when it happens.
    private func upcoming(_ event: ReplayInput.Event?) -> (Instant, Occurrence)? {
        let possible: [(Instant?, Occurrence)] = [
            (speech.ends, .speechEnds), (wakesAt, .wake), (event.map { Instant(seconds: $0.line.at) }, .input),
            (speech.begins, .speechBegins),
        ]
        var earliest: (Instant, Occurrence)?
        for case (let moment?, let occurrence) in possible {
            // Anything overdue happens now, in the order above.
            let moment = max(moment, now)
            if earliest.map({ moment < $0.0 }) ?? true { earliest = (moment, occurrence) }
        }
        return earliest
    }

    private mutating func receive(_ event: ReplayInput.Event) throws {
        line = event.number
        defer { line = nil }
        switch event.line.action {
        case .request(let request, let id):
            let effects = conductor.receive(
                request, id: id, warnings: event.line.warnings, line: event.number, from: client(event.line.client), at: now)
            try carryOut(effects)
        case .disconnect:
            guard let client = clients.removeValue(forKey: event.line.client) else {
                return remark("client: \"\(event.line.client)\" is not connected")
            }
            try carryOut(conductor.disconnect(client, at: now))
        }
    }

    /// Returns the client with that name. It connects with its first line.
    private mutating func client(_ name: String) -> ClientID {
        if let known = clients[name] { return known }
        lastClient += 1
        let client = ClientID(lastClient)
        clients[name] = client
        conductor.connect(client, name: name)
        return client
    }

    // MARK: The voice

    private mutating func beginSpeech() throws {
        guard let (utterance, position) = speech.toBegin else { return }
        switch try voice.render(utterance, from: position) {
        case .sound(let sound):
            speech.begin(sound, at: now)
            try carryOut(conductor.receive(.started(utterance.id), at: now))
        case .failed(let reason, let message):
            speech.silence(at: now)
            try carryOut(conductor.receive(.failed(utterance.id, reason, message: message), at: now))
        }
    }

    private mutating func endSpeech() throws {
        guard let id = speech.end(at: now) else { return }
        try carryOut(conductor.receive(.finished(id), at: now))
    }

    // MARK: Effects

    private mutating func carryOut(_ effects: [Effect]) throws {
        for effect in effects {
            switch effect {
            case .publish(let event, _): if Self.traces(event.event) { outcome.trace.append(event) }
            case .send(.reply(let reply), _): for warning in reply.warnings { remark(warning.message) }
            case .send(.refused(let refusal, _, let line), _): remark(ErrorReply(refusal).message, line: line)
            case .send(.warning(let warning, _), _): remark(warning.message)
            case .voice(let action): try carryOut(action)
            case .wake(let moment): wakesAt = moment
            case .log(.wrongSetting(let unknown)): remark("configuration: \(unknown.sentence)")
            case .log(.entryOff(let entry)): remark(entry.mistake)
            case .send, .close, .log: break
            }
        }
        if conductor.isIncomplete { try carryOut(conductor.complete(at: now)) }
    }

    private mutating func carryOut(_ action: VoiceAction) throws {
        switch action {
        case .speak(let utterance, let position): speech.prepare(utterance, from: position, at: now)
        case .silence: speech.silence(at: now)
        case .pause: speech.pause(at: now)
        case .resume: speech.resume(at: now)
        case .earcon(let earcon): if case .sound(let sound) = try voice.render(earcon) { speech.sound(sound, at: now) }
        }
    }

    /// Returns whether an event belongs to the trace. Requests are in the file, and the rest follows from what happens to their utterances.
    private static func traces(_ event: SubscribedEvent) -> Bool { ![.received, .posted, .settled].contains(event) }

    private mutating func remark(_ message: String, line: Int? = nil) {
        outcome.remarks.append(Remark(file: file, line: line ?? self.line, at: now.seconds, message: message))
    }
}
