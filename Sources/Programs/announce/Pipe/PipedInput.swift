import ArgumentParser
import DequeModule
import Dispatch
import Glibc
import NIOPosix
import Synchronization
import System
import TextLines

/// Standard input or a file, read on its own thread because a read may block forever.
final class PipedInput: Sendable {
    /// The lines that are kept until they are taken.
    enum Keeping: Sendable, Equatable {
        /// All lines. Up to `ahead` of them wait; then reading stops, so the writer waits too.
        case all(ahead: Int)
        /// The newest lines, up to this number, and the lines chosen to be kept. The writer waits only while very many of the latter wait.
        case newest(Int)
        /// The newest line, even without its line end. The writer never waits.
        case state
    }

    /// The failures that were reported: the exit code if reading failed.
    struct Failures: Sendable {
        var reading: ExitCode?
        /// Whether the input can't be copied to standard output.
        var copying = false
    }

    private struct State {
        var lines: Deque<(line: PipedLine, isKept: Bool)> = []
        var hasEnded = false
        /// Whether new input was reported but not examined yet.
        var hasNotified = false
        var hasStarted = false
        /// Whether lines are dropped, because nothing can be spoken any more.
        var isDropping = false
        /// How often the user has silenced all lines read so far.
        var stops = 0
        var failures = Failures()
    }

    private let keeping: Keeping
    private let choice: LineChoice?
    private let unit: LineCutter.Unit
    private let file: InputFile
    private let didChange: @Sendable () -> Void
    private let state = Mutex(State())
    /// The maximum number of waiting lines that were chosen to be kept.
    private static let mostKept = 1000
    /// Milliseconds without output after which an open line is a prompt, and is spoken.
    private static let promptTime: CInt = 500
    /// Signalled for each line that is taken. The thread waits for it before it stores another line that must not be dropped.
    private let room = DispatchSemaphore(value: 0)
    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// - Parameter didChange: called on the thread when there is a new line to take, or the input has ended.
    init(
        _ keeping: Keeping, _ choice: LineChoice? = nil, of unit: LineCutter.Unit, in file: InputFile = .standardInput,
        didChange: @escaping @Sendable () -> Void
    ) {
        self.keeping = keeping
        self.choice = choice
        self.unit = unit
        self.file = file
        self.didChange = didChange
    }

    /// Starts reading.
    /// - Parameter copying: whether to copy all input to standard output, unchanged.
    func start(copying: Bool) {
        guard
            state.withLock({ state in
                defer { state.hasStarted = true }
                return !state.hasStarted
            })
        else { return }
        let ahead = if case .all(let ahead) = keeping { ahead } else { Self.mostKept }
        for _ in 0..<ahead { room.signal() }
        thread.start()
        thread.submit { _ in self.readToEnd(copying: copying) }
    }

    /// Returns the next line; nil if there is none yet.
    func next() -> PipedLine? {
        let next = state.withLock { state in
            state.hasNotified = false
            return state.lines.popFirst()
        }
        if next?.isKept == true { room.signal() }
        return next?.line
    }

    /// Drops the lines that were read so far, including those chosen to be kept.
    func dropRead() {
        let kept = state.withLock { state in
            state.stops += 1
            defer { state.lines = [] }
            return state.lines.count(where: \.isKept)
        }
        for _ in 0..<kept { room.signal() }
    }

    /// Drops the stored lines, and all that follow.
    func dropLines() {
        state.withLock { state in
            state.isDropping = true
            state.lines = []
        }
        // The thread may be waiting for room.
        room.signal()
    }

    /// Copies the rest to standard output, without storing any line; ``isAtEnd`` follows.
    func copyOnly() {
        dropLines()
        start(copying: true)
    }

    /// Whether no line is left, and none will follow.
    var isAtEnd: Bool { state.withLock { $0.hasEnded && $0.lines.isEmpty } }

    var failures: Failures { state.withLock(\.failures) }

