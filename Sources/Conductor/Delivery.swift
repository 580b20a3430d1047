import Messages
import SpeechQueue

/// The way of the utterance in progress to the user's ear: whether there is a voice, what it was given and how far that is, and whether the sound
/// device can be used (O4, O5, O7).
///
/// The conductor reports what the voice reports; the delivery decides what the voice is given next, and from where.
struct Delivery: Sendable {
    private enum State: Sendable, Equatable {
        /// There is no voice, since this moment; nil: there has been none yet.
        case noVoice(since: Instant?)
        /// The voice has nothing to speak.
        case idle
        /// The voice was given an utterance.
        case given(UtteranceID)
        /// The sound device has taken the first of it.
        case begun(UtteranceID)
    }

    /// What is known of the utterance in progress, whichever voice speaks it.
    private struct Progress: Sendable {
        /// The sentence that is being heard: where to go on if the voice or the device is lost.
        var sentence: RunPosition?
        /// The word at which a pause came (O5).
        var pausedAt: RunPosition?
        /// How many voices have been lost to it.
        var losses = 0
        /// Whether its next delivery is another attempt.
        var beginsAgain = false
        /// Once it has lost too many voices: which words end them.
        var search: KillerSearch?
        /// The first places that the voice has reported since it was given the utterance.
        var firstSentence, firstWord: RunPosition?
    }

    /// Whose fault it is that a voice was lost.
    enum Loss: Equatable {
        /// The voice was lost while it opened the device.
        case device
        /// The voice had been given nothing that could have ended it.
        case voice
        /// The utterance in progress, which is to be spoken again, in parts after the second time.
        case utterance
        /// The utterance in progress, of which nothing is left that could be spoken.
        case endedUtterance
    }

    /// How many voices an utterance may end before it is spoken in parts (O7).
    private static let mostLosses = 2

    /// Seconds for which what is neither high nor low waits for a voice, or a device that can be used (O4); with 0, nothing waits for one.
    let patience: Double
    private(set) var voice = Status.Voice(state: .starting)
    private(set) var device: Status.Device
    /// What the voice has reported of the device. In an outage people are told otherwise: it is unavailable until something was heard.
    private var reportedDevice: Status.Device?
    private var state = State.noVoice(since: nil)
    private var progress = Progress()
    private var outage: Outage?

    init(device: String, patience: Double) {
        self.device = Status.Device(state: .closed, name: device)
        self.patience = patience
    }

    // MARK: The utterance in progress

    /// Another utterance is in progress.
    mutating func begin() { progress = Progress() }

    /// Returns what gives `utterance` to the voice; nil if there is no voice, or the device may not be tried yet.
    mutating func deliver(
        _ utterance: Utterance, from position: RunPosition?, at now: Instant
    ) -> (effects: [Effect], isNewAttempt: Bool)? {
        guard hasVoice, outage.map({ $0.nextTry <= now }) ?? true else { return nil }
        var (utterance, position) = (utterance, position)
        if let search = progress.search, search.utterance == utterance.id {
            (utterance, position) = search.part(of: utterance, from: position)
        }
        // Nothing came of the try before: the voice may not speak it twice.
        let silence: [Effect] = current == nil ? [] : [.silence]
        outage?.didTry(at: now)
        state = .given(utterance.id)
        (progress.firstSentence, progress.firstWord) = (nil, nil)
        defer { progress.beginsAgain = false }
        return (silence + [.speak(utterance, from: position)], progress.beginsAgain)
    }

    /// Where the utterance in progress goes on after its voice or device was lost.
    var resumption: RunPosition? { progress.sentence }

    /// Ends a pause: returns where the utterance goes on if the voice knows nothing of it, because it came in the pause.
    mutating func resume(_ utterance: UtteranceID?) -> (isLost: Bool, from: RunPosition?) {
        defer { progress.pausedAt = nil }
        return (current != utterance, progress.pausedAt ?? progress.sentence)
    }

    /// The voice is silenced.
    mutating func silence() {
        if hasVoice { state = .idle }
    }

    /// The utterance that the voice was given and has not ended.
    private var current: UtteranceID? {
        switch state {
        case .noVoice, .idle: nil
        case .given(let id), .begun(let id): id
        }
    }

    private var hasBegun: Bool { if case .begun = state { true } else { false } }

    // MARK: What the voice reports

    mutating func didStart(_ id: UtteranceID) {
        if current == id { state = .begun(id) }
    }

    mutating func didPause(at position: RunPosition) { progress.pausedAt = position }

    /// A sentence of the utterance in progress is heard.
    /// - Returns: the device, if it is known by this that it can be used again.
    mutating func didReach(sentence: RunPosition, of id: UtteranceID) -> Status.Device? {
        progress.sentence = sentence
        return didReach(\.firstSentence, sentence, of: id)
    }

    /// A word is heard.
    /// - Returns: the device, if it is known by this that it can be used again.
    mutating func didReach(word: RunPosition, of id: UtteranceID) -> Status.Device? { didReach(\.firstWord, word, of: id) }

