import Narration
import SpeechQueue

/// The changes that still have to be journaled. Most changes are added as they happen. Values that change in many places are compared with
/// the values journaled last.
struct UnsavedChanges: Sendable {
    /// Whether the state is journaled.
    let areKept: Bool
    private var entries: [JournalEntry] = []
    private var number: UInt64 = 0
    private var sessionChanges = 0
    private var ages = AgeClock()
    private var foreground: JournalEntry?
    private var owed = OwedSpeech()

    init(areKept: Bool) { self.areKept = areKept }

    mutating func append(_ entry: JournalEntry) {
        if areKept { entries.append(entry) }
    }

    mutating func compare(_ narrator: Narrator, _ ages: AgeClock, _ foreground: JournalEntry, _ owed: OwedSpeech) {
        if narrator.lastNumber != number {
            number = narrator.lastNumber
            entries.append(.numbered(number))
        }
        if narrator.sessionChanges != sessionChanges {
            sessionChanges = narrator.sessionChanges
            entries.append(.sessions(narrator.sessions))
        }
        if ages != self.ages {
            self.ages = ages
            entries.append(.ages(ages))
        }
        if foreground != self.foreground {
            self.foreground = foreground
            entries.append(foreground)
        }
        if owed != self.owed {
            self.owed = owed
            entries.append(.owed(owed))
        }
    }

    /// Removes and returns the changes, in order.
    mutating func take() -> [JournalEntry] {
        defer { entries = [] }
        return entries
    }
}
