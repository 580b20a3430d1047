import Conductor
import Configuration
import Messages
import Narration
import SpeechQueue

@testable import Continuity
@testable import Replay

/// What a simulation drives: a conductor, alone or behind its doors.
protocol Conducting {
    associatedtype Result: Simulated
    var conductor: Conductor { get set }
    mutating func hear(_ report: VoiceReport, at now: Instant) -> [Result]
    mutating func wake(at now: Instant) -> [Result]
    mutating func complete(at now: Instant) -> [Result]
}

/// What it has had done, as far as a simulation does it.
protocol Simulated {
    var action: VoiceAction? { get }
    /// The moment of the next wake; nil: this is something else.
    var wake: Instant?? { get }
}

/// A conductor on a virtual clock, with the voice of a replay, and all that it has had done.
struct Simulation<Subject: Conducting> {
    var subject: Subject
    /// What it was at the beginning.
    let fresh: Subject
    var now: Instant
    /// What another process would continue from.
    private(set) var journal: [JournalEntry] = []
    private var written = WrittenState()
    /// How many inputs are journaled at once.
    var inputsInStep = 1
    private var inputs = 0
    private(set) var effects: [Subject.Result] = []
    /// When the conductor asked to be woken.
    private(set) var nextWake: Instant?
    /// What no conductor may ask of a voice.
    private(set) var problems: [String] = []

    /// How fast the voice speaks; nil: it does nothing, and the test tells what it reports.
    private let pace: WordPacedVoice?
    /// How long it takes to begin; 0: it has begun before anything else can happen.
    var secondsToBegin = 0.0
    var deviceIsBroken = false
    private(set) var isReady = true
    /// When the next voice is ready after one was lost.
    private var readyAt: Instant?
    private(set) var speaking: Utterance?
    private var speech = SpeechInProgress()

    init(_ subject: Subject, at now: Instant, secondsPerWord: Double? = nil) {
        (self.subject, fresh, self.now) = (subject, subject, now)
        pace = secondsPerWord.map { WordPacedVoice(secondsPerWord: $0) }
    }

    /// Returns the effects since the last call of this.
    mutating func taken() -> [Subject.Result] {
        defer { effects = [] }
        return effects
    }

    /// Forgets the effects so far. The journal begins anew.
    mutating func forgetPast() where Subject == Conductor {
        effects = []
        journal = written.entries(for: subject.conductor.takeWhole())
    }

    /// The process is killed, and another continues from its journal, with a voice that is not ready yet.
    mutating func restart(connected: Set<ClientID>) where Subject == Conductor {
        write()
        (subject, speech, speaking, nextWake, readyAt, isReady) = (fresh, SpeechInProgress(), nil, nil, nil, true)
        add(subject.conductor.restore(Remembered(journal.map(\.reread)), connected: connected, at: now))
        journal = written.entries(for: subject.conductor.takeWhole())
    }

    /// Journals what has changed.
    mutating func write() { journal += written.entries(for: subject.conductor.takeChanges()) }

    /// Carries out the effects of an input, and of what follows at once.
    mutating func add(_ new: [Subject.Result]) {
        effects += new
        inputs += 1
        if inputs % inputsInStep == 0 { write() }
        // The voice reports once everything was carried out, as a process does.
        var silenced: VoiceReport?
        for effect in new {
            if let moment = effect.wake { nextWake = moment }
            switch effect.action {
            case .speak(let utterance, let position) where pace != nil:
                if let speaking { problems.append("\(utterance.text) is spoken beside \(speaking.text)") }
                if !isReady { problems.append("\(utterance.text) is given to a voice that is not ready") }
                speaking = utterance
                speech.prepare(utterance, from: position, at: now + secondsToBegin)
            case .silence:
                if let id = speaking?.id, let word = speech.word(at: now) { silenced = .silenced(id, word) }
                forgetSpeech()
            case .pause: speech.pause(at: now)
            case .resume: speech.resume(at: now)
            case .speak, .earcon, nil: break
            }
        }
        if subject.conductor.isIncomplete { add(subject.complete(at: now)) }
        if let silenced { voice(silenced) }
        if secondsToBegin == 0 { begin() }
    }

