package import Messages
import Narration
package import SpeechQueue

// Notices: announced's own messages to the user (O6, T2).
extension Conductor {
    /// Refuses a configuration with mistakes, and notifies the user.
    package mutating func refuse(_ mistakes: [Status.Mistake], at now: Instant) -> [Effect] {
        self.mistakes = mistakes
        hasNewMistakes = true
        notifyOfMistakes(at: now)
        return conclude(at: now)
    }

    /// Notifies the user of mistakes in the configuration, once the voices are known: an unknown voice is also a mistake.
    mutating func notifyOfMistakes(at now: Instant) {
        guard hasNewMistakes, !mistakes.isEmpty, narrator.voices != nil || hasGivenUpOnVoices else { return }
        hasNewMistakes = false
        notify(.mistakes(mistakes.reduce(0) { $0 + $1.count }), at: now)
    }

    /// Notifies the user once that the chosen device is missing and another device plays the speech.
    mutating func notifyOfMissingDevice(_ device: Status.Device, at now: Instant) {
        guard device.state == .open || device.state == .closed, device.message != nil else {
            if device.state == .open { hasNotifiedOfMissingDevice = false }
            return
        }
        guard !hasNotifiedOfMissingDevice else { return }
        hasNotifiedOfMissingDevice = true
        notify(.missingDevice, at: now)
    }

    /// Reports each dictionary entry that this input's texts have turned off, and notifies the user of the first (T2). The next input's
    /// texts get the full search time again.
    mutating func reportEntriesOff(at now: Instant) {
        let news = narrator.entriesOff.dropFirst(reportedEntriesOff)
        let isFirst = reportedEntriesOff == 0 && !news.isEmpty
        reportedEntriesOff += news.count
        for entry in news { effects.append(.log(.entryOff(entry))) }
        if isFirst { notify(.entryOff, at: now) }
        narrator.refillReading()
    }

    /// Records the sockets whose place other programs have taken, so that new clients reach those programs, and notifies the user once of
    /// each (O9).
    package mutating func didFindSocketsTaken(_ paths: [String], at now: Instant) -> [Effect] {
        let isNew = !toldSockets.isSuperset(of: paths)
        takenSockets = paths
        toldSockets.formUnion(paths)
        if isNew {
            notify(.takenSocket, at: now)
        } else if paths.isEmpty {
            withdraw(.takenSocket, at: now)
        }
        return conclude(at: now)
    }

    /// Ends a notice that is no longer true, whether it waits or is being spoken.
    mutating func withdraw(_ kind: Notice.Kind, at now: Instant) {
        carryOut(queue.cancel(queue.ids(in: kind.group), .superseded, .Q9, at: now), at: now)
    }

    mutating func notify(_ notice: Notice, at now: Instant) {
        if speaksNotices { post(narrator.utterance(for: notice, at: now), at: now) }
    }
}
