import Messages

/// Something in a timeline, with a duration or at a single moment.
struct TimelineItem: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Speech, heard to its end or until it was silenced.
        case speech(isWhole: Bool)
        /// An utterance held until a media session ends (M1).
        case held
        /// An utterance that was never heard, or was merged with another.
        case unheard
        /// A notification that caused no speech.
        case silent
        case earcon
        case focus
        case session
    }

    var kind: Kind
    var client: String
    /// The utterance's class; nil if it is not an utterance.
    var `class`: String?
    /// Seconds since the start of the trace.
    var start: Double
    var end: Double
    var text: String
    /// Why the item began, is held or ended: reason and rule.
    var note: String
}

extension TimelineItem {
    /// Returns the items of a trace, in the order in which they begin.
    static func items(of trace: [TraceEvent]) -> [TimelineItem] {
        var collector = TimelineCollector()
        for event in trace { collector.add(event) }
        return collector.finished(at: trace.last?.at ?? 0)
    }
}

/// Combines the events of a trace that belong together: the beginning and end of an utterance or a session.
private struct TimelineCollector {
    private struct Key: Hashable {
        var client, id: String
        var `class`, text: String?
    }
    private struct Session: Hashable {
        var client, name: String
    }

    private var items: [TimelineItem] = []
    /// Items that have not ended: indices into ``items``.
    private var open: [Key: Int] = [:]
    private var sessions: [Session: Int] = [:]
    /// Where unfinished utterances were last shown: indices into ``items``.
    private var seen: [Key: Int] = [:]

    mutating func add(_ event: TraceEvent) {
        let key = Key(client: event.client, id: event.id, class: event.class, text: event.text)
        let why = [event.reason?.rawValue, event.rule].compactMap { $0 }.joined(separator: " ")
        func item(_ kind: TimelineItem.Kind, _ text: String, _ note: String) -> TimelineItem {
            TimelineItem(
                kind: kind, client: event.client, class: event.class, start: event.at, end: event.at, text: text, note: note)
        }
        switch event.event {
        case .started:
            end(key, at: event.at)
            begin(key, item(.speech(isWhole: false), event.text ?? "", ""))
        case .held:
            end(key, at: event.at)
            begin(key, item(.held, event.text ?? "", why))
        case .cut: end(key, at: event.at, "cut \(why)")
        case .finished:
            if open[key] != nil {
                end(key, at: event.at, event.successful == true ? "" : why, isWhole: event.successful == true)
            } else if let index = seen[key] {
                // A refused duplicate gets the first utterance's outcome, which is shown there.
                if items[index].kind != .unheard { items[index].note += ", \(event.reason?.rawValue ?? "")" }
            } else {
                items.append(item(.unheard, event.text ?? "", why))
            }
            seen[key] = nil
        case .refused:
            seen[key] = items.count
            items.append(item(.unheard, event.text ?? "", "refused \(why)"))
        case .received, .posted, .settled: break
        case .silent: items.append(item(.silent, event.element ?? event.text ?? event.id, why))
        case .earcon: items.append(item(.earcon, event.earcon?.rawValue ?? "", why))
        case .focus: items.append(item(.focus, event.element ?? "nowhere", why))
        case .mediaSession: session(event, item(.session, "", why))
        }
    }

    private mutating func begin(_ key: Key, _ item: TimelineItem) {
        open[key] = items.count
        seen[key] = items.count
        items.append(item)
    }

    private mutating func end(_ key: Key, at: Double, _ note: String = "", isWhole: Bool = false) {
        guard let index = open.removeValue(forKey: key) else { return }
        items[index].end = at
        if items[index].kind != .held { items[index].kind = .speech(isWhole: isWhole) }
        items[index].note = [items[index].note, note].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private mutating func session(_ event: TraceEvent, _ item: TimelineItem) {
        guard let session = event.session else { return }
        let key = Session(client: event.client, name: session.session)
        switch session.change {
        case .began:
            var item = item
            item.text = "\(session.mode.rawValue): \(session.session)"
            sessions[key] = items.count
            items.append(item)
        case .extended: break
        case .ended:
            guard let index = sessions.removeValue(forKey: key) else { return }
            items[index].end = event.at
            items[index].note += ", ended: \(session.reason?.rawValue ?? "") \(event.rule ?? "")"
        }
    }

    /// - Parameter end: The end of the trace, which is also the end of items that have not ended.
    func finished(at end: Double) -> [TimelineItem] {
        var items = items
        for index in open.values { items[index].end = end }
        for index in sessions.values { items[index].end = end }
        return items.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }
}
