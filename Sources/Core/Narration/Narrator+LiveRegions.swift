import Messages
import SpeechQueue

/// A change of a live region that the user has not heard yet (N8).
struct LiveChange: Sendable {
    /// The element as the user knows it.
    var since: Element
    /// The announcement that still waits; nil: none.
    var waiting: UtteranceID?
    /// The announcement of an earlier change that is being spoken; nil: none.
    var speaking: UtteranceID?
}

// N8: changes of elements without the focus.
extension Narrator {
    /// Announces a change of an element without the focus, if the element or a container of it is live.
    mutating func announceChange(
        from old: Element, to element: Element, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        let frequent: Trait = .updatesFrequently
        let change = screens[client]?.liveChanges[element.id] ?? LiveChange(since: old)
        guard let region = element.liveRegion, element.milestones.isEmpty, !element.traits.contains(.secureTextEntry),
            !element.traits.contains(frequent)
        else {
            return dropLiveChange(of: element.id, client)
                + [silent(name, client, element.traits.contains(frequent) ? .U6 : .N6, element: element.id)]
        }
        guard isInForeground(client) else {
            return dropLiveChange(of: element.id, client) + [silent(name, client, .N5, element: element.id)]
        }
        if region.isBusy == true || mutes(element.id, of: client) {
            // What waits is out of date.
            let steps = dropLiveChange(of: element.id, client)
            screens[client]?.setLiveChange(LiveChange(since: change.since, speaking: change.speaking), of: element.id)
            return steps + [silent(name, client, region.isBusy == true ? .N8 : .M3, element: element.id)]
        }
        let runs = describer.announced(from: change.since, to: element, isAtomic: region.isAtomic == true)
        // An update of something else leaves the announcement that waits.
        if (old.label, old.value) == (element.label, element.value), old.liveRegion?.isBusy != true || runs.isEmpty {
            return [silent(name, client, .N6, element: element.id)]
        }
        var steps = dropLiveChange(of: element.id, client)
        guard !runs.isEmpty else { return steps + [silent(name, client, .U3, element: element.id)] }
        var announcement = utterance(
            region.politeness == .assertive ? .default : .low, runs, about: subject(.liveChange, element, of: client), name: nextName(),
            from: client, media: permission(of: element, client), at: now)
        announcement.isAnnouncement = true
        announcement.isFromDaemon = true
        // The element's own changes don't cut one another.
        announcement.waits = change.speaking != nil
        screens[client]?.setLiveChange(
            LiveChange(since: change.since, waiting: announcement.id, speaking: change.speaking), of: element.id)
        steps.append(.post(announcement))
        return steps
    }

    /// Ends the announcement of an element's change that still waits, and forgets the change.
    /// - Parameter cutsSpeaking: whether to also end the announcement of an earlier change that is being spoken or was cut.
    mutating func dropLiveChange(of id: String, _ client: ClientID, cutsSpeaking: Bool = false) -> [Step] {
        guard let change = screens[client]?.liveChanges[id] else { return [] }
        screens[client]?.setLiveChange(nil, of: id)
        let ended = cutsSpeaking ? [change.speaking, change.waiting] : [change.waiting]
        return ended.compactMap(\.self).map { .dropUtterance($0, .superseded, .N8) }
    }

    /// Records that the announcement of a change has begun: what it says counts as known.
    mutating func didBeginTelling(_ subject: Subject, by announcement: UtteranceID) {
        guard screens[subject.screen]?.liveChanges[subject.element.id]?.waiting == announcement else { return }
        screens[subject.screen]?.setLiveChange(LiveChange(since: subject.element, speaking: announcement), of: subject.element.id)
    }

    /// Records that the announcement of a change has ended.
    /// - Parameter isKnown: whether what it says counts as known; otherwise the next change says it, too.
    mutating func didTell(_ subject: Subject, by announcement: UtteranceID, isKnown: Bool) {
        guard var change = screens[subject.screen]?.liveChanges[subject.element.id] else { return }
        if change.speaking == announcement { change.speaking = nil }
        if change.waiting == announcement { (change.waiting, change.since) = (nil, isKnown ? subject.element : change.since) }
        let current = screens[subject.screen]?[subject.element.id]
        let hasNews = current.map { ($0.label, $0.value) != (change.since.label, change.since.value) } ?? false
        let isOver = change.waiting == nil && change.speaking == nil && !hasNews
        screens[subject.screen]?.setLiveChange(isOver ? nil : change, of: subject.element.id)
    }
}

extension Element {
    /// The element's own live region, or that of the nearest container that has one; nil if its changes are not announced.
    fileprivate var liveRegion: LiveRegion? {
        let around = container.map { [$0] + $0.enclosing } ?? []
        let region = live.over(around.lazy.map(\.live).first { $0.politeness != nil } ?? LiveRegion())
        return region.politeness == nil || region.politeness == .off ? nil : region
    }
}

extension Describer {
    /// Returns the words for a change of an element without the focus: what its value has got at its end, otherwise the label or the value
    /// that has changed.
    /// - Parameter isAtomic: whether label and value are said in any case.
    fileprivate func announced(from old: Element, to new: Element, isAtomic: Bool) -> [SpeechRun] {
        guard old.label != new.label || old.value != new.value else { return [] }
        if isAtomic { return namedValue(of: new) }
        if old.label == new.label, new.valueKind == .text, let value = new.value, let added = old.value.flatMap(value.added) {
            var addition = new
            addition.attributedValue = new.attributedValue?.suffix(added.utf8.count)
            return Phrase.trimmed(added) == nil ? [] : self.value(of: addition)
        }
        // A text that is cleared says nothing.
        if Phrase.trimmed(new.label) == nil, old.label != new.label, old.value == new.value { return [] }
        // Only label and value count.
        var before = new
        (before.attributedLabel, before.attributedValue) = (old.attributedLabel, old.attributedValue)
        return changes(from: before, to: new)
    }
}

extension String {
    /// Returns what was added at the end of a text; nil if the texts differ in another way, or if the last word has grown.
    fileprivate func added(to text: String) -> String? {
        guard !text.isEmpty, utf8.count > text.utf8.count, utf8.starts(with: text.utf8) else { return nil }
        let added = self[utf8.index(startIndex, offsetBy: text.utf8.count)...]
        guard text.last?.isWhitespace == true || added.first?.isWhitespace == true else { return nil }
        return String(added)
    }
}
