import CTestSupport
import FoundationEssentials
import Glibc
import Synchronization

/// A program run by a test. It never outlives the test: it and its process group are killed by ``close()`` or `deinit`, and when the test
/// runner ends.
package final class ChildProcess: Sendable {
    /// How the program ended.
    package enum Exit: Equatable, Sendable {
        /// It exited with this code.
        case code(Int32)
        /// It was killed by this signal.
        case signal(Int32)
    }

    /// The destination of a standard stream.
    package enum Stream: Sendable {
        /// A pipe to this test: ``ChildProcess/write(_:within:)``, ``ChildProcess/output``, ``ChildProcess/error``. A pipe that is full (64
        /// KiB) and not read blocks the child.
        case pipe
        /// `/dev/null`.
        case null
        /// A file: read from its start, or created and appended to.
        case file(String)
        /// A descriptor of this process, which keeps it.
        case inherited(Int32)
        /// A terminal, which becomes the controlling terminal of the child's session: it reads what is typed there, and Ctrl-C interrupts
        /// it. Several streams may share one.
        case terminal(Terminal)
    }

    /// The child's environment.
    package enum Environment: Sendable {
        /// This process's environment, with these variables set, or removed where the value is nil.
        case inherited(with: [String: String?])
        /// Exactly these variables.
        case exactly([String: String])

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

    /// The process id, which is also the id of its process group.
    package let processID: Int32
    /// The child's standard output, if that is a pipe.
    package var output: LineReader { outputLines.keeping(self) }
    /// The child's standard error, if that is a pipe.
    package var error: LineReader { errorLines.keeping(self) }

    private let name: String
    private let outputLines: LineReader
    private let errorLines: LineReader
    private let input: Descriptor
    private let exitDescriptor: Descriptor
    private let state = Mutex(State())

    private struct State {
        /// How the child ended, once it has been reaped.
        var exit: Exit?
        var isClosed = false
    }

    /// Starts a program: a path, or a name in PATH. The descriptors in `passing` become its descriptors 3, 4 …; this process keeps them.
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

    /// Returns the terminal among the standard streams, and the streams' numbers.
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

    /// Kills the child and its whole process group, and waits for its end.
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

    /// Sends a signal; does nothing once the child has been reaped.
    package func signal(_ number: Int32) {
        state.withLock { state in
            if state.exit == nil { _ = kill(processID, number) }
        }
    }

    /// Whether any process of the child's group still exists, including descendants that outlived it.
    package var hasProcesses: Bool { kill(-processID, 0) == 0 }

    /// Waits for the child's end.
    @discardableResult
    package func exit(within limit: Duration = .seconds(60)) async throws -> Exit {
        while true {
            if let exit = reap(WNOHANG) { return exit }
            guard await DescriptorWatch.shared.ready(exitDescriptor.number, POLLIN, by: .now + limit) else {
                try Task.checkCancellation()
                throw TimedOut("\(name) did not end within \(limit)")
            }
        }
    }

    /// Returns how the child ended, or nil while it runs.
    @discardableResult
    package func exitIfEnded() -> Exit? { reap(WNOHANG) }

    /// Writes to the child's standard input, blocking this thread while the pipe is full.
    package func write(_ text: String, within limit: Duration = .seconds(60)) throws {
        try write(Array(text.utf8), within: limit)
    }

    /// Writes bytes to the child's standard input, blocking this thread while the pipe is full.
    package func write(_ bytes: [UInt8], within limit: Duration = .seconds(60)) throws {
        try input.write(bytes, by: .now + limit)
    }

    /// Closes the child's standard input.
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
    /// Opens the stream: the child's end and, for a pipe, this process's.
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
