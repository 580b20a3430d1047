import CLinux
import Glibc
import NIOPosix
import Synchronization
import TextLines

/// A command's standard output and standard error: passed on unchanged, and read.
///
/// If one of our own is a terminal, the command gets a terminal too. The unsafe expressions are system calls with buffers that are valid
/// for the call.
final class CapturedOutput: Sendable {
    /// The descriptors for the command: ours, and the command's.
    let streams: [(ours: CInt, its: CInt)]
    /// The lines to speak, as they arrive; the stream ends with the output.
    let chosen: AsyncStream<String>

    private let feed: AsyncStream<String>.Continuation
    private let pattern: LinePattern?
    private let last = Mutex(LastLines())
    private let copyFault = Mutex(StandardOutput.Copy?.none)
    private let open: Mutex<Int>
    private let skippedBytes = Atomic(0)
    private let droppedLines = Atomic(0)
    /// For each stream, one thread that passes on and one that reads.
    private let threads = NIOThreadPool(numberOfThreads: 4)
    /// A pipe whose writing end is closed when the command has ended.
    private let ending: (reading: CInt, writing: CInt)

    /// Starts reading.
    /// - Parameter pattern: selects the lines to speak; nil: none.
    init(choosing pattern: LinePattern?) throws {
        self.pattern = pattern
        (chosen, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        ending = try Self.pipe()
        var sources: [(reading: CInt, destination: CInt)] = []
        var streams: [(ours: CInt, its: CInt)] = []
        var terminal: CInt?
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            if isatty(stream) == 1 {
                if terminal == nil {
                    let pair = try PseudoTerminal.open(like: stream)
                    sources.append((pair.ours, stream))
                    terminal = pair.its
                }
                streams.append((terminal!, stream))
            } else if stream == STDERR_FILENO, let shared = streams.last, Self.areOneFile(STDOUT_FILENO, stream) {
                // Output and errors that go to one file keep their order.
                streams.append((shared.ours, stream))
            } else {
                let pipe = try Self.pipe()
                sources.append((pipe.reading, stream))
                streams.append((pipe.writing, stream))
            }
        }
        self.streams = streams
        open = Mutex(sources.count)
        threads.start()
        for source in sources {
            let unread = UnreadOutput()
            threads.submit { _ in self.passOn(source.reading, to: source.destination, unread) }
            threads.submit { _ in self.readLines(of: unread, from: source.destination) }
        }
    }

    /// Why the output was not passed on completely; nil if it was.
    var fault: StandardOutput.Copy? { copyFault.withLock(\.self) }

    /// The last line that looks like an error, otherwise the last line of standard error; nil if there is neither.
    var error: String? { last.withLock(\.error) }

    /// The last line of standard output; nil if there is none.
    var lastLine: String? { last.withLock(\.last) }

    /// The output that came too fast: the bytes passed on without being read, and the chosen lines that were not kept for speaking.
    var missed: (bytes: Int, lines: Int) { (skippedBytes.load(ordering: .relaxed), droppedLines.load(ordering: .relaxed)) }

    /// The maximum content of pipes and terminals, in bytes.
    private static let longestRest = 128 << 10

    /// Ends reading once the command's output was passed on. The command's children may keep the streams open and continue to write.
    func end() {
        for stream in Set(streams.map(\.ours)) { close(stream) }
        close(ending.writing)
    }

    private func passOn(_ source: CInt, to destination: CInt, _ unread: UnreadOutput) {
        var copies = true
        var rest = Self.longestRest
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { unsafe piece.deallocate() }
        while rest > 0, let hasEnded = Self.awaitInput(of: source, or: ending.reading) {
            let count = unsafe Glibc.read(source, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            // A terminal ends with EIO.
            guard count > 0 else { break }
            if hasEnded { rest -= count }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: piece[..<count])
            if copies {
                let result = unsafe StandardOutput.copy(bytes, to: destination)
                if result != .written { copyFault.withLock { $0 = result } }
                // Without a reader, the command's next write fails, as it would without us.
                if result == .readerGone { break }
                // A failed write was reported; reading continues.
                copies = result == .written
            }
            unsafe unread.append(bytes)
        }
        close(source)
        unread.end()
    }

    private func readLines(of unread: UnreadOutput, from stream: CInt) {
        var lines = TextLines()
        while let part = unread.take() {
            if part.skipped > 0 {
                skippedBytes.add(part.skipped, ordering: .relaxed)
                while let line = lines.finish() { read(line, from: stream) }
                lines = TextLines()
            }
            lines.append(part.bytes)
            while let line = lines.next() { read(line, from: stream) }
        }
        while let line = lines.finish() { read(line, from: stream) }
        if open.withLock({
            $0 -= 1; return $0 == 0
        }) {
            feed.finish()
        }
    }

    private func read(_ line: TextLine, from stream: CInt) {
        last.withLock { $0.append(line.shown, isStandardError: stream == STDERR_FILENO || isatty(stream) == 1) }
        if pattern?.matches(line.shown, ifTooSlow: true) == true, case .dropped = feed.yield(line.spoken) {
            droppedLines.add(1, ordering: .relaxed)
        }
    }

    /// Waits until a descriptor has input.
    /// - Returns: whether `end` is closed; nil if it is, and there is no input.
    private static func awaitInput(of descriptor: CInt, or end: CInt) -> Bool? {
        var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: 0, revents: 0)]
        while unsafe poll(&watched, 2, -1) < 0, errno == EINTR {}
        // The last input may have come after the first look, and before the end.
        if watched[0].revents == 0 { _ = unsafe poll(&watched, 1, 0) }
        return watched[0].revents == 0 ? nil : watched[1].revents != 0
    }

    private static func areOneFile(_ a: CInt, _ b: CInt) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe fstat(a, &first) == 0, unsafe fstat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func pipe() throws -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw PseudoTerminal.failure("a pipe") }
        return (ends[0], ends[1])
    }
}
