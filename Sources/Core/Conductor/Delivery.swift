import Messages
import Narration
import SpeechQueue

/// The path of the current utterance to the user's ear: whether there is a voice, which text the voice received, how much of the text was
/// heard, and whether the sound device can be used (O4, O5, O7).
///
/// The conductor passes on the voice's reports; the delivery decides what the voice speaks next, and from where.
struct Delivery: Sendable {
    /// The voice's state. Pause and outage are stored separately, because they outlast a voice: it may be lost and replaced during either.
    private enum State: Sendable, Equatable {
        /// No voice since this moment; nil: there has been none yet.
        case noVoice(since: Instant?)
        /// The voice has nothing to speak.
        case idle
        /// The voice has received an utterance.
        case given(UtteranceID)
        /// The sound device has accepted the utterance's first samples.
        case begun(UtteranceID)
    }

    /// Progress of the current utterance, whichever voice speaks it.
    struct Progress: Sendable {
        /// The sentence being heard; speech continues here if the voice or the device is lost.
        var sentence: RunPosition?
        /// The word at which the pause began (O5).
        var pausedAt: RunPosition?
        /// The number of voices lost to the utterance.
        var losses = 0
        /// Whether the next delivery counts as another attempt.
        var isNewAttempt = false
        /// The search for the words that end voices, once the utterance has lost too many voices.
        var search: KillerSearch?
        /// Where the next part begins, after the part that the voice received; nil if that was the last part, or the utterance is not long
        /// (§9).
        var next: RunPosition?
        /// Whether any part was heard, and whether words were left out of any part.
        var hasHeardPart = false
        var hasLeftOut = false
        /// The first positions that the voice has reported since it received the utterance.
        var firstSentence, firstWord: RunPosition?
    }

    /// The cause of a voice's loss.
    enum Loss: Equatable {
        /// The voice was opening the device.
        case device
        /// The voice had received nothing that could have ended it.
        case voice
        /// The utterance in progress. It is spoken again, from the second loss on in parts.
        case utterance
        /// The utterance in progress, with nothing left to speak.
        case endedUtterance
    }

    /// The number of voices that an utterance may end before it is spoken in parts (O7).
    private static let mostLosses = 2

    /// Seconds for which utterances that are neither high nor low wait for a usable device (O4); with 0, nothing waits.
    var patience: Double { mayRecover ? patienceForVoice : devicePatience }
    /// Seconds for which they wait for a voice. A voice that ends is replaced at once.
    var patienceForVoice: Double { max(devicePatience, Self.usualPatience) }
    /// Seconds for which highs and lows wait for a voice or a device; nil: indefinitely. A command that has started its own daemon must
    /// end.
    var longestPatience: Double? { devicePatience == 0 ? Self.usualPatience : nil }
    private let devicePatience: Double
    private static let usualPatience = 10.0
    /// Whether the next voice is likely to succeed: the last voice was ready, or was only too slow, as on a busy machine.
    private var mayRecover = false
    private var synthesizer: String?
    private var voiceLosses = 0
    private var voiceMessage: String?
    private(set) var device: Status.Device
    /// The device as the voice reported it. During an outage, `status` shows it as unavailable until something is heard.
    private var reportedDevice: Status.Device?
    private var state = State.noVoice(since: nil)
    var progress = Progress()
    /// Where utterances that wait again will continue: a screen reader's text at its sentence (Q6), a paused client's at its word (O5).
    private var places: [UtteranceID: RunPosition] = [:]
    private var outage: Outage?

    init(device: String, patience: Double) {
        self.device = Status.Device(state: .closed, name: device)
        devicePatience = patience
    }

    // MARK: The utterance in progress

    /// Starts another utterance.
    /// - Returns: the position at which it begins, if an earlier attempt was silenced.
    mutating func begin(_ id: UtteranceID) -> RunPosition? {
        begin(at: places.removeValue(forKey: id))
        return progress.sentence
    }

    /// Starts the utterance in progress again, from a position.
    mutating func begin(at position: RunPosition?) {
        progress = Progress()
        progress.sentence = position
    }

