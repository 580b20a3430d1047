// The moments of waiting utterances, in order: deadlines (Q13), and the beginnings of their waits (O4).
extension WaitingLines {
    /// Records new moments of an utterance.
    mutating func schedule(_ id: UtteranceID, at index: Dictionary<UtteranceID, Entry>.Index, _ changed: [Entry.Moment]) {
        let entries = entries
        for moment in changed {
            guard let instant = entries.values[index].instant(of: moment) else { continue }
            moments[moment.rawValue].add(instant, of: id, most: entries.count) { entries.instant(of: moment, $0) == $1 }
        }
    }

    /// Returns the earliest moment of this kind; nil if there is none.
    mutating func first(_ moment: Entry.Moment) -> Instant? {
        let entries = entries
        return moments[moment.rawValue].first { entries.instant(of: moment, $0) == $1 }
    }

    /// Returns the utterances whose moment of this kind has passed, the earliest first. Each such moment is returned only once.
    mutating func take(_ moment: Entry.Moment, hasCome: (Instant) -> Bool) -> [UtteranceID] {
        let entries = entries
        return moments[moment.rawValue].remove(where: { entries.instant(of: moment, $0) == $1 }, hasCome: hasCome)
    }
}

extension Dictionary<UtteranceID, WaitingLines.Entry> {
    fileprivate func instant(of moment: WaitingLines.Entry.Moment, _ id: UtteranceID) -> Instant? {
        index(forKey: id).flatMap { values[$0].instant(of: moment) }
    }
}
