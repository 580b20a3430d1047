import Accessibility

// Q10: what is said twice in a moment is one announcement with two outcomes.
extension SpeechQueue {
    /// Q10. A repeat of higher class lifts the one it repeats to its own class, so that it is heard no later than asked.
    mutating func merge(
        _ utterance: Utterance, _ key: RecentTexts.Key, at now: Instant, _ actions: inout [Action]
    ) -> Bool {
        guard utterance.isAnnouncement, !utterance.allowRepeat else { return false }
        if let outcome = recent.outcome(key, at: now) {
            supersede(utterance, at: now, &actions)
            actions.append(.ended(utterance, outcome))
            speakNext(at: now, &actions)
            return true
        }
        guard let first = recent.live(key) else { return false }
        // What stands between the first and this repeat in their group is out of date, and would be heard last.
        supersede(utterance, sparing: first, at: now, &actions)
        var utterance = utterance
        if case .speaking(var speaking) = state, speaking.utterance.id == first {
            if utterance.class.rawValue < speaking.utterance.class.rawValue {
                speaking.utterance.class = utterance.class
                speaking.utterance.isKept = utterance.isKept
            }
            speaking.utterance.deadline = speaking.utterance.laterDeadline(utterance)
            state = .speaking(speaking)
        } else if let waiter = waiting[first], utterance.class.rawValue < waiter.class.rawValue || utterance.media > waiter.media,
            var entry = waiting.remove(first)
        {
            if utterance.class.rawValue < waiter.class.rawValue {
                entry.utterance.class = utterance.class
                entry.utterance.isKept = utterance.isKept
                entry.utterance.waits = utterance.waits
            }
            entry.utterance.deadline = waiter.laterDeadline(utterance)
            entry.utterance.media = max(entry.utterance.media, utterance.media)
            if entry.isHeld { entry.utterance.posted = utterance.posted }
            entry.isHeld = entry.isHeld && !gate.admits(entry.utterance)
            let isHeld = entry.isHeld
            waiting.insert(entry)
            if case .speaking(let speaking) = state, !isPaused, !isHeld, !entry.utterance.waits,
                entry.utterance.class.cuts(speaking.utterance.class)
            {
                cut(speaking, by: utterance.class.cuttingRule, at: now, &actions)
                speakNext(skipping: speaking.utterance.id, at: now, &actions)
            }
        } else {
            waiting.renew(first, by: utterance)
        }
        // It will not be spoken: its outcome is all that is still owed, and the first one's text serves for both.
        utterance.runs = []
        if let served = speaking?.id == first ? speaking : waiting[first] {
            utterance.text = served.text
            if utterance.clientText == served.clientText { utterance.clientText = served.clientText }
            utterance.extraCost = utterance.clientText == served.clientText ? 0 : utterance.clientText?.utf8.count ?? 0
        }
        utterance.group = nil
        actions.append(.merged(utterance, into: first))
        // Lifted to its turn, the first may have been too old, and have ended just now (Q13): then this is the repeat's outcome too.
        for case .ended(let ended, let outcome) in actions where ended.id == first {
            actions.append(.ended(utterance, outcome))
            return true
        }
        // A repeat waits for an outcome too, and costs memory: beyond a bound it is told at once that nobody keeps count.
        if repeatCount < Self.mostRepeats, repeatBytes + utterance.repeatCost <= Self.mostRepeatBytes {
            repeats[first, default: []].append(utterance)
            repeatCount += 1
            repeatBytes += utterance.repeatCost
        } else {
            actions.append(.ended(utterance, Outcome(reason: .overflow, rule: .Q11)))
        }
        speakNext(at: now, &actions)
        return true
    }
}
