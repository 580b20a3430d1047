import Messages
import SpeechQueue

// The echo of an activated element (Q8), or a media session instead of the echo (M1).
extension Narrator {
    /// UIAccessibilityActivate: repeats the label (Q8), or starts a media session (M1).
    mutating func elementActivated(
        _ id: String, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        guard let element = screens[client]?[id] else { throw .unknownElement(id) }
        screens[client]?.hand.acted = now
        // A silent activation does not affect the previous echo (Q8).
        if element.traits.contains(.notEnabled) { return Narrated(steps: [silent(name, client, .Q8, element: id)]) }
        screens[client]?.hand.activated = (id, now)
        var warnings: [Warning] = []
        if element.traits.contains(.startsMediaSession) {
            if allowsSessions(of: client) {
                let former = dropEcho(of: client, .Q8)
                var narrated = pressStarter(element, name: name, of: client, at: now)
                narrated.steps = former + narrated.steps
                return narrated
            }
            warnings = [Warning(.ignored, "element: begins no media session, by the user's configuration (M7)")]
        }
        if let rule = silence(of: client, byHand: true) {
            return Narrated(steps: [silent(name, client, rule, element: id)], warnings: warnings)
        }
        if element.traits.contains(.keyboardKey), typesSecret(client) {
            return Narrated(steps: [silent(name, client, .K3, element: id)])
        }
        guard let label = element.label, !label.isEmpty, !silences(element, of: client) else {
            return Narrated(steps: [silent(name, client, media.isOn ? .M3 : .Q8, element: id)], warnings: warnings)
        }
        let former = dropEcho(of: client, .Q8)
        // The previous echo is out of date, even if it is another client's.
        let drop = Step.drop(UtteranceClass.focusSpeech, of: nil, .superseded, .Q8)
        // An app may report the new state before the activation that caused it. In that case the state replaces the echo (K5).
        if id == screens[client]?.focus, isInForeground(client), let updated = screens[client]?.hand.updated, updated.element == id,
            now - updated.at <= Self.echoDelay
        {
            return Narrated(
                steps: former + [drop, .post(update(updated.runs, element, name: name, of: client, isByHand: true, at: now))],
                warnings: warnings)
        }
        var echo = utterance(
            .echo, [SpeechRun(text: label, attributes: SpeechAttributes(language: element.language))],
            about: subject(.other, element, of: client), name: name, from: client,
            media: permission(of: element, client), at: now)
        echo.deadline = now + Self.echoAge
        // The echo of a keyboard key can't wait that long.
        if element.traits.contains(.keyboardKey) { return Narrated(steps: former + [drop, .post(echo)], warnings: warnings) }
        echoes[client] = PendingEcho(due: now + Self.echoDelay, utterance: echo)
        return Narrated(steps: former + [drop], warnings: warnings)
    }

    /// Seconds during which an update of an activated element counts as an effect of the activation (K5).
    static let effectTime = 2.0

    /// Seconds during which an echo waits in case its client posts something.
    private static let echoDelay = 0.15
    /// Seconds after which an echo is too late to confirm the activation.
    static let echoAge = 1.0

    /// Returns whether an update disables the element whose echo is pending, as an effect of its activation.
    func disablesItself(from old: Element, to new: Element, of client: ClientID) -> Bool {
        guard new.traits.contains(.notEnabled), !old.traits.contains(.notEnabled), let echo = echoes[client]?.utterance.id else {
            return false
        }
        return subjects[echo]?.element.id == new.id
    }

    /// Makes the pending echo say that its element is disabled.
    mutating func dimEcho(of element: Element, _ client: ClientID) {
        guard let pending = echoes[client], let subject = subjects[pending.utterance.id] else { return }
        var active = element
        active.traits.remove(.notEnabled)
        let former = cause
        cause = pending.utterance.cause
        defer { cause = former }
        var echo = utterance(
            .echo, describer.changes(from: active, to: element, withName: true), about: nil, name: pending.utterance.name, from: client,
            media: pending.utterance.media, at: pending.utterance.posted)
        echo.deadline = pending.utterance.deadline
        subjects[pending.utterance.id] = nil
        subjects[echo.id] = subject
        echoes[client]?.utterance = echo
    }
}