    /// Keeps the position at which an utterance will continue.
    mutating func keep(_ place: RunPosition?, of id: UtteranceID) { places[id] = place }

    /// Forgets where an utterance will continue.
    mutating func forgetPlace(of id: UtteranceID) { places[id] = nil }

    /// The voice's next text: an utterance or a part of it, and the position to begin at.
    struct Part {
        var utterance: Utterance
        var position: RunPosition?
        /// Whether the voice must be silenced first: the previous attempt failed, and the voice might speak the utterance twice.
        var replacesAttempt: Bool
        /// Whether this counts as another attempt.
        var isNewAttempt: Bool
    }

    /// Returns what to give to the voice of `utterance`; nil if there is no voice, or if the device may not be tried now.
    /// - Parameters:
    ///   - position: the position to begin at, if the text before it was heard.
    ///   - isNextPart: whether the part right before it has just been heard.
    ///   - narrator: the narrator, which prepares the text of a long utterance.
    mutating func deliver(
        _ utterance: Utterance, from position: RunPosition?, isNextPart: Bool = false, reading narrator: inout Narrator, at now: Instant
    ) -> Part? {
        guard hasVoice, outage.map({ $0.nextTry <= now }) ?? true else { return nil }
        var (utterance, position) = (utterance, position)
        if let search = progress.search, search.utterance == utterance.id {
            (utterance, position) = search.part(of: utterance, from: position)
        }
        if utterance.isUnread { (utterance, position) = readPart(of: utterance, from: position, isNext: isNextPart, by: &narrator) }
        let part = Part(
            utterance: utterance, position: position, replacesAttempt: current != nil, isNewAttempt: progress.isNewAttempt)
        outage?.didTry(at: now)
        state = .given(utterance.id)
        (progress.firstSentence, progress.firstWord) = (nil, nil)
        progress.isNewAttempt = false
        return part
    }

    /// Where to continue if the utterance was cut, or if the voice or the device was lost.
    var resumption: RunPosition? { progress.pausedAt ?? progress.sentence }

    /// Ends a pause.
    /// - Returns: the position to continue at if the voice has not received the utterance, because it started during the pause.
    mutating func resume() -> RunPosition? {
        // A voice that is still to start continues there, too.
        if !hasVoice, let pausedAt = progress.pausedAt { progress.sentence = pausedAt }
        defer { progress.pausedAt = nil }
        return resumption
    }

    /// Silences the voice. An attempt that is cut says nothing about the device, so the next may follow soon.
    mutating func silence() {
        if hasVoice { state = .idle }
        hasten()
    }

    /// The utterance that the voice has received and not finished.
    var current: UtteranceID? {
        switch state {
        case .noVoice, .idle: nil
        case .given(let id), .begun(let id): id
        }
    }

    private var hasBegun: Bool { if case .begun = state { true } else { false } }

    // MARK: The voice's reports

    mutating func didStart(_ id: UtteranceID) {
        guard current == id else { return }
        state = .begun(id)
        mayRecover = false
    }

    mutating func didPause(at position: RunPosition) { progress.pausedAt = position }

    /// Records the sentence being heard.
    /// - Returns: the device, if this shows that it can be used again.
    mutating func didReach(sentence: RunPosition, of id: UtteranceID) -> Status.Device? {
        progress.sentence = sentence
        return didReach(\.firstSentence, sentence, of: id)
    }

    /// Records that a word is being heard.
    /// - Returns: the device, if this shows that it can be used again.
    mutating func didReach(word: RunPosition, of id: UtteranceID) -> Status.Device? { didReach(\.firstWord, word, of: id) }

    /// Records a position. The first position only shows that the device accepted some samples. The second shows that the samples before it
    /// have sounded.
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

    /// Records that the voice has spoken everything it received.
    /// - Returns: the device, if this shows that it can be used again.
    mutating func didFinish(_ id: UtteranceID) -> Status.Device? {
        guard current == id else { return nil }
        state = .idle
        return didSound()
    }

    /// Records that the voice could not speak the text that it received.
    mutating func didFail(_ id: UtteranceID) {
        if current == id { state = .idle }
    }

