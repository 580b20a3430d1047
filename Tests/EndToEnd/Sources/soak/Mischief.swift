import Glibc
import Synchronization
import TestSupport

/// Faults during the soak: the voice is killed or stopped, the sound server goes and returns, the configuration changes, descriptors run out.
struct Mischief {
    private let daemon: SoakedDaemon
    private let judge: Judge
    private var generator: SeededGenerator
    /// When the daemon was last started, and how often it was killed soon after a start: a daemon that ends again and again drops its
    /// journal.
    private var started = SuspendingClock.now
    private var quickKills = 0

    /// A daemon that lives longer has outlived what it restored.
    private static let probation = Duration.seconds(11)
    private static let mostQuickKills = 2

    init(_ daemon: SoakedDaemon, judge: Judge, seed: UInt64) {
        (self.daemon, self.judge) = (daemon, judge)
        generator = SeededGenerator(seed: seed)
    }

    /// Causes faults until `end`; then everything works again.
    mutating func run(until end: SuspendingClock.Instant) async throws {
        while SuspendingClock.now < end {
            try await pause(upTo: 3000)
            try await happen()
        }
        try daemon.reload(SoakedDaemon.configurations[0])
    }

    private mutating func pause(upTo milliseconds: Int) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: 50...milliseconds, using: &generator)))
    }

    private mutating func happen() async throws {
        switch Int.random(in: 0..<13, using: &generator) {
        case 0..<3: daemon.signalVoice(counted("voice killed", SIGKILL))
        case 3: daemon.signalVoice(counted("voice stopped", SIGSTOP))
        case 4:
            _ = counted("sound server killed")
            try await daemon.server.kill()
            try await pause(upTo: 3000)
            try await daemon.server.restart()
        case 5:
            _ = counted("sound server restarted")
            try await daemon.server.restart()
        case 6:
            _ = counted("sound server hung")
            daemon.server.freeze()
            try await pause(upTo: 4000)
            daemon.server.thaw()
        case 10: try await restart(by: SIGUSR1, as: "daemon restarted")
        case 11: try await restart(by: SIGKILL, as: "daemon killed")
        case 12:
            // Then no voice can be started, and no one can connect.
            _ = counted("descriptors ran out")
            try await daemon.limitDescriptors(to: 3)
            daemon.signalVoice(SIGKILL)
            try await pause(upTo: 3000)
            try await daemon.limitDescriptors(to: 1024)
        case 7..<9:
            _ = counted("reload")
            try daemon.reload(SoakedDaemon.configurations.randomElement(using: &generator)!)
        default:
            _ = counted("reload, refused")
            try daemon.reload(SoakedDaemon.mistakes.randomElement(using: &generator)!)
        }
    }

    /// Ends the daemon, whatever it is doing; the next one continues.
    private mutating func restart(by signal: Int32, as what: String) async throws {
        quickKills = SuspendingClock.now - started < Self.probation ? quickKills + 1 : 0
        guard quickKills <= Self.mostQuickKills else { return }
        judge {
            $0.count(what)
            $0.restarts(isKilled: signal == SIGKILL)
        }
        try await daemon.restart(by: signal)
        started = .now
    }

    private func counted(_ what: String, _ signal: Int32 = 0) -> Int32 {
        judge { $0.count(what) }
        return signal
    }
}
