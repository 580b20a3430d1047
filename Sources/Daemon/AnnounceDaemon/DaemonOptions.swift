package import Configuration
package import Continuity
package import FrontDoors
package import Messages
package import Systemd
package import VoiceSupervision

/// The options with which a daemon is started.
package struct DaemonOptions: Sendable {
    package var configuration: Configuration
    /// The configuration's mistakes, each with its position; the keys concerned have their defaults.
    package var mistakes: [Status.Mistake] = []
    /// The file in which the user's choice is saved (O8).
    package var settingsFile: String?
    /// Where clients connect; announced's own socket comes first.
    package var entrances: [Entrance]
    package var voice: VoiceProgram
    /// The environment passed on by the service manager.
    package var service: ServiceEnvironment
    /// State inherited from the previous daemon.
    package var inheritance: Inheritance
    /// A sound file to write, instead of playing the sound.
    package var wav: String?
    /// Seconds without clients and speech until the daemon ends; nil: never.
    package var idleExit: Double?
    /// Whether a command started this daemon, so that it ends when idle.
    package var isTemporary: Bool { entrances.contains { if case .connection = $0.place { true } else { false } } }
    /// How many seconds announcements wait for a device that can't be used (O4).
    package var devicePatience: Double { isTemporary ? 0 : 10 }  // a temporary daemon's command should fail at once
    package var version: String
    package var processID: Int
    /// The only user, besides root, who may connect.
    package var user: UInt32
    /// Called after each piece of work, on the event loop.
    package var didWork: @Sendable () -> Void = {}

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
