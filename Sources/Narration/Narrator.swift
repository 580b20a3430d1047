package import Accessibility
package import SpeechQueue

// Narration is what notifications mean: it turns what an app says into utterances for the queue, with the user's settings and
// voices applied. It knows the rules of docs/RULES.md §3 to §7; the queue knows §2.

/// Turns notifications into utterances: it keeps each app's elements, the focus, the media sessions, and what is to be said later.
///
/// A value without I/O, clock and threads. Each input returns steps for the queue; what became of an utterance comes back with
/// ``started(_:at:)`` and ``ended(_:_:at:)``; ``due(queueIsIdle:at:)`` gives what its time has come for, one step at a time.
package struct Narrator: Sendable {
    /// How the user wants to be spoken to; what a client asks for goes before it.
    package var settings: SpeechAttributes { didSet { chooseWords() } }
    package var options: NarrationSettings {
        didSet {
            chooseWords()
            reading = Self.reading(options)
        }
    }
    /// The voices that exist; nil until they are known.
    package var voices: VoiceCatalog?
    /// Seconds after which a low announcement is too old, unless it says otherwise (Q13).
    package static let lowMaxAge = 10.0

    /// The words of each language that has a table (E6).
    private let words: [String: Words]
    private(set) var describer: Describer
    private var lastUtterance: UInt64 = 0

    var apps: [ClientID: AppState] = [:]
    var hellos: [ClientID: Hello] = [:]
    /// The request that is being carried out: what is said because of it came of it.
    package var cause: Cause?
    /// Whose focus is the focus (N5).
    package internal(set) var foreground: ClientID?
    /// The clients that were in the foreground, the latest last.
    var recency: [ClientID] = []
    var media = MediaSessions()
    /// What utterances are about that have not ended.
    var subjects: [UtteranceID: Subject] = [:]
    /// How texts are made ready to be spoken (§9).
    private var reading = Reading()
    /// Of announcements whose words are told and that are spoken otherwise than they are written: the way back (D5).
    private var readTexts: [UtteranceID: ReadText] = [:]
    /// The hint that follows the silence (H1).
    var hint: PendingHint?
    /// The echoes that wait for their client to say something itself (Q8).
    var echoes: [ClientID: PendingEcho] = [:]
    /// The states of apps that have gone, until they are forgotten (D4).
    var parked: [String: Parked] = [:]

    struct PendingHint: Sendable {
        var due: Instant
        var client: ClientID
        var element: Element
        var runs: [SpeechRun]
        var cause: Cause?
    }
    struct PendingEcho: Sendable {
        var due: Instant
        var utterance: Utterance
    }
    struct Parked: Sendable {
        var until: Instant
        var app: AppState
        var wasForeground: Bool
    }

    /// - Parameter words: the word tables by language, English among them.
    package init(settings: SpeechAttributes, options: NarrationSettings = NarrationSettings(), words: [String: Words]) {
        self.settings = settings
        self.options = options
        self.words = words
        describer = Self.describer(settings, options, words)
        reading = Self.reading(options)
    }

    private mutating func chooseWords() { describer = Self.describer(settings, options, words) }

    private static func reading(_ options: NarrationSettings) -> Reading {
        Reading(readsDurations: options.readsDurations, dictionary: options.dictionary)
    }

    private static func describer(_ settings: SpeechAttributes, _ options: NarrationSettings, _ words: [String: Words]) -> Describer {
        let language = settings.language ?? "en"
        let base = String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
        let table = words[base] ?? words["en"] ?? Words(language: base, texts: [:])
        var style = options.style
        style.readsDurations = options.readsDurations
        return Describer(words: table.replacing(options.words), style: style, userLanguage: language)
    }

    package mutating func nextUtteranceID() -> UtteranceID {
        lastUtterance += 1
        return UtteranceID(lastUtterance)
    }

    /// The number that an utterance or a request was given last.
    package var lastNumber: UInt64 { lastUtterance }

    /// Numbers up to this one have been given before there was this narrator.
    package mutating func skipNumbers(to number: UInt64) { lastUtterance = max(lastUtterance, number) }

    /// An id for the utterance that is made next.
    package var nameOfNext: String { "#\(lastUtterance + 1)" }

    /// An id for what no client has named: no request has it, and none will.
    mutating func nextName() -> String { "#\(nextUtteranceID().number)" }

    // MARK: Utterances

    /// An utterance about an element, or for the user.
    /// - Parameter isRead: whether the runs are ready to be spoken (§9), as those of a repeat.
    mutating func utterance(
        _ kind: UtteranceClass, _ runs: [SpeechRun], about subject: Subject?, name: String, from client: ClientID,
        media: MediaPermission = .none, isRead: Bool = false, at now: Instant
    ) -> Utterance {
        let id = nextUtteranceID()
        subjects[id] = subject
        let own = runs.map { run in
            var run = run
            let asked = (try? voices?.resolve(run.attributes)) ?? run.attributes
            run.attributes = merge(asked, settings)
            return run
        }
        var utterance = Utterance(
            id: id, client: client, name: name, class: kind,
            runs: isRead ? own : reading.read(own, voices: voices, isDescription: true).runs,
            posted: now, deadline: kind == .low ? now + Self.lowMaxAge : nil, isKept: kind == .low, allowRepeat: true,
            isAnnouncement: false, media: media)
        if cause?.client == client { utterance.cause = cause }
        utterance.extraCost = subject.map { $0.element.cost + $0.hintCost } ?? 0
        if utterance.runs.count > 1 { utterance.text = Self.joined(utterance.runs) }
        return utterance
    }

    /// Makes an announcement ready to be spoken (§9).
    mutating func read(_ runs: [SpeechRun], prefix: SpeechRun?, for id: UtteranceID, wantsWords: Bool) -> [SpeechRun] {
        let text = reading.read(runs, voices: voices)
        if wantsWords, text.runs != runs || prefix != nil { readTexts[id] = text }
        return [prefix].compactMap { $0 } + text.runs
    }

    /// The dictionary's entries that were turned off because they took too long, in that order (T2).
    package var entriesOff: [PronunciationDictionary.Entry] { reading.dictionary.entriesOff }

    /// The texts of the next input may be searched for the dictionary's entries as long as those of this one.
    package mutating func refillReading() { reading.refill() }

    /// Where in a client's text the words stand that are heard at a place in an utterance's runs; nil: nowhere.
    package func place(in utterance: Utterance, run: Int, offset: Int, length: Int) -> ReadText.Place? {
        guard let text = readTexts[utterance.id] else {
            let before = utterance.runs.prefix(run).reduce(0) { $0 + $1.text.unicodeScalars.count + 1 }
            return ReadText.Place(offset: before + offset, length: length)
        }
        let own = run - (utterance.runs.count - text.runs.count)
        return own < 0 ? nil : text.place(run: own, offset: offset, length: length)
    }

    /// What the way back of an announcement costs to remember, in bytes.
    func cost(ofReading id: UtteranceID) -> Int { readTexts.isEmpty ? 0 : readTexts[id]?.cost ?? 0 }

    /// An announcement has ended, or is not going to be spoken.
    package mutating func forgetReading(of id: UtteranceID) {
        if !readTexts.isEmpty { readTexts[id] = nil }
    }

    /// `asked` over `usual`; the usual voice stays if it speaks the language that is asked for.
    func merge(_ asked: SpeechAttributes, _ usual: SpeechAttributes) -> SpeechAttributes {
        var merged = asked.over(usual)
        if asked.voice == nil, let language = asked.language, let voice = usual.voice, voices?.voice(voice, speaks: language) == true {
            merged.voice = voice
        }
        return merged
    }

    func silent(_ name: String, _ client: ClientID, _ rule: Rule, element: String? = nil) -> Step {
        .note(Step.Note(event: .silent, name: name, client: client, rule: rule, element: element, cause: cause))
    }
}

extension UtteranceClass {
    /// What §3 calls "focus": all that is said about the focus.
    static let focusSpeech: Set<UtteranceClass> = [.userFocus, .appFocus, .update, .refresh, .hint, .echo, .summary]
}

extension Narrator {
    /// A client tells of its screen.
    /// - Throws: ``ErrorReply`` that names what is unknown, or a limit.
    package mutating func receive(
        _ notification: Notification, name: String, from client: ClientID, at now: Instant
    ) throws(ErrorReply) -> Narrated {
        switch notification {
        case .layoutChanged(let argument): try layoutChanged(argument, name: name, from: client, at: now)
        case .screenChanged(let change): try screenChanged(change, name: name, from: client, at: now)
        case .pageScrolled(let text): try pageScrolled(text, name: name, from: client, at: now)
        case .elementFocused(let reference, let mover): try elementFocused(reference, by: mover, name: name, from: client, at: now)
        case .elementUpdated(let update): try elementUpdated(update, name: name, from: client, at: now)
        case .elementActivated(let id): try elementActivated(id, name: name, from: client, at: now)
        case .elementRemoved(let id): try elementRemoved(id, name: name, from: client, at: now)
        }
    }
}
