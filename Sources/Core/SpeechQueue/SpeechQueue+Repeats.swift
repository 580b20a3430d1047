import Messages

// Q10: a text posted twice within a moment is spoken once and has two outcomes.
extension SpeechQueue {
    /// Merges a duplicate with its original (Q10). A more urgent duplicate makes the original equally urgent, so that the text is heard no
    /// later than requested.
    /// - Returns: whether the utterance was a duplicate.
    mutating func merge(
        _ utterance: Utterance, _ key: RecentTexts.Key, replacing replaced: [UtteranceID], at now: Instant, _ actions: inout [Action]
    ) -> Bool {
        guard utterance.isAnnouncement, !utterance.allowRepeat else { return false }
        if let outcome = recent.outcome(key, since: utterance.userActed, at: now) {
            supersede(utterance, at: now, &actions)
            actions.append(.ended(utterance, outcome))
            speakNext(at: now, &actions)
            return true
        }
        // The announcements that the new one replaces end, so they can't be its original.
        guard let first = recent.live(key), !replaced.contains(first) else { return false }
        // An action of the user between the two texts may have caused the second.
        let posted = (speaking?.id == first ? speaking : waiting[first])?.posted
        if let posted, let userActed = utterance.userActed, posted < userActed { return false }
        // Utterances of the group that were posted between the original and this duplicate are out of date, and would be heard last.
        supersede(utterance, sparing: first, at: now, &actions)
        var utterance = utterance
        if case .speaking(var speaking) = state, speaking.utterance.id == first {
            if utterance.class.rawValue < speaking.utterance.class.rawValue {
                speaking.utterance.class = utterance.class
                speaking.utterance.isKept = utterance.isKept
            }
            speaking.utterance.adoptLaterAge(of: utterance, on: ages, at: now)
            state = .speaking(speaking)
        } else if let waiter = waiting[first], utterance.isMoreUrgent(than: waiter) || utterance.media > waiter.media,
            var entry = waiting.remove(first)
        {
            if utterance.isMoreUrgent(than: waiter) {
                entry.utterance.class = utterance.class
                entry.utterance.isKept = utterance.isKept
                entry.utterance.waits = utterance.waits
                entry.utterance.cutsOtherApps = utterance.cutsOtherApps
            }
            entry.utterance.adoptLaterAge(of: utterance, on: ages, at: now)
            entry.utterance.media = max(entry.utterance.media, utterance.media)
            if entry.isHeld { entry.utterance.posted = utterance.posted }
            entry.isHeld = entry.isHeld && mustWait(entry.utterance)
            let isHeld = entry.isHeld
            waiting.insert(entry)
            if case .speaking(let speaking) = state, !isPaused, !isHeld, entry.utterance.cuts(speaking.utterance) {
                cut(speaking, by: entry.utterance, at: now, &actions)
                speakNext(skipping: speaking.utterance.id, cutter: first, at: now, &actions)
            }
        } else {
            waiting.renew(first, by: utterance, on: ages, at: now)
        }
        // The duplicate will not be spoken: only its outcome is pending, and it can share the original's text.
        utterance.runs = []
        if let served = speaking?.id == first ? speaking : waiting[first] {
            utterance.text = served.text
            if utterance.clientText == served.clientText { utterance.clientText = served.clientText }
            utterance.extraCost = utterance.clientText == served.clientText ? 0 : utterance.clientText?.utf8.count ?? 0
        }
        utterance.group = nil
        actions.append(.merged(utterance, into: first))
        // The original may have had its turn because of its new class, and may have expired just now (Q13). In that case the duplicate
        // receives the same outcome.
        for case .ended(let ended, let outcome) in actions where ended.id == first {
            actions.append(.ended(utterance, outcome))
            return true
        }
        // A duplicate that waits for an outcome takes memory. Beyond a limit it finishes at once.
        if repeats.hasRoom(for: utterance) {
            repeats.add(utterance, to: first)
        } else {
            actions.append(.ended(utterance, Outcome(reason: .overflow, rule: .Q11)))
        }
        speakNext(at: now, &actions)
        return true
    }
}
