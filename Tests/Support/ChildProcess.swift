import CLinux
import FoundationEssentials
import Glibc
import Synchronization

/// A program that a test runs. It never outlives the test: it and its process group are killed when this is closed or let go of, and when
/// the test runner ends.
package final class ChildProcess: Sendable {
    /// How it ended.
    package enum Exit: Equatable, Sendable {
        /// By itself, with this code.
        case code(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// What one of its standard streams is connected to.
    package enum Stream: Sendable {
        /// This test: ``ChildProcess/write(_:within:)``, ``ChildProcess/output``, ``ChildProcess/error``. An unread pipe that is full
        /// (64 KiB) blocks the child.
        case pipe
        /// `/dev/null`.
        case null
        /// A file: read from its start, or made and appended to.
        case file(String)
        /// A descriptor of this process, which stays its own.
        case inherited(Int32)
        /// A terminal, which becomes its session's: what is typed there is read, Ctrl-C there interrupts it. Several streams may be
        /// connected to one.
        case terminal(Terminal)
    }

    /// Its environment.
    package enum Environment: Sendable {
        /// This process's, with these set, or removed where the value is nil.
        case inherited(with: [String: String?])
        /// These and no other.
        case exactly([String: String])

        /// All variables.
        fileprivate var variables: [String: String] {
            switch self {
            case .inherited(let changes):
                var variables = ProcessInfo.processInfo.environment
                for (name, value) in changes { variables[name] = value }
                return variables
            case .exactly(let variables):
                return variables
            }
        }
    }

    /// The process id, which is its process group's too.
    package let processID: Int32
    /// What it writes to standard output, when that is a pipe.
    package var output: LineReader { outputLines.keeping(self) }
    /// What it writes to standard error, when that is a pipe.
    package var error: LineReader { errorLines.keeping(self) }

    private let name: String
    private let outputLines: LineReader
    private let errorLines: LineReader
    private let input: Descriptor
    private let exitDescriptor: Descriptor
    private let state = Mutex(State())

    private struct State {
        /// How it ended, once the system was asked.
        var exit: Exit?
        var isClosed = false
    }

    /// Starts a program: a path, or a name in PATH. `passing` become its descriptors 3, 4 …; they stay this process's own too.
    package init(
        _ program: String, _ arguments: [String] = [], environment: Environment = .inherited(with: [:]), folder: String? = nil,
        input: Stream = .null, output: Stream = .pipe, error: Stream = .inherited(STDERR_FILENO), passing: [Int32] = []
    ) throws {
        let (childInput, ownInput) = try input.opened(forReading: true)
        let (childOutput, ownOutput) = try output.opened(forReading: false)
        let (childError, ownError) = try error.opened(forReading: false)
        processID = try SpawnRequest(
            program: program, arguments: arguments, environment: environment.variables, folder: folder,
            descriptors: [childInput.number, childOutput.number, childError.number] + passing,
            terminal: Self.terminal(input, output, error)
        ).spawn()
        withExtendedLifetime((childInput, childOutput, childError)) {}
        Leftovers.shared.add(processGroup: processID)
        exitDescriptor = Descriptor(owning: try checked(pidfd_open(processID, 0), "pidfd_open"))
        name = program
        self.input = ownInput ?? Descriptor(owning: -1)
        outputLines = ownOutput.map(LineReader.init) ?? LineReader()
        errorLines = ownError.map(LineReader.init) ?? LineReader()
    }

    deinit { close() }

    /// The terminal among the standard streams, and which of them it is.
    private static func terminal(_ streams: Stream...) -> (path: String, numbers: [Int32])? {
        var path: String?
        var numbers: [Int32] = []
        for (number, stream) in streams.enumerated() {
            guard case .terminal(let terminal) = stream else { continue }
            path = terminal.path
            numbers.append(Int32(number))
        }
        return path.map { ($0, numbers) }
    }

    /// Kills it and all of its process group, and sees it gone.
    package func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        _ = kill(-processID, SIGKILL)
        reap(0)
        Leftovers.shared.remove(processGroup: processID)
    }

    /// Sends it a signal; does nothing once it was seen to have ended.
    package func signal(_ number: Int32) {
        state.withLock { state in
            if state.exit == nil { _ = kill(processID, number) }
        }
    }

    /// Whether any process of its group is still there, a child of its own that outlived it included.
    package var hasProcesses: Bool { kill(-processID, 0) == 0 }

    /// Awaits its end.
    @discardableResult
    package func exit(within limit: Duration = .seconds(5)) async throws -> Exit {
        while true {
            if let exit = reap(WNOHANG) { return exit }
            guard await DescriptorWatch.shared.ready(exitDescriptor.number, POLLIN, by: .now + limit) else {
                try Task.checkCancellation()
                throw TimedOut("\(name) did not end within \(limit)")
            }
        }
    }

    /// How it ended, or nil while it runs.
    @discardableResult
    package func exitIfEnded() -> Exit? { reap(WNOHANG) }

    /// Writes to its standard input, blocking this thread while the pipe is full.
    package func write(_ text: String, within limit: Duration = .seconds(5)) throws {
        try write(Array(text.utf8), within: limit)
    }

    /// Writes bytes to its standard input, blocking this thread while the pipe is full.
    package func write(_ bytes: [UInt8], within limit: Duration = .seconds(5)) throws {
        try input.write(bytes, by: .now + limit)
    }

    /// Ends its standard input.
    package func closeInput() {
        input.close()
    }

    @discardableResult
    private func reap(_ options: Int32) -> Exit? {
        state.withLock { state in
            if state.exit == nil {
                var status: Int32 = 0
                var result: Int32
                repeat {
                    result = unsafe waitpid(processID, &status, options)
                } while result < 0 && errno == EINTR
                if result == processID {
                    let signal = status & 0x7f
                    state.exit = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
                }
            }
            return state.exit
        }
    }
}

extension ChildProcess.Stream {
    /// The child's end and, of a pipe, this process's.
    fileprivate func opened(forReading: Bool) throws -> (child: Descriptor, own: Descriptor?) {
        switch self {
        case .pipe:
            let (reading, writing) = try Descriptor.pipe()
            let own = forReading ? writing : reading
            try own.setNonblocking()
            return (forReading ? reading : writing, own)
        case .null, .terminal:
            return (try .open("/dev/null", O_RDWR), nil)
        case .file(let path):
            return (try .open(path, forReading ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND), nil)
        case .inherited(let number):
            return (Descriptor(owning: try checked(fcntl(number, F_DUPFD_CLOEXEC, 3), "duplicating descriptor \(number)")), nil)
        }
    }
}
