import Messages
import SpeechQueue

// Updates and removal of elements (§3, §5, N4).
extension Narrator {
    mutating func elementUpdated(
        _ update: ElementUpdate, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        guard let old = screens[client]?[update.id] else { throw .unknownElement(update.id) }
        var element = old
        if let label = update.attributedLabel { element.attributedLabel = label }
        if let value = update.attributedValue { element.attributedValue = value }
        if let traits = update.traits { element.traits = traits }
        if let hint = update.attributedHint { element.attributedHint = hint }
        if let roleDescription = update.roleDescription { element.roleDescription = roleDescription }
        if let level = update.level { element.level = level }
        if let content = update.content { element.content = content }
        if let actions = update.actions { element.actions = actions }
        element.states = update.states.over(element.states)
        element.live = update.live.over(element.live)
        _ = try register(element, of: client)
        var narrated = Narrated(warnings: warnings(for: update.attributedLabel, update.attributedValue, update.attributedHint, field: ""))
        if update.traits != nil { narrated.warnings += inconsistencies(of: element, field: "traits") }
        if screens[client]?.focus == element.id { screens[client]?.newest = cause }
        narrated.steps = postMilestones(from: old, to: element, of: client, at: now)
        narrated.steps += didSwitch(from: old, to: element, name: name, of: client, at: now)
        let last = postLastPercent(element, of: client, at: now)
        narrated.steps += last
        guard screens[client]?.focus == element.id else {
            if disablesItself(from: old, to: element, of: client) { dimEcho(of: element, client) }
            if last.isEmpty { narrated.steps += announceChange(from: old, to: element, name: name, of: client, at: now) }
            return narrated
        }
        if !isInForeground(client) {
            if last.isEmpty { narrated.steps.append(silent(name, client, .N5, element: element.id)) }
        } else if element.traits.contains(.updatesFrequently) {
            // U1: stored; ``due(queueIsIdle:at:)`` decides when it is spoken.
        } else if let typed = postTyping(update, from: old, to: element, name: name, of: client, at: now) {
            var before = element
            (before.states, before.live) = (old.states, old.live)
            let hasNewState = !describer.changes(from: before, to: element).isEmpty
            narrated.steps += typed + (hasNewState ? postUpdate(from: before, to: element, name: name, of: client, at: now) : [])
        } else if element.traits.contains(.adjustable) {
            narrated.steps += postAdjustment(from: old, to: element, name: name, of: client, at: now)
        } else {
            narrated.steps += postUpdate(from: old, to: element, name: name, of: client, at: now)
        }
        return narrated
    }

    /// Posts each update, in order. ``catchUp(at:)`` replaces the updates that fall behind (N4).
    private mutating func postUpdate(
        from old: Element, to element: Element, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        guard !silences(element, of: client) else { return [silent(name, client, .M3, element: element.id)] }
        let isDisabled = disablesItself(from: old, to: element, of: client)
        let runs = describer.changes(from: old, to: element, withName: isDisabled)
        guard !runs.isEmpty else { return [silent(name, client, .U3, element: element.id)] }
        // The echo says a new label.
        if old.label == element.label || old.value != element.value { screens[client]?.hand.updated = (element.id, runs, now) }
        let isByHand = screens[client]?.hand.activated.map { $0.element == element.id && now - $0.at <= Self.effectTime } ?? false
        return [.post(update(runs, element, name: name, of: client, isByHand: isByHand, at: now))]
    }

    /// N4: Replaces late updates with the newest state, and warns the app to set `updatesFrequently`.
    mutating func catchUp(at now: Instant) -> [Step] {
        guard let late = catchingUp, late <= now, let client = foregroundClient, let element = screens[client]?.focused else { return [] }
        cause = screens[client]?.newest
        var steps: [Step] = [.dropWaiting([.update], of: screens.id(of: client), .superseded, .N4)]
        // An update that the voice has received but not started is also late. It is left to the voice.
        screens[client]?.known?.dequeue(nil)
        let changes = runs(for: screens[client]?.news(in: element, on: .lateUpdates), of: element, client)
        let newest = changes.isEmpty ? describer.value(of: element) : changes
        steps.append(.post(update(newest, element, name: nextName(), of: client, at: now)))
        if screens[client]?.warnedBehind.insert(element.id).inserted == true {
            let warning = Warning(.behind, "set updatesFrequently on \(element.id)")
            steps.append(.send(.warning(warning, element: element.id), to: client))
        }
        return steps
    }

