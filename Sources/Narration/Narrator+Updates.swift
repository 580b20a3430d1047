import Accessibility
package import SpeechQueue

// §5: elements that update frequently are polled, not listened to.
extension Narrator {
    /// The refresh that is due now or, if it is only a matter of time, when it will be.
    enum Refresh {
        case now([SpeechRun])
        case at(Instant)
    }

    /// U2–U7: the focused element's newest value, if it is another than was last spoken.
    func refresh(at now: Instant) -> Refresh? {
        guard let client = foreground, !media.isOn, hint == nil, echoes.isEmpty, owesValue(of: client), let app = apps[client],
            let element = app.focused
        else { return nil }
        let next = app.refreshed.map { $0 + options.updateInterval } ?? now
        if next > now { return .at(next) }
        return .now(app.spoken.map { describer.changes(from: $0, to: element) } ?? describer.value(of: element))
    }

    /// Whether a client's focused element updates frequently, and its newest value is to be told (U3, U7).
    func owesValue(of client: ClientID) -> Bool {
        guard client == foreground, let app = apps[client], let element = app.focused, element.traits.contains(.updatesFrequently),
            !isMuted(client)
        else { return false }
        // Its description was cut before it was heard: then the value is all news.
        guard let spoken = app.spoken else { return true }
        guard element.value != spoken.value || element.label != spoken.label else { return false }
        guard element.valueKind == .percent, element.label == spoken.label, let new = element.value.flatMap(Amount.number) else {
            return true
        }
        // U7: a small step is none, but the last value is always spoken.
        let old = spoken.value.flatMap(Amount.number) ?? -.infinity
        return abs(new - old) >= options.percentStep || new >= 100
    }

    /// Returns why nothing is said for a request, where no step has said so: its client has gone, or its value was stored and never told.
    package func ruleOfSilence(for cause: Cause) -> Rule {
        guard let app = apps[cause.client] else { return .Q12 }
        if isMuted(cause.client) { return .Q4 }
        // A value that is not the newest was overtaken, or its element has lost the focus or is gone.
        guard app.newest == cause, let element = app.focused else { return .U4 }
        guard cause.client == foreground else { return .N5 }
        return element.valueKind == .percent && element.value != app.spoken?.value ? .U7 : .U3
    }

    /// Nothing more comes of a request: a value that becomes news later is the daemon's own to tell.
    package mutating func settle(_ cause: Cause) {
        if apps[cause.client]?.newest == cause { apps[cause.client]?.newest = nil }
    }

    /// U7: the last value, 100, is spoken once, however busy speech is.
    mutating func lastPercent(_ element: Element, of client: ClientID, at now: Instant) -> [Step] {
        guard element.valueKind == .percent, let number = element.value.flatMap(Amount.number), number >= 100 else { return [] }
        guard let last = unspokenPercent(element, of: client) else { return [] }
        apps[client]?.willAnnounce(element)
        return lastValue(last, of: element, client, at: now)
    }

    /// U7: it is always spoken, and so never too old.
    mutating func lastValue(_ runs: [SpeechRun], of element: Element, _ client: ClientID, at now: Instant) -> [Step] {
        low(runs, element, about: Subject(kind: .lastValue, client: client, element: element), maxAge: nil, of: client, at: now)
    }

    /// U3, U7: the last values that need not be told any more once a description was heard to its end: it had them in it.
    package func lastValues(toldBy description: UtteranceID) -> [UtteranceID] {
        guard let heard = subjects[description], case .description = heard.kind, heard.element.valueKind == .percent,
            describer.style.verbosity != .label
        else { return [] }
        return subjects.filter { _, subject in
            guard case .lastValue = subject.kind, subject.client == heard.client else { return false }
            let (told, last) = (heard.element, subject.element)
            return (told.id, told.label, told.value) == (last.id, last.label, last.value)
        }.keys.sorted()
    }

    /// What of a percentage is still to be said.
    func unspokenPercent(_ element: Element, of client: ClientID) -> [SpeechRun]? {
        guard element.valueKind == .percent, element.traits.contains(.updatesFrequently), client == foreground,
            apps[client]?.spoken?.value != element.value, !media.mutes(element.id, of: client)
        else { return nil }
        // The focus may be elsewhere when its turn comes.
        return describer.namedValue(of: element)
    }

    /// U8: a low announcement when a value passes a milestone; of several that it passes at once, the last.
    mutating func milestones(from old: Element, to new: Element, of client: ClientID, at now: Instant) -> [Step] {
        guard !new.milestones.isEmpty, let before = old.value, let after = new.value, before != after, !media.mutes(new.id, of: client),
            let milestone = Amount.crossed(new.milestones, from: before, to: after)
        else { return [] }
        var passed = new
        let reached: Double?
        switch milestone {
        case .number(let number):
            passed.value = Int(exactly: number).map(String.init) ?? "\(number)"
            reached = Amount.number(after)
        case .seconds(let seconds):
            passed.valueKind = .duration
            passed.value = Self.clock(seconds)
            reached = Amount.seconds(after)
        }
        // Exactly there, it is the value itself that is told: no refresh has to say it again.
        if milestone.amount == reached, apps[client]?.focus == new.id { apps[client]?.willAnnounce(new) }
        return low(describer.namedValue(of: passed), new, of: client, at: now)
    }

    /// `1:02:55`.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 359_999).rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }

    /// A low announcement of our own making.
    private mutating func low(
        _ runs: [SpeechRun], _ element: Element, about subject: Subject? = nil, maxAge: Double? = lowMaxAge, of client: ClientID,
        at now: Instant
    ) -> [Step] {
        var low = utterance(.low, runs, about: subject, name: nextName(), from: client, media: permission(of: element, client), at: now)
        low.deadline = maxAge.map { now + $0 }
        low.isAnnouncement = true
        low.allowRepeat = true
        low.isFromDaemon = true
        return [.post(low)]
    }

    /// Whether the user wants to hear nothing of an app.
    package func isMuted(_ client: ClientID) -> Bool {
        hellos[client]?.app.flatMap { options.apps[$0] }?.isMuted == true
    }
}
