package import Messages
import Narration
package import SpeechQueue

// Notices: announced's own messages to the user (O6, T2).
extension Conductor {
    /// Refuses a configuration with mistakes, and notifies the user.
    package mutating func refuse(_ mistakes: [Status.Mistake], at now: Instant) -> [Effect] {
        notices.didFind(mistakes)
        notifyOfMistakes(at: now)
        return conclude(at: now)
    }

    /// Notifies the user of mistakes in the configuration, once the voices are known: an unknown voice is also a mistake.
    mutating func notifyOfMistakes(at now: Instant) {
        if narrator.voices != nil || pending.hasGivenUp { notify(notices.ofMistakes(), at: now) }
    }

    /// Reports each dictionary entry that this input's texts have turned off, and notifies the user of the first (T2). The next input's
    /// texts get the full search time again.
    mutating func reportEntriesOff(at now: Instant) {
        let (news, notice) = notices.ofEntriesOff(narrator.entriesOff)
        for entry in news { effects.append(.log(.entryOff(entry))) }
        notify(notice, at: now)
        narrator.refillReading()
    }

    /// Records the sockets whose place other programs have taken, so that new clients reach those programs, and notifies the user once of
    /// each (O9).
    package mutating func didFindSocketsTaken(_ paths: [String], at now: Instant) -> [Effect] {
        notify(notices.ofTakenSockets(paths), at: now)
        if paths.isEmpty { withdraw(.takenSocket, at: now) }
        return conclude(at: now)
    }

    /// The paths of the daemon's sockets whose place another program has taken (O9).
    package var takenSockets: [String] { notices.takenSockets }

    /// Ends a notice that is no longer true, whether it waits or is being spoken.
    mutating func withdraw(_ kind: Notice.Kind, at now: Instant) {
        carryOut(queue.cancel(queue.ids(in: kind.group), .superseded, .Q9, at: now), at: now)
    }

    mutating func notify(_ notice: Notice?, at now: Instant) {
        if notices.areSpoken, let notice { post(narrator.utterance(for: notice, at: now), at: now) }
    }
}
