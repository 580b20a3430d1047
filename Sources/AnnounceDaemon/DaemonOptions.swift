package import Configuration
package import Continuity
package import Systemd
package import VoiceSupervision

/// What a daemon is started with.
package struct DaemonOptions: Sendable {
    package var configuration: Configuration
    /// The configuration's mistakes, each with its place: the defaults hold for what they are about.
    package var mistakes: [String] = []
    /// Where clients connect, announced's own first.
    package var entrances: [Entrance]
    package var voice: VoiceProgram
    /// What the service manager wants to be told and has passed on.
    package var service: ServiceEnvironment
    /// What it has kept of the daemon before.
    package var inheritance: Inheritance
    /// A file to write the sound to, instead of the device.
    package var wav: String?
    /// Seconds without clients and speech after which it ends; nil: never.
    package var idleExit: Double?
    /// Whether it serves one command of its own, which hears only what it has asked for.
    var isPrivate: Bool { if case .connection = entrances.first?.place { true } else { false } }
    /// Seconds for which announcements wait for a device that can't be used (O4).
    package var devicePatience: Double { isPrivate ? 0 : 10 }  // somebody waits for a private daemon's command, and learns of it at once
    package var version: String
    package var processID: Int
    /// The only user, besides root, who may connect.
    package var user: UInt32

    package init(
        configuration: Configuration, entrances: [Entrance], voice: VoiceProgram, service: ServiceEnvironment = .none,
        inheritance: Inheritance = Inheritance(), wav: String?, idleExit: Double?, version: String, processID: Int, user: UInt32
    ) {
        self.configuration = configuration
        self.entrances = entrances
        self.voice = voice
        self.service = service
        self.inheritance = inheritance
        self.wav = wav
        self.idleExit = idleExit
        self.version = version
        self.processID = processID
        self.user = user
    }
}
