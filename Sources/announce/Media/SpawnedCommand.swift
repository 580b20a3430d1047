import ArgumentParser
import ConnectedProcess
import Glibc
import NIOPosix
import Synchronization

/// A command that runs in announce's process group, with its standard streams and whatever else announce was given.
struct SpawnedCommand {
    private let processID: pid_t

    /// Starts it.
    /// - Parameter inherited: the descriptors that it gets too, beside the standard streams. With the daemon's socket among them it would
    ///   keep the media session after announce is gone.
    /// - Throws: 127 if there is no such command, 126 if it can't be run, after a line on standard error.
    init(_ command: [String], inheriting inherited: Set<CInt>) throws {
        for descriptor in Self.openDescriptors().subtracting(inherited) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        PassedOnSignals.keep()
        do {
            // We ignore SIGPIPE, whether we were started so or not.
            processID = try ProcessSpawn.start(command[0], Array(command.dropFirst()), restoring: [SIGPIPE])
        } catch {
            StandardError.print("announce: \(command[0]): \(error.reason)")
            throw ExitCode(error.code == ENOENT ? 127 : 126)
        }
        PassedOnSignals.pass(to: processID)
    }

    /// The descriptors that are open now.
    static func openDescriptors() -> Set<CInt> {
        guard let folder = unsafe opendir("/proc/self/fd") else { return [] }
        defer { unsafe closedir(folder) }
        let own = unsafe dirfd(folder)
        var open: Set<CInt> = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let number = CInt(name), number != own { open.insert(number) }
        }
        return open
    }

    /// Awaits its end.
    /// - Returns: what a shell would say of it.
    func exitCode() async -> CInt {
        let processID = processID
        switch try? await NIOThreadPool.singleton.runIfActive({ ProcessEnd(of: processID) }) {
        case .exited(let code): return code
        case .killed(let signal): return 128 + signal
        case nil: return 126
        }
    }
}

/// Signals that are sent to this process, and meant for the command that it runs.
///
/// The handlers do what a handler may do: load an atomic, `kill`, `_exit`. A signal that the terminal sends is not passed on, for it goes
/// to the command too, which is in the same process group.
enum PassedOnSignals {
    /// The command's process; 0: there is none; -1: it is being started.
    private static let command = Atomic<pid_t>(0)
    /// What came while it was being started; 0: nothing.
    private static let kept = Atomic<Int32>(0)

    /// From now on each of them ends this process, until there is a command that it is passed on to. One that is ignored stays so.
    static func install() {
        _ = (command.load(ordering: .relaxed), kept.load(ordering: .relaxed))
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] {
            var former = sigaction()
            unsafe sigaction(number, nil, &former)
            if unsafe unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                continue
            }
            var action = sigaction()
            action.sa_flags = SA_SIGINFO | SA_RESTART
            unsafe action.__sigaction_handler.sa_sigaction = { number, information, _ in
                let command = PassedOnSignals.command.load(ordering: .acquiring)
                if command == 0 { _exit(128 + number) }
                guard let information = unsafe information, unsafe information.pointee.si_code <= 0 else { return }
                if command > 0 { kill(command, number) } else { PassedOnSignals.kept.store(number, ordering: .releasing) }
            }
            unsafe sigaction(number, &action, nil)
        }
    }

    /// From now on they are kept for the command that is being started: it may run, and be seen to run, before its process is known here.
    static func keep() { command.store(-1, ordering: .releasing) }

    static func pass(to processID: pid_t) {
        command.store(processID, ordering: .releasing)
        let number = kept.exchange(0, ordering: .acquiringAndReleasing)
        if number != 0 { kill(processID, number) }
    }
}
