import Messages
import Narration
package import SpeechQueue

// O6, T2: what announced itself has to say.
extension Conductor {
    /// A configuration with mistakes was to be used, and is not.
    package mutating func refuse(_ mistakes: [String], at now: Instant) -> [Effect] {
        self.mistakes = mistakes
        hasUntoldMistakes = true
        return concluded(tellMistakes(at: now), at: now)
    }

    /// Tells the user of the configuration's mistakes, once the voices are known: a wrong voice is a mistake too.
    mutating func tellMistakes(at now: Instant) -> [Effect] {
        guard hasUntoldMistakes, !mistakes.isEmpty, narrator.voices != nil || hasGivenUpOnVoices else { return [] }
        hasUntoldMistakes = false
        return tell(.mistakes(mistakes.count), at: now)
    }

    /// Tells the user that another device speaks than the one that was chosen, once as long as that is so.
    mutating func tellMissingDevice(_ device: Status.Device, at now: Instant) -> [Effect] {
        guard device.state == .open || device.state == .closed, device.message != nil else {
            if device.state == .open { hasToldMissingDevice = false }
            return []
        }
        guard !hasToldMissingDevice else { return [] }
        hasToldMissingDevice = true
        return tell(.missingDevice, at: now)
    }

    /// T2: reports each entry of the dictionary that the texts of this input have turned off, and tells the user of the first. The next
    /// input's texts may be searched as long again.
    mutating func reportEntriesOff(at now: Instant) -> [Effect] {
        let news = narrator.entriesOff.dropFirst(reportedEntriesOff)
        let isFirst = reportedEntriesOff == 0 && !news.isEmpty
        reportedEntriesOff += news.count
        let told = isFirst ? tell(.entryOff, at: now) : []
        narrator.refillReading()
        return news.map { .log(.entryOff($0)) } + told
    }

    /// Ends a notice that is no longer true, whether it waits or is spoken.
    mutating func withdraw(_ kind: Notice.Kind, at now: Instant) -> [Effect] {
        carryOut(queue.cancel(queue.ids(in: kind.group), .superseded, .Q9, at: now), at: now)
    }

    private mutating func tell(_ notice: Notice, at now: Instant) -> [Effect] {
        speaksNotices ? post(narrator.utterance(for: notice, at: now), at: now) : []
    }
}
