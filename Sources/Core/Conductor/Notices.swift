import Messages
import Narration

/// The notices for the user, each given once: of mistakes in the configuration, a missing device (O6), dictionary entries that were turned off
/// (T2), and taken sockets (O9).
struct Notices: Sendable {
    /// Whether announced itself speaks notices to the user.
    let areSpoken: Bool
    /// The configuration's mistakes, and whether the user still has to be notified of them.
    private(set) var mistakes: [Status.Mistake]
    private var hasNewMistakes = true
    /// The paths of the daemon's sockets whose place another program has taken, and the paths of which the user has been notified.
    private(set) var takenSockets: [String] = []
    private var toldSockets: Set<String> = []
    private var hasToldOfMissingDevice = false
    /// The number of turned-off dictionary entries that have been reported.
    private var reportedEntriesOff = 0

    init(areSpoken: Bool, mistakes: [Status.Mistake]) {
        self.areSpoken = areSpoken
        self.mistakes = mistakes
    }

    /// Starts with a new configuration.
    mutating func didReadConfiguration() {
        mistakes = []
        hasToldOfMissingDevice = false
        reportedEntriesOff = 0
    }

    mutating func didFind(_ mistakes: [Status.Mistake]) {
        self.mistakes = mistakes
        hasNewMistakes = true
    }

    /// Returns the notice of new mistakes, once.
    mutating func ofMistakes() -> Notice? {
        guard hasNewMistakes, !mistakes.isEmpty else { return nil }
        hasNewMistakes = false
        return .mistakes(mistakes.reduce(0) { $0 + $1.count })
    }

    /// Returns the notice, once, that the chosen device is missing and another device plays the speech.
    mutating func ofMissingDevice(_ device: Status.Device) -> Notice? {
        guard device.state == .open || device.state == .closed, device.message != nil else {
            if device.state == .open { hasToldOfMissingDevice = false }
            return nil
        }
        defer { hasToldOfMissingDevice = true }
        return hasToldOfMissingDevice ? nil : .missingDevice
    }

    /// Returns the entries that have been turned off since the last call, and the notice of the first one.
    mutating func ofEntriesOff(
        _ all: [PronunciationDictionary.Entry]
    ) -> (news: ArraySlice<PronunciationDictionary.Entry>, notice: Notice?) {
        let news = all.dropFirst(reportedEntriesOff)
        defer { reportedEntriesOff += news.count }
        return (news, reportedEntriesOff == 0 && !news.isEmpty ? .entryOff : nil)
    }

    /// Returns the notice of newly taken sockets.
    mutating func ofTakenSockets(_ paths: [String]) -> Notice? {
        let isNew = !toldSockets.isSuperset(of: paths)
        takenSockets = paths
        toldSockets.formUnion(paths)
        return isNew ? .takenSocket : nil
    }
}
