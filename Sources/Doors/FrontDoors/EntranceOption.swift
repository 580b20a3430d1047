import Messages

/// The command-line option that says where a door's clients connect, and the name of the same place elsewhere.
package struct EntranceOption: Sendable {
    /// Its name without dashes.
    package var name: String
    package var valueName: String
    package var help: String
    /// The `FileDescriptorName=` of the service manager's sockets for this door, and its section in the configuration.
    package var service: String

    package init(_ name: String, valueName: String, help: String, service: String) {
        self.name = name
        self.valueName = valueName
        self.help = help
        self.service = service
    }
}

/// A starting daemon's knowledge about the place of one door.
package struct EntranceSurroundings {
    /// The value of the door's ``EntranceOption``.
    package var option: String?
    /// The sockets that the service manager passed for the door.
    package var passed: [CInt]
    /// The first client, connected already, of a temporary daemon.
    package var connection: CInt?
    /// Whether the daemon listens away from its usual place, as in a test: it then leaves other servers' usual places alone too.
    package var isApart: Bool
    /// Whether the door's section of the configuration says `enabled`.
    package var isEnabled: Bool
    package var user: UInt32
    /// Returns a variable's value; nil if it is not set.
    package var environment: @Sendable (String) -> String?

    package init(
        option: String?, passed: [CInt] = [], connection: CInt? = nil, isApart: Bool = false, isEnabled: Bool = true, user: UInt32,
        environment: @escaping @Sendable (String) -> String?
    ) {
        self.option = option
        self.passed = passed
        self.connection = connection
        self.isApart = isApart
        self.isEnabled = isEnabled
        self.user = user
        self.environment = environment
    }

    /// The folder of the user's sockets.
    package var runtimeFolder: String { RuntimeFolder.path(environment: environment, user: user) }
}