    // MARK: The voice

    /// The voice as `status` shows it.
    var voice: Status.Voice {
        let state: Status.Voice.State = hasVoice ? .ready : voicelessSince == nil ? .starting : .failed
        return Status.Voice(state: state, synthesizer: synthesizer, restarts: voiceLosses, message: voiceMessage)
    }

    var hasVoice: Bool { if case .noVoice = state { false } else { true } }

    /// When the voice was lost; nil: there is one, or there has been none yet.
    var voicelessSince: Instant? { if case .noVoice(let since) = state { since } else { nil } }

    mutating func didStartVoice(_ synthesizer: String) {
        (self.synthesizer, voiceMessage) = (synthesizer, nil)
        state = .idle
    }

    /// Records that the voice ended or does not answer.
    /// - Parameters:
    ///   - unheard: an utterance that was sent to the voice but never arrived.
    ///   - wasKilled: whether the voice process was killed instead of ending by itself.
    ///   - speaking: the utterance in progress.
    mutating func didLoseVoice(
        _ message: String, unheard: UtteranceID?, wasKilled: Bool, speaking: Utterance?, at now: Instant
    ) -> Loss {
        (synthesizer, voiceMessage) = (nil, message)
        voiceLosses += 1
        let suspect = current == unheard ? nil : current
        mayRecover = hasVoice || wasKilled
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
        progress.isNewAttempt = true
        guard progress.losses >= Self.mostLosses else { return .utterance }
        if progress.search == nil {
            progress.search = KillerSearch(in: speaking, from: progress.sentence, to: progress.next)
        } else {
            progress.search?.lose(at: progress.sentence)
        }
        progress.sentence = nil
        guard progress.losses < KillerSearch.mostLosses else { return .endedUtterance }
        return progress.search?.isOver == false || beginNextPart() ? .utterance : .endedUtterance
    }

    // MARK: The device

    /// Receives the voice's report about the device.
    /// - Returns: whether `status` shows the report. During an outage, it shows only reports with a reason: the device is still
    ///   unavailable, or another device replaces it.
    mutating func didReport(_ device: Status.Device) -> Bool {
        reportedDevice = device
        return outage == nil || device.message != nil
    }

    /// Sets the device's state as `status` shows it.
    /// - Returns: whether it has changed.
    mutating func show(_ device: Status.Device) -> Bool {
        defer { self.device = device }
        return device != self.device
    }

    /// Records that the device failed (O4).
    mutating func didLoseDevice(at now: Instant) {
        mayRecover = false
        if outage == nil { outage = Outage(at: now) } else { outage?.fail(at: now) }
    }

    /// Switches to another device, which may be tried at once.
    mutating func choose(device name: String) -> Bool {
        device = Status.Device(state: .closed, name: name)
        defer { outage = nil }
        return outage != nil
    }

    /// Records that something was heard.
    /// - Returns: the device, if there was an outage.
    private mutating func didSound() -> Status.Device? {
        guard outage != nil else { return nil }
        outage = nil
        var heard = reportedDevice ?? device
        // The reason of the failure no longer applies. The reason why another device is used still does (O6).
        if heard.state != .open { heard = Status.Device(state: .open, name: heard.name) }
        return heard
    }

    /// Allows an earlier attempt because there is something new to speak, unless an attempt is in progress.
    mutating func hasten() {
        if current == nil { outage?.hasten() }
    }

    /// The outage, until an attempt begins to sound. From then on, the device is left alone until the utterance is heard or fails.
    private var silentOutage: Outage? { hasBegun ? nil : outage }

    /// The start of the outage, until an attempt begins to sound; nil: the device works, as far as is known.
    var deviceOutSince: Instant? { silentOutage?.since }

    /// Whether the voice was lost, or the device has failed and nothing has been heard since.
    var isOut: Bool { outage != nil || voicelessSince != nil }

    /// When to try the device again; nil: there is no outage, or no voice.
    var nextTry: Instant? { hasVoice ? silentOutage?.nextTry : nil }
}
