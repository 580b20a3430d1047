import Messages
import SpeechQueue

/// What the user knows of an element that has or had the focus, and what the user still has to hear of it.
struct Knowledge: Sendable {
    /// The element as last said; nil if the user has to hear it whole: nothing was said since the focus came, or what was said does not count.
    private(set) var said: Element?
    /// The last value that the user knows for certain, as a hash, because it may be long; nil if there is none.
    private var told: Told?
    /// The newest utterance about the element, and the newest that describes it. Either may have finished.
    private(set) var posted: UtteranceID?
    private(set) var description: UtteranceID?
    /// The waiting updates and when each was posted, oldest first (N4).
    private(set) var updates: [(id: UtteranceID, posted: Instant)] = []
    /// Whether the focus moved while it could not be described: in the background (N5) or during a media session (M5).
    var owesDescription = false
    /// When the last refresh began; nil if there was none since the description (U5).
    var refreshed: Instant?

    private struct Told {
        var value: Int?
        /// Whether one of the narrator's own announcements says the value and may still wait (U7, U8). Otherwise it was heard to its end.
        var isAnnounced: Bool

        init(_ element: Element, isAnnounced: Bool) {
            value = element.value?.hashValue
            self.isAnnounced = isAnnounced
        }
    }

    // MARK: What is news

    /// An occasion to say something about an element again.
    enum Occasion {
        /// A layoutChanged without an argument; the element as the newest utterance about it says it, if that has not finished (N3).
        case layout(pending: Element?)
        /// The poll of an element that updates frequently, and the step of percentages (U3, U7).
        case poll(percentStep: Double)
        /// The user adjusts the element (K5).
        case adjustment
        /// Updates that have fallen behind (N4).
        case lateUpdates
        /// The last value of a percentage (U7).
        case lastPercent
        /// The last value of an element that is removed (U7).
        case lastValue
    }

    /// What an element has that the user does not know.
    enum News {
        case nothing
        case value
        case changes(since: Element)
        case everything
    }

    /// Returns what is news about the element as it is now.
    func news(in element: Element, on occasion: Occasion) -> News {
        switch occasion {
        case .layout(let pending):
            return (pending.map { adopting($0, now: element) } ?? said).map { .changes(since: $0) } ?? .everything
        case .adjustment: return said.map { .changes(since: $0) } ?? .everything
        case .lateUpdates: return said.map { .changes(since: $0) } ?? .value
        case .poll(let percentStep):
            // The description was cut before it was heard, so the value counts as new.
            guard let said else { return .value }
            return element.isNews(since: said, percentStep: percentStep) ? .changes(since: said) : .nothing
        // A value whose speech has only begun counts as known while the element has the focus.
        case .lastPercent: return (said?.value.map(\.hashValue) ?? told?.value) == element.value?.hashValue ? .nothing : .value
        case .lastValue: return element.value == nil || told.map { $0.value == element.value?.hashValue } ?? false ? .nothing : .value
        }
    }

    // MARK: What was said

    /// Records an utterance that will say something about the element.
    mutating func post(_ id: UtteranceID, describes: Bool = false) {
        posted = id
        if describes { (description, owesDescription) = (id, false) }
    }

    /// Records an update that will be said.
    mutating func post(update: Utterance) {
        updates.append((update.id, update.posted))
        post(update.id)
    }

    /// Records that an update no longer waits; nil: that none does.
    mutating func dequeue(_ update: UtteranceID?) { updates.removeAll { update == nil || $0.id == update } }

    /// Records that speech about the element has begun.
    /// - Parameters:
    ///   - element: the element as it is said.
    ///   - newest: the element as it is now.
    mutating func didBegin(_ element: Element, now newest: Element?) { said = newest.map { adopting(element, now: $0) } ?? element }

    /// Returns the element as the user will know it: with its newest value if an announcement says that.
    private func adopting(_ element: Element, now newest: Element) -> Element {
        guard let told, told.isAnnounced, told.value == newest.value?.hashValue else { return element }
        var element = element
        element.attributedValue = newest.attributedValue
        return element
    }

    /// Records that the element was heard to the end of its value. If an announcement says the newest value, that still counts.
    mutating func didHear(_ element: Element, now newest: Element?) {
        let element = newest.map { adopting(element, now: $0) } ?? element
        if told?.isAnnounced == true, told?.value == element.value?.hashValue { return }
        told = Told(element, isAnnounced: false)
    }

    /// Records that one of the narrator's own announcements will say the element's value.
    mutating func announce(_ element: Element, hasFocus: Bool) {
        if hasFocus { said = element }
        told = Told(element, isAnnounced: true)
    }

    /// Records that such an announcement was not heard.
    mutating func didLose(_ element: Element) {
        // A newer value may have been announced since, or the value was heard in another way.
        guard let told, told.isAnnounced, told.value == element.value?.hashValue else { return }
        (self.told, said) = (nil, nil)
    }

    /// Records that the description was cut and waits again.
    mutating func didReturn() { said = nil }

    /// Records that the focus has left. A value whose speech had only begun does not count as heard.
    mutating func loseFocus() {
        let told = told
        self = Knowledge()
        self.told = told
    }

    /// Records that the value as last said does not count.
    mutating func forgetValue() { said?.value = nil }

    /// Returns the knowledge of an element after a restart.
    static func restored(_ element: Element, hasFocus: Bool) -> Knowledge {
        var knowledge = Knowledge()
        if hasFocus { knowledge.said = element } else { knowledge.told = Told(element, isAnnounced: false) }
        return knowledge
    }
}

extension Element {
    /// U3, U7, E13: Returns whether the value, the label or a state differs from what was last said. A small step of a percentage does not count.
    fileprivate func isNews(since said: Element, percentStep: Double) -> Bool {
        let hasNewState = states != said.states || live.isBusy != said.live.isBusy
        guard value != said.value || label != said.label || hasNewState else { return false }
        guard valueKind == .percent, label == said.label, !hasNewState, let new = value.flatMap(Amount.number) else { return true }
        let old = said.value.flatMap(Amount.number) ?? -.infinity
        return abs(new - old) >= percentStep || new >= 100
    }
}
