import ArgumentParser
import Glibc
import NIOPosix
import Synchronization
import System

/// A command that runs in announce's process group, with its standard streams and other inherited descriptors.
struct SpawnedCommand {
    private let processID: pid_t

    /// Starts a command.
    /// - Parameters:
    ///   - inherited: other descriptors that the command inherits. If it inherited the daemon's socket, it would keep the media session
    ///     after announce is gone.
    ///   - streams: the descriptors to pass, ours and the command's, in place of our standard streams.
    /// - Throws: ``CommandError`` with 127 if the command does not exist, or 126 if it can't be run.
    init(_ command: [String], inheriting inherited: Set<CInt>, streams: [(ours: CInt, its: CInt)] = []) throws {
        ProcessSpawn.closeOnExec(except: inherited)
        PassedOnSignals.keep()
        do {
            processID = try Self.start(Self.given(command) ?? command.map { Array($0.utf8CString) }, streams)
        } catch {
            PassedOnSignals.pass(to: 0)
            throw CommandError(ExitCode(error.code == ENOENT ? 127 : 126), "\(command[0]): \(error.reason)")
        }
        PassedOnSignals.pass(to: processID)
    }

    private static func start(_ words: [[CChar]], _ streams: [(ours: CInt, its: CInt)]) throws(ProcessSpawn.Failure) -> pid_t {
        do {
            // announce ignores SIGPIPE, even if it was started without that.
            return try ProcessSpawn.start(words: words, streams: streams, restoring: [SIGPIPE])
        } catch {
            // A script that names no interpreter is run by the shell, as everywhere.
            guard error.code == ENOEXEC, let path = path(of: words[0]), beginsAsText(path) else { throw error }
            return try ProcessSpawn.start(
                words: [Array("/bin/sh".utf8CString), path] + words.dropFirst(), streams: streams, restoring: [SIGPIPE])
        }
    }

    /// Returns the path of a program that is found in PATH.
    private static func path(of name: [CChar]) -> [CChar]? {
        let slash = CChar(bitPattern: UInt8(ascii: "/"))
        if name.contains(slash) { return name }
        let folders = Environment.value("PATH")?.split(separator: ":") ?? []
        return folders.lazy.map { $0.utf8.map(CChar.init(bitPattern:)) + [slash] + name }.first { unsafe access($0, X_OK) == 0 }
    }

    /// Returns whether a file begins as a text does. A program for another machine contains NULs.
    private static func beginsAsText(_ path: [CChar]) -> Bool {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 80)
        let count = unsafe read(file, &bytes, bytes.count)
        return count >= 0 && !bytes.prefix(count).contains(0)
    }

    /// Returns a command from the end of our command line exactly as given, because it need not be UTF-8.
    private static func given(_ command: [String]) -> [[CChar]]? {
        guard CommandLine.arguments.suffix(command.count) == command[...] else { return nil }
        return (Int(CommandLine.argc) - command.count..<Int(CommandLine.argc)).map { index in
            // SAFETY: the system's arguments live as long as the process.
            unsafe CommandLine.unsafeArgv[index].map { argument in
                unsafe Array(UnsafeBufferPointer(start: argument, count: strlen(argument) + 1))
            } ?? [0]
        }
    }

    /// Waits for the command's end, and returns it.
    func end() async -> ProcessEnd {
        let processID = processID
        let end = try? await NIOThreadPool.singleton.runIfActive {
            // SAFETY: all of it is numbers and pointers, and the call writes to it.
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
            // The SIGINT that ended the command has also reached announce, but perhaps not its handler yet.
            PassedOnSignals.awaitHandlers()
            // Before the command's number can be reused: from now on, a signal ends this process.
            PassedOnSignals.pass(to: 0)
            return ProcessEnd(of: processID)
        }
        return end ?? .exited(code: 126)
    }
}

extension ProcessEnd {
    /// The exit code that a shell would report.
    var exitCode: CInt {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }
}

