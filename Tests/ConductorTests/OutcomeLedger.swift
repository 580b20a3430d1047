import Messages
import SpeechQueue

/// Which outcomes each client is owed, and which were sent: D1, and D4 for clients that have gone.
struct OutcomeLedger {
    private struct Entry {
        let client: ClientID
        var isRefused = false
        var ends = 0
        var told = 0
        /// How often it must be told; nil: once at most.
        var owed: Int? = 0
    }
    private struct Gone {
        let app: String
        let until: Instant
        /// The client that has returned as the same app.
        var heir: ClientID?
    }

    private var entries: [String: Entry] = [:]
    private var gone: [ClientID: Gone] = [:]
    /// The announcements that ended while their app was not connected.
    private var kept: [String: [String]] = [:]

    mutating func posts(_ id: String, _ client: ClientID) { entries[id] = Entry(client: client) }
    mutating func refused(_ id: String) { entries[id]?.isRefused = true }
    mutating func told(_ id: String, to client: ClientID) { entries[id]?.told += 1 }

    mutating func leaves(_ client: ClientID, _ hello: Hello, at now: Instant) {
        guard let app = hello.app, hello.replies != .none else { return }
        gone[client] = Gone(app: app, until: now + 60)
    }

    mutating func returns(_ hello: Hello, _ client: ClientID, at now: Instant) {
        for (former, left) in gone where left.app == hello.app && hello.replies != .none { gone[former]?.heir = client }
        guard let app = hello.app, hello.replies != .none, let ids = kept.removeValue(forKey: app) else { return }
        // Another client of the app may have gone since, for whose sake all is kept longer.
        for id in ids {
            guard let client = entries[id]?.client, let gone = gone[client] else { continue }
            entries[id]?.owed = now < gone.until ? 1 : nil
        }
    }

    /// The outcome is sent to its client, else to the one that returned as the same app, else to the next that does.
    mutating func ended(_ id: String, among connections: [ClientID: RandomScreen.Connection], at now: Instant) {
        guard var entry = entries[id] else { return }
        defer { entries[id] = entry }
        entry.ends += 1
        if let connection = connections[entry.client] {
            entry.owed = connection.hello.replies == .none ? 0 : 1
        } else if let gone = gone[entry.client] {
            let isHere = gone.heir.flatMap { connections[$0] }.map { $0.hello.replies != .none } ?? false
            entry.owed = isHere && now < gone.until ? 1 : nil
            if !isHere { kept[gone.app, default: []].append(id) }
        }
    }

    func problems() -> [String] {
        entries.sorted { $0.key < $1.key }.compactMap { id, entry in
            if entry.isRefused { return entry.ends + entry.told == 0 ? nil : "D1: \(id) was refused, and ended" }
            if entry.ends != 1 { return "D1: \(id) ended \(entry.ends) times" }
            let isRight = entry.owed.map { entry.told == $0 } ?? (entry.told <= 1)
            return isRight ? nil : "D1, D4: \(id) was told \(entry.told) times, not \(entry.owed ?? 1)"
        }
    }
}