    private mutating func forgetSpeech() {
        speech.silence(at: now)
        // Its sounds are of no interest, and would be more and more.
        _ = speech.takeHeard()
        speaking = nil
    }

    // MARK: The voice

    mutating func voice(_ report: VoiceReport) { add(subject.hear(report, at: now)) }

    /// The voice's process ends, and another is ready after so many seconds.
    mutating func loseVoice(for seconds: Double) {
        speech = SpeechInProgress()
        (speaking, isReady, readyAt) = (nil, false, now + seconds)
        voice(.lost(message: "killed"))
    }

    /// The voice fails to speak what it was given, if it was given anything.
    mutating func fail(_ reason: FinishReason) {
        guard let id = speaking?.id else { return }
        forgetSpeech()
        voice(.failed(id, reason, message: ""))
    }

    private mutating func begin() {
        guard let pace, let (utterance, position) = speech.toBegin else { return }
        if deviceIsBroken { return fail(.deviceFailed) }
        switch pace.render(utterance, from: position) {
        case .sound(let sound):
            speech.begin(sound, at: now)
            voice(.started(utterance.id))
        case .failed(let reason, _): fail(reason)
        }
    }

    // MARK: Time

    /// When something happens next; nil: nothing happens by itself.
    var nextEvent: Instant? { [readyAt, speech.ends, speech.begins, nextWake].compactMap(\.self).min() }

    /// The next event comes to pass, if there is one until then. What the voice does precedes what is due.
    mutating func step(until end: Instant) -> Bool {
        guard let next = nextEvent, next <= end else { return false }
        now = max(now, next)
        if readyAt == next {
            (isReady, readyAt) = (true, nil)
            voice(.ready(synthesizer: "eSpeak NG 1.51"))
        } else if speech.ends == next, let id = speech.end(at: now) {
            forgetSpeech()
            voice(.finished(id))
        } else if speech.begins == next {
            begin()
        } else {
            wake()
        }
        return true
    }

    /// The moment at which the conductor asked to be woken has come.
    mutating func wake() {
        nextWake = nil
        add(subject.wake(at: now))
    }
}

extension JournalEntry {
    /// The entry as the next process reads it.
    var reread: JournalEntry {
        var fields = JournalFields()
        _ = fields.passed(JournalRecord.conductor(self))
        var written = JournalFields(reading: fields.bytes[...])
        guard case .conductor(let entry)? = JournalRecord(from: &written), !written.isUnreadable else { fatalError("unreadable: \(self)") }
        return entry
    }
}

extension Conductor {
    /// All that another process would continue from.
    var journal: [JournalEntry] {
        var written = WrittenState()
        return written.entries(for: remembered)
    }
}

extension Effect: Simulated {
    var action: VoiceAction? { if case .voice(let action) = self { action } else { nil } }
    var wake: Instant?? { if case .wake(let moment) = self { .some(moment) } else { nil } }
}

extension Conductor: Conducting {
    var conductor: Conductor {
        _read { yield self }
        _modify { yield &self }
    }

    mutating func hear(_ report: VoiceReport, at now: Instant) -> [Effect] { receive(report, at: now) }

    /// A conductor that has yet to hear of anything.
    static func new(
        _ settings: SpeechAttributes = SpeechAttributes(language: "en"), options: NarrationSettings = NarrationSettings(),
        limits: SpeechQueue.Limits = SpeechQueue.Limits(), devicePatience: Double = 10, started: Instant = Instant(seconds: 0),
        isTraced: Bool = false, mistakes: [Status.Mistake] = [], localeLanguage: String? = nil,
        speaksNotices: Bool = true, settingsFile: String? = nil
    ) -> Conductor {
        Conductor(
            settings: settings, options: options, words: WordTables.all, limits: limits, device: "default", devicePatience: devicePatience,
            identity: Conductor.Identity(version: "1.2.3", processID: 42, started: started), isTraced: isTraced,
            mistakes: mistakes, localeLanguage: localeLanguage, speaksNotices: speaksNotices, settingsFile: settingsFile)
    }
}
