import Glibc
import SpeechQueue
package import Systemd

/// The state that the service manager has kept from the previous process.
package struct Inheritance: Sendable {
    /// The names under which the manager keeps descriptors.
    static let journalName = "journal"
    private static let clientPrefix = "client-"

    /// The memory of the previous process's journals, the newest first. There is one, unless an old one could not be removed.
    var journals: [CInt] = []
    /// The connections of the previous process's clients.
    var connections: [(client: ClientID, descriptor: CInt)] = []

    /// Creates an empty inheritance.
    package init() {}

    /// Removes the kept descriptors from those that the service manager has passed.
    package init(from sockets: inout ActivationSockets) {
        journals = sockets.take(where: { $0 == Self.journalName }).map(\.number)
        for descriptor in sockets.take(where: { Self.client(named: $0) != nil }) {
            if let client = Self.client(named: descriptor.name) { connections.append((client, descriptor.number)) }
        }
    }

    /// Returns whether the peer has closed its connection completely: input may be left to read, but the peer receives no output.
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
