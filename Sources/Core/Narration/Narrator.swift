package import Messages
package import SpeechQueue

// Narration gives notifications their meaning: it turns an app's messages into utterances for the queue, with the user's settings and
// voices. It implements §3 to §7, §9 and §12 of docs/RULES.md; the queue implements §2.

/// Turns notifications into utterances. It stores each app's elements, the focus, the media sessions, and pending speech.
///
/// A value without I/O, clock or threads. Each input returns steps for the queue. ``didStart(_:at:)`` and ``didFinish(_:_:at:)`` receive
/// the reports about utterances. ``due(queueIsIdle:at:)`` returns the next steps that have become due.
package struct Narrator: Sendable {
    /// The user's speech attributes; a client's own attributes take precedence.
    package var settings: SpeechAttributes { didSet { chooseWords() } }
    package var options: NarrationSettings {
        didSet {
            chooseWords()
            reading = Self.reading(options, describer.lexicons)
        }
    }
    /// The available voices; nil until they are known.
    package var voices: VoiceCatalog?
    /// Seconds after which a low announcement expires, unless it has a `maxAge` (Q13).
    package static let lowMaxAge = 10.0

    /// The word tables by language (E6).
    private let words: [String: Words]
    private(set) var describer: Describer
    private var lastUtterance: UInt64 = 0

    var screens = Screens()
    /// How each client introduced itself.
    package internal(set) var hellos: [ClientID: Hello] = [:]
    /// The request being carried out, which is the cause of all utterances that are created during it.
    package var cause: Cause?
    /// The screens that were in the foreground, the latest last.
    var recency: [ScreenID] = []
    /// The screen whose focus counts (N5).
    var foreground: ScreenID? { recency.last }
    /// The client that reported something last about that screen.
    package var foregroundClient: ClientID? { screens[foreground]?.clients.last }
    var media = MediaSessions()
    /// The subjects of utterances that have not finished.
    var subjects: [UtteranceID: Subject] = [:]
    /// Prepares texts for speech (§9).
    private var reading: Reading
    /// The mapping back to the client's text, for announcements with `progress` whose spoken text differs from it (D5).
    private var readTexts: [UtteranceID: ReadText] = [:]
    /// The part that the voice received last, for long announcements.
    private var parts: [UtteranceID: SpokenPart] = [:]
    /// The hint that follows the pause (H1).
    var hint: PendingHint?
    /// Echoes that wait in case their client posts something (Q8).
    var echoes: [ClientID: PendingEcho] = [:]

    struct PendingHint: Sendable {
        var due: Instant
        var client: ClientID
        var subject: Subject
        var runs: [SpeechRun]
        var cause: Cause?
    }
    struct PendingEcho: Sendable {
        var due: Instant
        var utterance: Utterance
    }

    /// - Parameter words: the word tables by language, including English.
    package init(settings: SpeechAttributes, options: NarrationSettings = NarrationSettings(), words: [String: Words]) {
        self.settings = settings
        self.options = options
        self.words = words
        describer = Self.describer(settings, options, words)
        reading = Self.reading(options, describer.lexicons)
    }

    /// Applies the user's choice (O8). The dictionary stays as it is: an entry that is off remains off (T2).
    package mutating func apply(_ chosen: UserSettings) {
        let reading = reading
        settings = chosen.speech.over(settings)
        options.apply(chosen)
        self.reading = reading
        self.reading.lexicons = describer.lexicons
    }

    private mutating func chooseWords() {
        describer = Self.describer(settings, options, words)
        reading.lexicons = describer.lexicons
    }

    private static func reading(_ options: NarrationSettings, _ lexicons: Lexicons) -> Reading {
        Reading(lexicons: lexicons, readsDurations: options.readsDurations, dictionary: options.dictionary)
    }

    private static func describer(_ settings: SpeechAttributes, _ options: NarrationSettings, _ words: [String: Words]) -> Describer {
        let language = settings.language ?? "en"
        var tables = words.merging(options.tables) { _, own in own }
        let chosen = (LanguageTag(language).beginnings + ["en"]).first { tables[$0] != nil } ?? "en"
        let table = (tables[chosen] ?? Words(language: chosen, texts: [:])).replacing(options.words)
        tables[chosen] = table
        var style = options.style
        style.readsDurations = options.readsDurations
        return Describer(words: table, lexicons: Lexicons(tables), style: style, userLanguage: language)
    }

    /// H4, O10: Returns the describer with the gestures of a client's app, unless the user has set `none`, and its verbosity.
    func describer(for client: ClientID) -> Describer {
        var own = describer
        if let gestures = hellos[client]?.gestures, gestures != .auto, own.style.gestures != .none { own.style.gestures = gestures }
        if let verbosity = app(of: client)?.verbosity { own.style.verbosity = verbosity }
        return own
    }

    /// O10: Returns the user's settings with those of a client's app over them.
    func settings(of client: ClientID) -> SpeechAttributes { app(of: client).map { $0.speech.over(settings) } ?? settings }

    package mutating func nextUtteranceID() -> UtteranceID {
        lastUtterance += 1
        return UtteranceID(lastUtterance)
    }

    /// The last number given to an utterance or a request.
    package var lastNumber: UInt64 { lastUtterance }

    /// Skips the numbers that the previous narrator used.
    package mutating func skipNumbers(to number: UInt64) { lastUtterance = max(lastUtterance, number) }

    /// The id for the next utterance.
    package var nameOfNext: String { "#\(lastUtterance + 1)" }

    /// Returns an unused id for speech that no client has named.
    mutating func nextName() -> String { "#\(nextUtteranceID().number)" }

    // MARK: Utterances

    /// Returns an utterance about an element, or for the user.
    /// - Parameters:
    ///   - owner: the client whose app's manner of speaking it has (O10); nil: `client`.
    ///   - isRead: whether the runs are already prepared for speech (§9), as for `repeat`.
    mutating func utterance(
        _ kind: UtteranceClass, _ runs: [SpeechRun], about subject: Subject?, name: String, from client: ClientID,
        inMannerOf owner: ClientID? = nil, media: MediaPermission = .none, isRead: Bool = false, at now: Instant
    ) -> Utterance {
        let id = nextUtteranceID()
        subjects[id] = subject
        let manner = settings(of: owner ?? client)
        // E15: an unknown language or voice has no effect.
        let own = runs.map { inManner($0, voices?.known($0.attributes) ?? $0.attributes, manner) }
        var utterance = Utterance(
            id: id, client: client, name: name, class: kind,
            runs: isRead ? own : Reading.isLong(own) ? Reading.unread(own) : reading.read(own, voices: voices, isDescription: true).runs,
            posted: now, deadline: kind == .low ? now + Self.lowMaxAge : nil, isKept: kind == .low, allowRepeat: true,
            isAnnouncement: false, media: media)
        if kind == .screen || UtteranceClass.focusSpeech.contains(kind) { utterance.screen = screens.id(of: client) }
        if cause?.client == client { utterance.cause = cause }
        utterance.app = hellos[client]?.app
        if UtteranceClass.ofScreen.contains(kind) { utterance.userActed = screens[client]?.hand.acted }
        utterance.hasUsualAge = kind == .low
        utterance.extraCost = subject.map { $0.element.cost + $0.hintCost } ?? 0
        if utterance.runs.count > 1 { utterance.text = Self.joined(utterance.runs) }
        return utterance
    }

    /// Prepares an announcement for speech (§9).
    /// - Parameter shortens: whether the announcement's long tokens are shortened (T21). If so, it is prepared only when it is spoken, so
    ///   that `repeat` has the whole text.
    mutating func read(_ runs: [SpeechRun], prefix: SpeechRun?, for id: UtteranceID, wantsWords: Bool, shortens: Bool) -> [SpeechRun] {
        if Reading.isLong(runs) || shortens && reading.hasLongTokens(runs, voices: voices) {
            return (prefix.map { [$0] } ?? []) + Reading.unread(runs)
        }
        let text = reading.read(runs, voices: voices)
        if wantsWords, text.runs != runs || prefix != nil { readTexts[id] = text }
        return prefix.map { [$0] + text.runs } ?? text.runs
    }

    /// T21, O10: Returns whether the long tokens of an app's announcement are shortened.
    func shortensTokens(of app: String?, fromScreenReader: Bool) -> Bool {
        (app.flatMap { options.apps[$0]?.longTokens } ?? options.longTokens) == .short && !fromScreenReader
    }

    /// Prepares the part of a long utterance that begins at `position`.
    package mutating func readPart(of utterance: Utterance, from position: RunPosition?) -> SpokenPart {
        let shortens = utterance.isAnnouncement && shortensTokens(of: utterance.app, fromScreenReader: utterance.isFromScreenReader)
        let part = SpokenPart(of: utterance, from: position) { reading.read($0, voices: voices, shortens: shortens) }
        parts[utterance.id] = part
        return part
    }

    /// Converts a position in the part that the voice received to a position in the utterance's runs.
    package func written(_ place: RunPosition, in utterance: UtteranceID) -> RunPosition { parts[utterance]?.written(place) ?? place }

    /// The dictionary entries that were turned off because they took too long, in order (T2).
    package var entriesOff: [PronunciationDictionary.Entry] { reading.dictionary.entriesOff }

    /// The characters that no voice reads, in the announcement that was just prepared (T9).
    package var unreadable: String { reading.unreadable }

    /// Renews the allowance for searching the dictionary's entries. Call this before the next input.
    package mutating func refillReading() { reading.refill() }

    /// Returns the position in the client's text of words that are heard in an utterance's runs; nil if the words are not from that text.
    package func place(in utterance: Utterance, run: Int, offset: Int, length: Int) -> ReadText.Place? {
        if let part = parts[utterance.id] { return part.place(run: run, offset: offset, length: length) }
        guard let text = readTexts[utterance.id] else {
            let before = utterance.runs.prefix(run).reduce(0) { $0 + $1.text.unicodeScalars.count + 1 }
            return ReadText.Place(offset: before + offset, length: length)
        }
        let own = run - (utterance.runs.count - text.runs.count)
        return own < 0 ? nil : text.place(run: own, offset: offset, length: length)
    }

    /// Returns the memory for an announcement's mapping back, in bytes.
    func cost(ofReading id: UtteranceID) -> Int { readTexts.isEmpty ? 0 : readTexts[id]?.cost ?? 0 }

    /// Forgets the mapping of an announcement that has finished or will not be spoken.
    package mutating func forgetReading(of id: UtteranceID) {
        if !readTexts.isEmpty { readTexts[id] = nil }
        if !parts.isEmpty { parts[id] = nil }
    }

    /// Returns `asked` over `usual`. The usual voice stays if it speaks the requested language.
    func merge(_ asked: SpeechAttributes, _ usual: SpeechAttributes) -> SpeechAttributes {
        var merged = asked.over(usual)
        if asked.voice == nil, let language = asked.language, let voice = usual.voice, voices?.voice(voice, speaks: language) == true {
            merged.voice = voice
        }
        return merged
    }

    /// Returns a run with its manner of speaking, which suits its context (T24), and without its sound if sounds are off (T23).
    /// - Parameters:
    ///   - asked: what the client wants.
    ///   - usual: the manner where it wants nothing.
    func inManner(_ run: SpeechRun, _ asked: SpeechAttributes, _ usual: SpeechAttributes) -> SpeechRun {
        var run = run
        run.attributes = merge(asked, usual)
        if !options.hasEarcons { run.icon = nil }
        guard let context = run.context else { return run }
        if asked.punctuation == nil {
            let levels = [run.attributes.punctuation, context.punctuation]
            run.attributes.punctuation = Punctuation.allCases.last(where: levels.contains)
        }
        if run.attributes.capitals ?? Capitals.none == Capitals.none, asked.capitals == nil { run.attributes.capitals = context.capitals }
        return run
    }

    func silent(_ name: String, _ client: ClientID, _ rule: Rule, element: String? = nil) -> Step {
        .note(Step.Note(event: .silent, name: name, client: client, rule: rule, element: element, cause: cause))
    }
}