/// Passes on signals that are meant for the running command.
///
/// The handlers only use what is allowed in a handler: lock-free atomic operations, `kill`, `sem_post`, `_exit`. The terminal's
/// signals are not passed on, because they reach the command anyway: it is in the same process group.
enum PassedOnSignals {
    /// The command's process; 0: none; -1: it is being started.
    private static let command = Atomic<pid_t>(0)
    /// The signal that arrived while the command was being started; 0: none.
    private static let kept = Atomic<Int32>(0)

    /// Whether a SIGINT has arrived, by Ctrl-C or otherwise.
    static var wasInterrupted: Bool { interrupted.load(ordering: .acquiring) }
    private static let interrupted = Atomic(false)

    /// The signal that ``awaitHandlers()`` sends: once it is handled, all earlier ones are. It is ignored by default.
    private static let barrier = SIGURG
    /// Posted by the handler of `barrier`.
    // SAFETY: it never changes, is never freed, and its functions may be called by any thread.
    private nonisolated(unsafe) static let barrierReached = {
        let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
        return unsafe semaphore
    }()

    /// Installs the handlers. Until there is a command to receive them, signals end this process; ignored signals remain ignored.
    static func install() {
        _ = (command.load(ordering: .relaxed), kept.load(ordering: .relaxed), wasInterrupted)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] {
            var former = sigaction()
            unsafe sigaction(number, nil, &former)
            if unsafe unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                continue
            }
            var action = sigaction()
            action.sa_flags = SA_SIGINFO | SA_RESTART
            unsafe sigaddset(&action.sa_mask, barrier)
            unsafe action.__sigaction_handler.sa_sigaction = { number, information, _ in
                let command = PassedOnSignals.command.load(ordering: .acquiring)
                if command == 0 { _exit(128 + number) }
                if number == SIGINT { PassedOnSignals.interrupted.store(true, ordering: .releasing) }
                guard let information = unsafe information, unsafe information.pointee.si_code <= 0 else { return }
                guard command < 0 else {
                    kill(command, number)
                    return
                }
                PassedOnSignals.kept.store(number, ordering: .sequentiallyConsistent)
                // The command may have started since.
                PassedOnSignals.passOnKept()
            }
            unsafe sigaction(number, &action, nil)
        }
        _ = unsafe barrierReached
        signal(barrier) { _ in unsafe sem_post(PassedOnSignals.barrierReached) }
    }

    /// Unblocks `barrier`, which a parent may have blocked, in the main thread.
    static func unblockBarrier() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, barrier)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Waits until the handlers of the signals that have arrived have run. Only the main thread handles signals, and it may be late. The
    /// kernel delivers `barrier` after them, because its number is higher, and they block it.
    static func awaitHandlers() {
        kill(getpid(), barrier)
        while unsafe sem_wait(barrierReached) == -1, errno == EINTR {}
    }

    /// Stores signals for the command that is being started, which may already be running before its process is known here.
    static func keep() { command.store(-1, ordering: .releasing) }

    /// Sends a signal to the command, if there is one. Allowed in a handler.
    static func send(_ number: CInt) {
        let processID = command.load(ordering: .acquiring)
        if processID > 0 { kill(processID, number) }
    }

    /// Sets the process that receives signals, and passes on a stored signal.
    /// - Parameter processID: the command's process; 0 if there is none, because it could not be started or has ended. Signals then end
    ///   this process.
    static func pass(to processID: pid_t) {
        command.store(processID, ordering: .sequentiallyConsistent)
        passOnKept()
    }

    /// Passes on a stored signal, unless the command is still being started. Allowed in a handler.
    private static func passOnKept() {
        let processID = command.load(ordering: .sequentiallyConsistent)
        guard processID >= 0 else { return }
        let number = kept.exchange(0, ordering: .sequentiallyConsistent)
        guard number != 0 else { return }
        if processID > 0 { kill(processID, number) } else { _exit(128 + number) }
    }
}
