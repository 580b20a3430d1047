package import Messages
import Narration
package import SpeechQueue

// Notices: announced's own messages to the user (O6, T2).
extension Conductor {
    /// Refuses a configuration with mistakes, and notifies the user.
    package mutating func refuse(_ mistakes: [Status.Mistake], at now: Instant) -> [Effect] {
        self.mistakes = mistakes
        hasNewMistakes = true
        return conclude(notifyOfMistakes(at: now), at: now)
    }

    /// Notifies the user of mistakes in the configuration, once the voices are known: an unknown voice is also a mistake.
    mutating func notifyOfMistakes(at now: Instant) -> [Effect] {
        guard hasNewMistakes, !mistakes.isEmpty, narrator.voices != nil || hasGivenUpOnVoices else { return [] }
        hasNewMistakes = false
        return notify(.mistakes(mistakes.reduce(0) { $0 + $1.count }), at: now)
    }

    /// Notifies the user once that the chosen device is missing and another device plays the speech.
    mutating func notifyOfMissingDevice(_ device: Status.Device, at now: Instant) -> [Effect] {
        guard device.state == .open || device.state == .closed, device.message != nil else {
            if device.state == .open { hasNotifiedOfMissingDevice = false }
            return []
        }
        guard !hasNotifiedOfMissingDevice else { return [] }
        hasNotifiedOfMissingDevice = true
        return notify(.missingDevice, at: now)
    }

    /// Reports each dictionary entry that this input's texts have turned off, and notifies the user of the first (T2). The next input's
    /// texts get the full search time again.
    mutating func reportEntriesOff(at now: Instant) -> [Effect] {
        let news = narrator.entriesOff.dropFirst(reportedEntriesOff)
        let isFirst = reportedEntriesOff == 0 && !news.isEmpty
        reportedEntriesOff += news.count
        let notice = isFirst ? notify(.entryOff, at: now) : []
        narrator.refillReading()
        return news.map { .log(.entryOff($0)) } + notice
    }

    /// Records the sockets whose place other programs have taken, so that new clients reach those programs, and notifies the user once of
    /// each (O9).
    package mutating func didFindSocketsTaken(_ paths: [String], at now: Instant) -> [Effect] {
        let isNew = !toldSockets.isSuperset(of: paths)
        takenSockets = paths
        toldSockets.formUnion(paths)
        if isNew { return conclude(notify(.takenSocket, at: now), at: now) }
        return paths.isEmpty ? conclude(withdraw(.takenSocket, at: now), at: now) : []
    }

    /// Ends a notice that is no longer true, whether it waits or is being spoken.
    mutating func withdraw(_ kind: Notice.Kind, at now: Instant) -> [Effect] {
        carryOut(queue.cancel(queue.ids(in: kind.group), .superseded, .Q9, at: now), at: now)
    }

    mutating func notify(_ notice: Notice, at now: Instant) -> [Effect] {
        speaksNotices ? post(narrator.utterance(for: notice, at: now), at: now) : []
    }
}
