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
    package var options: NarrationSettings { didSet { chooseWords() } }
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
        reading = Reading(readsDurations: options.readsDurations, dictionary: options.dictionary)
    }

    private mutating func chooseWords() {
        describer = Self.describer(settings, options, words)
        reading = Reading(readsDurations: options.readsDurations, dictionary: options.dictionary)
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

    // MARK: Clients

    package mutating func connect(_ client: ClientID) {
        apps[client] = AppState()
        hellos[client] = Hello()
    }

    /// A client says who it is.
    package mutating func hello(_ hello: Hello, from client: ClientID, at now: Instant) {
        hellos[client] = hello
        // Y1: who was not launched just now has shown its first screen before.
        if !hello.launch { apps[client]?.isFirstScreen = false }
    }

    /// A client speaks of elements: one whose app was here a moment ago gets its screen back (D4), and one whose app is still here, as another
    /// run of a command is, a copy of what it has, if that is little and meant.
    /// - Parameter reference: what it speaks of: an element's id, or the focus.
    package mutating func comesBack(_ client: ClientID, for reference: ScreenReference, at now: Instant) -> [Step] {
        // The focus that a copy took along is its own again.
        if let copier = foreground, copier != client, apps[copier]?.origin == client, refers(reference, to: client) { give(client) }
        guard apps[client]?.hasElements == false, let hello = hellos[client], let app = hello.app else { return [] }
        if let was = parked.removeValue(forKey: app), was.until > now {
            apps[client] = was.app
            apps[client]?.isFirstScreen = hello.launch
            guard was.wasForeground else { return [] }
            // Who has the focus since is the same app: it goes on where it was.
            if let current = foreground, hellos[current]?.app == app { give(client) }
            return foreground == nil ? takeForeground(client) : []
        }
        let siblings = hellos.keys.filter { sibling in
            sibling != client && hellos[sibling]?.app == app && apps[sibling]?.hasElements == true && refers(reference, to: sibling)
        }
        guard let sibling = siblings.max(by: { $0.number < $1.number }), let state = apps[sibling], state.footprint <= Self.ownBytes else {
            return []
        }
        apps[client] = state
        apps[client]?.pendingUpdates = []
        apps[client]?.origin = sibling
        // The focus goes with it: what is said of it goes on.
        if foreground == sibling { give(client) }
        return []
    }

    /// The focus goes from one connection of an app to another, and stays what it is.
    private mutating func give(_ client: ClientID) {
        foreground = client
        recency.removeAll { $0 == client }
        recency.append(client)
    }

    /// What copies of a client's screen have to say of the focus is out of date: it has moved (Q5).
    func dropCopies(of client: ClientID) -> [Step] {
        apps.filter { $0.value.origin == client }.keys.sorted { $0.number < $1.number }.map {
            .drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .superseded, .Q5)
        }
    }

    private func refers(_ reference: ScreenReference, to client: ClientID) -> Bool {
        switch reference {
        case .focus: apps[client]?.focus != nil
        case .element(let id): apps[client]?[id] != nil
        case .nothing: false
        }
    }

    /// What of a screen a request speaks of.
    package enum ScreenReference: Sendable {
        case focus
        case element(String)
        case nothing
    }

    /// A client has gone: its focus, updates, hints and media sessions end (Q12). The queue drops its utterances itself.
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Step] {
        dropEcho(of: client)
        if hint?.client == client { hint = nil }
        // First of all: nothing is told of who has gone.
        let wasForeground = foreground == client
        recency.removeAll { $0 == client }
        if wasForeground { foreground = nil }
        var steps = end(.disconnect, at: now) { $0.client == client }
        let hello = hellos.removeValue(forKey: client)
        if var state = apps.removeValue(forKey: client), let app = hello?.app, state.isWorthKeeping {
            state.pendingUpdates = []
            parked = parked.filter { $0.value.until > now && $0.key != app }
            let taken = parked.values.reduce(0) { $0 + $1.app.footprint }
            if parked.count < Self.mostParked, taken + state.footprint <= Self.mostParkedBytes {
                parked[app] = Parked(until: now + Self.parkingTime, app: state, wasForeground: wasForeground)
            }
        }
        guard wasForeground else { return steps }
        foreground = recency.last
        if let next = foreground { steps += describeOwed(of: next, at: now) }
        return steps
    }

    /// Sees how much a client may have remembered of its screen: a little of its own, whatever the others have, and what they leave of the
    /// rest. Called before each request that says something about a screen.
    package mutating func makeRoom(for client: ClientID) {
        let taken = apps.reduce(0) { $1.key == client ? $0 : $0 + max(0, $1.value.footprint - Self.ownBytes) }
        apps[client]?.room = Self.ownBytes + max(0, Self.sharedBytes - taken)
    }

    /// What the screens of all clients may cost, in bytes: of each a little that is its own, and what they share; and of those that have gone.
    static let ownBytes = 32 << 10
    static let sharedBytes = 16 << 20
    static let mostBytes = 256 * ownBytes + sharedBytes + mostParkedBytes

    /// Seconds for which an app that has gone keeps its screen (D4), and how many do.
    static let parkingTime = 60.0
    static let mostParked = 16
    static let mostParkedBytes = 8 << 20

    /// From now on the focus is this client's (N5); what is said about another's is out of date (Q5).
    mutating func takeForeground(_ client: ClientID) -> [Step] {
        guard foreground != client else { return [] }
        let former = foreground
        foreground = client
        recency.removeAll { $0 == client }
        recency.append(client)
        // N5: a description that has not been heard to its end is told when its app is in the foreground again.
        if let former, let description = apps[former]?.description, subjects[description] != nil { apps[former]?.owesDescription = true }
        return former.map { [.drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .superseded, .Q5)] } ?? []
    }

    /// A client has posted something: its echo is needless (Q8), and so is any hint (H3).
    /// - Parameter keepsHint: whether nothing may come of it that is spoken.
    package mutating func posted(by client: ClientID, keepsHint: Bool = false) -> [Step] {
        if !keepsHint { hint = nil }
        return dropEcho(of: client).map { [silent($0.name, client, .Q8)] } ?? []
    }

    /// A client's echo will not be spoken.
    @discardableResult
    mutating func dropEcho(of client: ClientID) -> Utterance? {
        guard let echo = echoes.removeValue(forKey: client) else { return nil }
        subjects[echo.utterance.id] = nil
        return echo.utterance
    }

    /// The user's stop is for what is still to come too (Q4): the hint, echoes, and the value that would be polled now.
    package mutating func stop(at now: Instant) -> [Step] {
        hint = nil
        if let foreground { apps[foreground]?.refreshed = now }
        return dropEchoes(.Q4)
    }

    /// Nobody's echo will be spoken.
    mutating func dropEchoes(_ rule: Rule) -> [Step] {
        echoes.keys.sorted { $0.number < $1.number }.compactMap { client in
            dropEcho(of: client).map { silent($0.name, client, rule) }
        }
    }

    // MARK: Utterances

    /// How what is said about elements is read: durations are the describer's, which knows what kind of value it has (T3).
    private var descriptionReading: Reading {
        var reading = reading
        reading.readsDurations = false
        return reading
    }

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
            id: id, client: client, name: name, class: kind, runs: isRead ? own : descriptionReading.read(own, voices: voices).runs,
            posted: now, deadline: kind == .low ? now + Self.lowMaxAge : nil, isKept: kind == .low, allowRepeat: true,
            isAnnouncement: false, media: media)
        utterance.besides = subject.map { $0.element.cost + $0.hintCost } ?? 0
        if utterance.runs.count > 1 { utterance.text = Self.joined(utterance.runs) }
        return utterance
    }

    /// Makes an announcement ready to be spoken (§9).
    mutating func read(_ runs: [SpeechRun], prefix: SpeechRun?, for id: UtteranceID, wantsWords: Bool) -> [SpeechRun] {
        let text = reading.read(runs, voices: voices)
        if wantsWords, text.runs != runs || prefix != nil { readTexts[id] = text }
        return [prefix].compactMap { $0 } + text.runs
    }

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
        .note(Step.Note(event: .silent, name: name, client: client, rule: rule, element: element))
    }
}

extension UtteranceClass {
    /// What §3 calls "focus": all that is said about the focus.
    static let focusSpeech: Set<UtteranceClass> = [.userFocus, .appFocus, .update, .refresh, .hint, .echo, .summary]
}
