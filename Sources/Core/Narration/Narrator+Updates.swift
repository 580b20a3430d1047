import Messages
package import SpeechQueue

// §5: elements that update frequently are polled.
extension Narrator {
    /// The refresh that is due now, or the moment when one is due.
    enum Refresh {
        case now([SpeechRun])
        case at(Instant)
    }

    /// U2–U7: Returns the focused element's newest value if it differs from the value that was last spoken.
    func refresh(at now: Instant) -> Refresh? {
        guard let client = foregroundClient, !media.isOn, hint == nil, echoes.isEmpty, owesValue(of: client), let screen = screens[client],
            let element = screen.focused, !silences(element, of: client)
        else { return nil }
        let next = screen.known?.refreshed.map { $0 + options.updateInterval } ?? now
        if next > now { return .at(next) }
        return .now(runs(for: screen.news(in: element, on: .poll(percentStep: options.percentStep)), of: element, client))
    }

    /// Returns whether a client's focused element updates frequently and its newest value still has to be spoken (U3, U7).
    func owesValue(of client: ClientID) -> Bool {
        guard isInForeground(client), let screen = screens[client], let element = screen.focused,
            element.traits.contains(.updatesFrequently),
            silence(of: client, byHand: false) == nil
        else { return false }
        if case .nothing = screen.news(in: element, on: .poll(percentStep: options.percentStep)) { return false }
        return true
    }

    /// Returns the words for what is news about an element.
    func runs(for news: Knowledge.News?, of element: Element, _ client: ClientID) -> [SpeechRun] {
        switch news {
        case nil, .nothing: []
        case .value: describer.value(of: element)
        case .changes(let since): describer.changes(from: since, to: element)
        case .everything: describer(for: client).describe(element).runs
        }
    }

    /// Returns the rule behind a request's silence if no step has named a rule: the client disconnected, or the value was stored and never
    /// spoken.
    package func ruleOfSilence(for cause: Cause) -> Rule {
        guard let screen = screens[cause.client] else { return .Q12 }
        if let rule = silence(of: cause.client, byHand: false) { return rule }
        if screen.left == cause { return .U6 }
        // A newer value replaced this one.
        guard screen.newest == cause, let element = screen.focused else { return .U4 }
        guard isInForeground(cause.client) else { return .N5 }
        return element.valueKind == .percent && element.value != screen.known?.said?.value ? .U7 : .U3
    }

    /// Detaches a request from the focused element once it has settled. If the value counts as new later, the daemon itself is the cause.
    package mutating func settle(_ cause: Cause) {
        if screens[cause.client]?.newest == cause { screens[cause.client]?.newest = nil }
    }

    /// U7: Posts the last value, 100, once, regardless of other speech.
    mutating func postLastPercent(_ element: Element, of client: ClientID, at now: Instant) -> [Step] {
        lastPercent(element, of: client).map { postLastValue($0, of: element, client, at: now) } ?? []
    }

    /// Returns the words for the last value, 100, unless it was spoken.
    private func lastPercent(_ element: Element, of client: ClientID) -> [SpeechRun]? {
        guard element.valueKind == .percent, let number = element.value.flatMap(Amount.number), number >= 100 else { return nil }
        return unspokenPercent(element, of: client)
    }

    /// U7: Posts a last value. It is always spoken, so it never expires.
    mutating func postLastValue(_ runs: [SpeechRun], of element: Element, _ client: ClientID, at now: Instant) -> [Step] {
        screens[client]?.announce(element)
        return postLow(runs, element, about: subject(.lastValue, element, of: client), maxAge: nil, of: client, at: now)
    }

    /// U3, U7: Returns the last values that no longer need to be spoken, because a description that was heard to its end contained them.
    package func lastValues(heardIn description: UtteranceID) -> [UtteranceID] {
        guard let heard = subjects[description], case .description = heard.kind, heard.element.valueKind == .percent,
            screens[heard.screen]?.clients.last.map({ describer(for: $0).style.verbosity }) != .label
        else { return [] }
        return subjects.filter { _, subject in
            guard case .lastValue = subject.kind, subject.screen == heard.screen else { return false }
            let (spoken, last) = (heard.element, subject.element)
            return (spoken.id, spoken.label, spoken.value) == (last.id, last.label, last.value)
        }.keys.sorted()
    }

    /// Returns the words for a percentage that has not been spoken yet, if the element has or had its app's focus.
    func unspokenPercent(_ element: Element, of client: ClientID) -> [SpeechRun]? {
        guard element.valueKind == .percent, element.traits.contains(.updatesFrequently), !element.traits.contains(.secureTextEntry),
            screens[client]?.hadFocus(element.id) == true, !mutes(element.id, of: client),
            case .value = screens[client]?.news(in: element, on: .lastPercent)
        else { return nil }
        // The focus may have moved before this is spoken.
        return describer.namedValue(of: element)
    }

    /// U7: Returns the words for the last value of an element that its client removes, unless the value was heard to its end.
    func unheardValue(of element: Element, _ client: ClientID) -> [SpeechRun]? {
        guard !element.traits.contains(.secureTextEntry), !mutes(element.id, of: client),
            case .value = screens[client]?.news(in: element, on: .lastValue)
        else { return nil }
        return describer.namedValue(of: element)
    }

    /// U8: Posts a low announcement when a value passes a milestone; if the value passes several at once, only for the last of them.
    mutating func postMilestones(from old: Element, to new: Element, of client: ClientID, at now: Instant) -> [Step] {
        let lexicon = describer.lexicons[new.language ?? describer.userLanguage]
        guard !new.milestones.isEmpty, !new.traits.contains(.secureTextEntry), old.value != new.value, !mutes(new.id, of: client),
            let before = Amount.of(old, in: lexicon), let reached = Amount.of(new, in: lexicon),
            let milestone = Amount.crossed(new.milestones, from: before, to: reached)
        else { return [] }
        var passed = new
        switch milestone {
        case .number(let number) where new.valueKind != .duration && !Amount.isClock(new.value ?? ""):
            passed.value = Int(exactly: number).map(String.init) ?? "\(number)"
        case .number(let seconds), .seconds(let seconds):
            passed.valueKind = .duration
            passed.value = Self.clock(seconds)
        }
        guard milestone.amount == reached else { return postLow(describer.namedValue(of: passed), new, of: client, at: now) }
        // The last percentage has its own announcement, with the same words, which never expires (U7).
        if lastPercent(new, of: client) != nil { return [] }
        // At the exact milestone the announcement contains the value itself, so no refresh is needed.
        screens[client]?.announce(new)
        let subject = self.subject(.milestone, new, of: client)
        return postLow(describer.namedValue(of: passed), new, about: subject, of: client, at: now)
    }

    /// Returns seconds as `1:02:55`.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 359_999).rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }

    /// Posts one of the narrator's own low announcements.
    private mutating func postLow(
        _ runs: [SpeechRun], _ element: Element, about subject: Subject? = nil, maxAge: Double? = lowMaxAge, of client: ClientID,
        at now: Instant
    ) -> [Step] {
        var low = utterance(.low, runs, about: subject, name: nextName(), from: client, media: permission(of: element, client), at: now)
        low.deadline = maxAge.map { now + $0 }
        low.hasUsualAge = maxAge != nil
        low.isAnnouncement = true
        low.allowRepeat = true
        low.isFromDaemon = true
        return [.post(low)]
    }
}