    /// The voice reports its first place as soon as the device has taken something; by the second, what came before has sounded.
    private mutating func didReach(
        _ first: WritableKeyPath<Progress, RunPosition?>, _ place: RunPosition, of id: UtteranceID
    ) -> Status.Device? {
        guard outage != nil, current == id else { return nil }
        guard let first = progress[keyPath: first] else {
            progress[keyPath: first] = place
            return nil
        }
        return place == first ? nil : didSound()
    }

    /// The voice has spoken all that it was given.
    /// - Returns: the device, if it is known by this that it can be used again.
    mutating func didFinish(_ id: UtteranceID) -> Status.Device? {
        guard current == id else { return nil }
        state = .idle
        return didSound()
    }

    /// The voice could not speak what it was given.
    mutating func didFail(_ id: UtteranceID) {
        if current == id { state = .idle }
    }

    /// O7: a part of the utterance in progress is over.
    /// - Returns: whether all that can be spoken of it is over, and whether words were left out; nil if it is not spoken in parts.
    mutating func didFinishPart(of id: UtteranceID) -> (isOver: Bool, hasLeftOut: Bool)? {
        guard progress.search?.utterance == id else { return nil }
        progress.search?.hear()
        progress.sentence = nil
        return progress.search.map { ($0.isOver, $0.hasLeftOut) }
    }

    // MARK: The voice

    /// Whether there is a voice.
    var hasVoice: Bool { if case .noVoice = state { false } else { true } }

    /// Since when there has been no voice; nil: there is one, or there has been none yet.
    var voicelessSince: Instant? { if case .noVoice(let since) = state { since } else { nil } }

    mutating func didStartVoice(_ synthesizer: String) {
        voice = Status.Voice(state: .ready, synthesizer: synthesizer, restarts: voice.restarts)
        state = .idle
    }

    /// The voice has ended, or does not answer.
    /// - Parameters:
    ///   - unheard: an utterance that the voice was sent and had not received.
    ///   - speaking: the utterance in progress.
    mutating func didLoseVoice(_ message: String, unheard: UtteranceID?, speaking: Utterance?, at now: Instant) -> Loss {
        voice = Status.Voice(state: .failed, restarts: voice.restarts + 1, message: message)
        let suspect = current == unheard ? nil : current
        state = .noVoice(since: voicelessSince ?? now)
        let isOpening = reportedDevice?.state == .opening
        reportedDevice = nil
        outage?.fail(at: now)
        if isOpening {
            let message = "it does not answer; restart the sound server, or choose another device"
            device = Status.Device(state: .unavailable, name: device.name, message: message)
            if outage == nil { outage = Outage(at: now) }
            return .device
        }
        if outage == nil { device = Status.Device(state: .closed, name: device.name) }
        guard let speaking, suspect == speaking.id else { return .voice }
        progress.losses += 1
        progress.beginsAgain = true
        guard progress.losses >= Self.mostLosses else { return .utterance }
        if progress.search == nil {
            progress.search = KillerSearch(in: speaking, from: progress.sentence)
        } else {
            progress.search?.lose(at: progress.sentence)
        }
        progress.sentence = nil
        return progress.search?.isOver != false || progress.losses >= KillerSearch.mostLosses ? .endedUtterance : .utterance
    }

    /// Something about the voice that people should know, until another is started; nil: nothing.
    mutating func note(_ message: String?) { voice.message = message }

    // MARK: The device

    /// The voice has reported how the device is.
    /// - Returns: whether it is so for people too: while it is tried again and again it stays unavailable, with the reason.
    mutating func didReport(_ device: Status.Device) -> Bool {
        reportedDevice = device
        return outage == nil || device.message != nil
    }

    /// Sets what people are told of the device.
    /// - Returns: whether that is new.
    mutating func show(_ device: Status.Device) -> Bool {
        defer { self.device = device }
        return device != self.device
    }

    /// The device has failed (O4).
    mutating func didLoseDevice(at now: Instant) {
        if outage == nil { outage = Outage(at: now) } else { outage?.fail(at: now) }
    }

    /// Another device is to be used: it may be tried at once.
    /// - Returns: whether there was an outage.
    mutating func choose(device name: String) -> Bool {
        device = Status.Device(state: .closed, name: name)
        defer { outage = nil }
        return outage != nil
    }

    /// Something was heard.
    /// - Returns: the device, if it could not be used before.
    private mutating func didSound() -> Status.Device? {
        guard outage != nil else { return nil }
        outage = nil
        return Status.Device(state: .open, name: reportedDevice?.name ?? device.name)
    }

    /// There is something new to say: reason to try the device sooner, unless it is being tried.
    mutating func hasten() {
        if current == nil { outage?.hasten() }
    }

    /// The outage, while nothing of what is tried has begun to sound: then the device is left alone until that is heard or fails.
    private var silentOutage: Outage? { hasBegun ? nil : outage }

    /// Since when the device can't be used, while nothing of what is tried has begun; nil: it can be, as far as is known.
    var deviceOutSince: Instant? { silentOutage?.since }

    /// When the device is to be tried again; nil: there is no reason, or no voice to do it.
    var nextTry: Instant? { hasVoice ? silentOutage?.nextTry : nil }
}
