import Messages

/// The command-line option that selects where a door's clients connect, and the names of the same entrance elsewhere.
package struct EntranceOption: Sendable {
    /// The option's name, without dashes.
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

/// The information from which a starting daemon decides about a door's entrance.
package struct EntranceSurroundings {
    /// The value of the door's ``EntranceOption``.
    package var option: String?
    /// The sockets that the service manager passed for the door.
    package var passed: [CInt]
    /// The first client of a temporary daemon, which is already connected.
    package var connection: CInt?
    /// Whether the daemon listens at another than its usual path, as in a test. It then also avoids other servers' usual paths.
    package var isApart: Bool
    /// Whether the door's section of the configuration has `enabled`.
    package var isEnabled: Bool
    package var user: UInt32
    /// The function that returns a variable's value; nil if it is not set.
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