    private func readToEnd(copying: Bool) {
        var cutter = LineCutter(unit, keeping == .state ? .states : .lines)
        var copies = copying
        // A large read would also read ahead, so read little if that matters.
        let length = if case .all = keeping { 4096 } else { 65_536 }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        defer { unsafe piece.deallocate() }
        // Whether the rest must not be spoken: it follows invalid text, or the copy has no reader.
        var isCut = false
        // How often the user had silenced everything when the newest bytes were read.
        var stops = 0
        reading: while true {
            if keeping != .state, cutter.hasPrompt, !file.isReady(within: Self.promptTime) {
                cutter.endLine()
                isCut = !keepLines(of: &cutter, before: stops, copying: copies)
                if isCut { break }
            }
            let count: Int
            do {
                count = try unsafe file.read(into: piece.baseAddress!, piece.count)
            } catch {
                if let failure = CommandError(error) { didFail(failure) }
                break
            }
            guard count > 0 else { break }
            stops = state.withLock(\.stops)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: piece[..<count])
            if copies {
                switch unsafe StandardOutput.copy(bytes) {
                case .written: break
                case .readerGone:
                    isCut = true
                    break reading
                case .failed:
                    copies = false
                    state.withLock { $0.failures.copying = true }
                }
            }
            if state.withLock(\.isDropping) { continue }
            unsafe cutter.append(bytes)
            isCut = !keepLines(of: &cutter, before: stops, copying: copies)
            if isCut { break }
            if keeping == .state, let shown = cutter.shown { _ = keep(shown, before: stops, copying: copies) }
        }
        while !isCut, let line = cutter.finish(), keep(line, before: stops, copying: copies) {}
        state.withLock { $0.hasEnded = true }
        didChange()
    }

    /// Stores the lines that have ended.
    /// - Returns: false if the rest must not be spoken.
    private func keepLines(of cutter: inout LineCutter, before stops: Int, copying: Bool) -> Bool {
        while let line = cutter.next() { guard keep(line, before: stops, copying: copying) else { return false } }
        return true
    }

    /// Reports at once that reading has failed. Lines read before are still spoken.
    private func didFail(_ failure: CommandError) {
        failure.report()
        state.withLock { $0.failures.reading = ExitCode(failure.exitCode) }
    }

    /// Stores a line as soon as there is room, if it should be spoken.
    /// - Parameter stops: how often the user had silenced everything when the line was read. If the user has done so again since, the line
    ///   is dropped.
    /// - Returns: false if the rest must not be spoken: the line is not UTF-8, or the reader of the copy has gone.
    private func keep(_ line: PipedLine, before stops: Int, copying: Bool) -> Bool {
        var isKept = false
        if case .all = keeping { isKept = true }
        if case .invalid(let place) = line {
            didFail(place.error(in: file.name))
            return false
        }
        if case .text(let text) = line, let choice {
            guard choice.includes(text.shown) else { return true }
            isKept = isKept || choice.keeps(text.shown)
        }
        repeat {
            if copying, StandardOutput.readerHasGone { return false }
            guard isKept, !state.withLock(\.isDropping) else { break }
        } while room.wait(timeout: copying ? .now() + .milliseconds(200) : .distantFuture) == .timedOut
        let isNews = state.withLock { state in
            if state.isDropping { return false }
            if state.stops > stops {
                // The line's room is free again.
                if isKept { room.signal() }
                return false
            }
            switch keeping {
            case .all: break
            case .newest(let count):
                if !isKept, state.lines.count(where: { !$0.isKept }) == count, let oldest = state.lines.firstIndex(where: { !$0.isKept }) {
                    state.lines.remove(at: oldest)
                }
            case .state: state.lines.removeAll(keepingCapacity: true)
            }
            state.lines.append((line, isKept))
            defer { state.hasNotified = true }
            return !state.hasNotified
        }
        if isNews { didChange() }
        return true
    }
}
