import DequeModule
import Messages
import Narration
import SpeechQueue

/// An utterance that has left the queue. Its outcome still has to be sent.
struct Ending: Sendable {
    var utterance: Utterance
    var outcome: Outcome
    /// The request that ended it.
    var cause: String?

    /// Its approximate memory, in bytes. A duplicate shares the text of the original.
    var cost: Int { 1024 + (utterance.runs.isEmpty ? 0 : utterance.text.utf8.count) }
}

/// The utterances whose outcomes are sent in the next slices, in order.
struct Endings: Sendable {
    private(set) var all: Deque<Ending> = []
    /// Their memory, in bytes.
    private(set) var bytes = 0
    /// How many there are of each client's announcements, and of each screen reader's texts.
    private var announcements: [ClientID: Int] = [:]
    private var readings: [ClientID: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    /// Returns whether outcomes of a client's announcements, except a screen reader's texts, still have to be sent.
    func owes(_ client: ClientID) -> Bool { announcements[client] != nil }
    /// Returns whether outcomes of a screen reader's texts still have to be sent.
    func owesReading(_ client: ClientID) -> Bool { readings[client] != nil }

    mutating func append(_ ending: Ending) {
        all.append(ending)
        count(ending, by: 1)
    }

    mutating func popFirst() -> Ending? {
        guard let first = all.popFirst() else { return nil }
        count(first, by: -1)
        return first
    }

    /// Removes and returns the first endings of a client's announcements, except a screen reader's texts.
    /// - Parameter most: the length of their texts after which the rest is left, in bytes.
    mutating func take(of client: ClientID, atMost most: Int) -> [Ending] {
        guard owes(client) else { return [] }
        var (own, rest): ([Ending], Deque<Ending>) = ([], [])
        var left = most
        for ending in all {
            if left > 0, ending.utterance.client == client, !ending.utterance.isFromScreenReader {
                left -= ending.utterance.text.utf8.count
                own.append(ending)
                count(ending, by: -1)
            } else {
                rest.append(ending)
            }
        }
        all = rest
        return own
    }

    private mutating func count(_ ending: Ending, by change: Int) {
        bytes += change * ending.cost
        let client = ending.utterance.client
        let counts = ending.utterance.isFromScreenReader ? \Self.readings : \Self.announcements
        let new = self[keyPath: counts][client, default: 0] + change
        self[keyPath: counts][client] = new > 0 ? new : nil
    }
}