extension Narrator {
    /// Handles a client's notification about its screen.
    /// - Throws: ``Refusal`` that names an unknown element, voice or language, or a limit.
    package mutating func receive(
        _ notification: Notification, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        let echo = echoes[client]?.utterance.id
        var narrated = try narrate(notification, name: name, from: client, at: now)
        // H3: an update that is only stored does not affect the hint. A refused notification also does not.
        if case .elementUpdated = notification {} else { hint = nil }
        // Q8: a silent notification does not affect the echo. The narrator's own announcements (U7, U8) also do not.
        let speaks = narrated.steps.contains { step in
            if case .post(let utterance) = step { !utterance.isFromDaemon && utterance.class != .echo } else { false }
        }
        if speaks, echo == echoes[client]?.utterance.id { narrated.steps = dropEcho(of: client, .Q8) + narrated.steps }
        return narrated
    }

    private mutating func narrate(
        _ notification: Notification, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        switch notification {
        case .layoutChanged(let argument): try layoutChanged(argument, name: name, from: client, at: now)
        case .screenChanged(let change): try screenChanged(change, name: name, from: client, at: now)
        case .pageScrolled(let text): try pageScrolled(text, name: name, from: client, at: now)
        case .elementFocused(let reference, let mover): try elementFocused(reference, by: mover, name: name, from: client, at: now)
        case .elementUpdated(let update): try elementUpdated(update, name: name, from: client, at: now)
        case .elementActivated(let id): try elementActivated(id, name: name, from: client, at: now)
        case .elementRemoved(let id, let speaksLastValue):
            try elementRemoved(id, speaksLastValue: speaksLastValue, name: name, from: client, at: now)
        }
    }
}