    /// When the oldest of several waiting updates will be too late; nil if none will be.
    var catchingUp: Instant? {
        guard let pending = screens[foreground]?.known?.updates, pending.count > 1 else { return nil }
        return pending[0].posted + Self.mostBehind
    }

    /// The maximum delay of an update, in seconds (N4).
    static let mostBehind = 10.0

    /// Posts only the newest value. It cuts speech about the focus and removes waiting updates.
    private mutating func postAdjustment(
        from old: Element, to element: Element, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        screens[client]?.hand.acted = now
        guard !silences(element, of: client, byUser: true) else { return [silent(name, client, .M3, element: element.id)] }
        if case .everything = screens[client]?.news(in: element, on: .adjustment) {
            // The user has not yet heard which element this is. If the app moved the focus, the description waits (Q7).
            let mayCut = screens[client]?.hand.movedFocus == true || options.appFocusInterrupts
            return describeFocus(as: mayCut ? .userFocus : .appFocus, byUser: true, name: name, of: client, at: now)
        }
        let isDisabled = disablesItself(from: old, to: element, of: client)
        let isValue = old.value != element.value && !isDisabled
        var before = element
        (before.states, before.live) = (old.states, old.live)
        let runs =
            isValue
            ? describer.value(of: element) + describer.changes(from: before, to: element)
            : describer.changes(from: old, to: element, withName: isDisabled)
        guard !runs.isEmpty else { return [silent(name, client, .U3, element: element.id)] }
        return [
            .drop(UtteranceClass.focusSpeech, of: nil, .superseded, .Q5),
            // During a pause, too, only the newest update is kept.
            .dropWaiting([.update], of: screens.id(of: client), .superseded, .Q5),
            .post(update(runs, element, name: name, of: client, media: .play, isByHand: true, at: now)),
        ]
    }

    mutating func update(
        _ runs: [SpeechRun], _ element: Element, name: String, of client: ClientID, media: MediaPermission = .none, isByHand: Bool = false,
        at now: Instant
    ) -> Utterance {
        var update = utterance(
            .update, runs, about: subject(.update, element, of: client), name: name, from: client,
            media: max(media, permission(of: element, client)), at: now)
        (update.isByHand, update.userActed) = (isByHand, screens[client]?.hand.acted)
        screens[client]?.known?.post(update: update)
        return update
    }

    mutating func elementRemoved(
        _ id: String, speaksLastValue: Bool, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        guard let element = screens[client]?[id] else { throw .unknownElement(id) }
        let words = speaksLastValue ? unheardValue(of: element, client) : unspokenPercent(element, of: client)
        guard screens[client]?.focus == id else {
            let last = words.map { postLastValue($0, of: element, client, at: now) }
            screens[client]?.remove(id)
            return Narrated(steps: last ?? [silent(name, client, .U6, element: id)])
        }
        var steps: [Step] = [.drop(UtteranceClass.focusSpeech.union([.screen]), of: screens.id(of: client), .superseded, .U6)]
        if let title = screens[client]?.opening.pendingTitle, isInForeground(client) {
            let runs = [describer.screen(title, in: hellos[client]?.language)]
            var screen = utterance(.screen, runs, about: nil, name: nextName(), from: client, at: now)
            screen.waits = true
            steps.append(.post(screen))
        }
        if let words { steps += postLastValue(words, of: element, client, at: now) }
        screens[client]?.remove(id)
        screens[client]?.moveFocus(to: nil)
        return Narrated(steps: steps + focusSteps(nil, name: name, client))
    }
}
