import Glibc
import SpeechQueue
package import Systemd

/// What the service manager has kept for this process of the one before it.
package struct Inheritance: Sendable {
    /// The names by which the manager keeps descriptors.
    static let journalName = "journal"
    private static let clientPrefix = "client-"

    /// The memory of its journal, the newest first: there is one, unless one could not be removed.
    var journals: [CInt] = []
    /// The connections of its clients.
    var connections: [(client: ClientID, descriptor: CInt)] = []

    /// Nothing.
    package init() {}

    /// Takes out of what the manager has passed what was kept.
    package init(from sockets: inout ActivationSockets) {
        journals = sockets.take(where: { $0 == Self.journalName }).map(\.number)
        for descriptor in sockets.take(where: { Self.client(named: $0) != nil }) {
            if let client = Self.client(named: descriptor.name) { connections.append((client, descriptor.number)) }
        }
    }

    /// Whether nobody is left at the other end: there is something to be read of it perhaps, but nobody to be told anything.
    static func hasHungUp(_ descriptor: CInt) -> Bool {
        var looked = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&looked, 1, 0) > 0 && CInt(looked.revents) & POLLHUP != 0
    }

    static func name(of client: ClientID) -> String { "\(clientPrefix)\(client.number)" }

    private static func client(named name: String) -> ClientID? {
        guard name.hasPrefix(clientPrefix), let number = UInt64(name.dropFirst(clientPrefix.count)), number < 1 << 62 else { return nil }
        return ClientID(number)
    }
}
