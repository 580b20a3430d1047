import CTestSupport
import Glibc
import Synchronization

/// A terminal as a user sees it: programs run in it with ``ChildProcess/Stream/terminal(_:)``, it shows what they write, and what is typed
/// goes through the system's line discipline: it is echoed, and Ctrl-C interrupts.
package final class Terminal: Sendable {
    private struct State {
        /// The output that has not been returned yet.
        var shown: [UInt8] = []
        var isAtEnd = false
    }

    /// The device that programs open.
    let path: String
    private let descriptor: Descriptor
    private let state = Mutex(State())

    /// - Parameter echo: whether it shows what is typed.
    package init(columns: Int = 80, rows: Int = 24, echo: Bool = true) throws {
        descriptor = Descriptor(owning: try checked(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), "posix_openpt"))
        try descriptor.setNonblocking()
        try checked(unlockpt(descriptor.number), "unlockpt")
        var name = [CChar](repeating: 0, count: 64)
        let code = unsafe ptsname_r(descriptor.number, &name, name.count)
        guard code == 0 else { throw SystemCallError("ptsname_r", code: code) }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        try resize(columns: columns, rows: rows)
        guard !echo else { return }
        var settings = termios()
        try checked(unsafe tcgetattr(descriptor.number, &settings), "tcgetattr")
        settings.c_lflag &= ~tcflag_t(ECHO)
        try checked(unsafe tcsetattr(descriptor.number, TCSANOW, &settings), "tcsetattr")
    }

    /// Resizes the window; the programs receive SIGWINCH.
    package func resize(columns: Int, rows: Int) throws {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        try checked(unsafe ioctl(descriptor.number, UInt(TIOCSWINSZ), &size), "TIOCSWINSZ")
    }

    /// Types text; the return key is `\n`.
    package func type(_ text: String, within limit: Duration = .seconds(60)) throws {
        try descriptor.write(Array(text.utf8), by: .now + limit)
    }

    /// Types Ctrl-C.
    package func interrupt() throws { try type("\u{3}") }

    /// Types Ctrl-D, which ends the input at the start of a line.
    package func endInput() throws { try type("\u{4}") }

    /// Waits until `text` is shown.
    /// - Returns: everything shown up to and including it; it is not returned again.
    @discardableResult
    package func show(_ text: String, within limit: Duration = .seconds(60)) async throws -> String {
        let deadline = SuspendingClock.now + limit
        while true {
            if let shown = take(through: Array(text.utf8)) { return shown }
            guard try await readMore(by: deadline) else {
                throw TimedOut("\"\(text)\" was not shown before the program's end; shown was \"\(takeAll())\"")
            }
        }
    }

    /// Returns everything shown until the programs in the terminal end, unchanged: lines end in `\r\n`.
    package func rest(within limit: Duration = .seconds(60)) async throws -> String {
        let deadline = SuspendingClock.now + limit
        while try await readMore(by: deadline) {}
        return takeAll()
    }

    /// Returns the same, split into lines.
    package func remainingLines(within limit: Duration = .seconds(60)) async throws -> [String] {
        let lines = try await rest(within: limit).split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }

    private func take(through end: [UInt8]) -> String? {
        state.withLock { state in
            let starts = 0...max(0, state.shown.count - end.count)
            guard state.shown.count >= end.count,
                let start = starts.first(where: { state.shown[$0..<($0 + end.count)].elementsEqual(end) })
            else { return nil }
            defer { state.shown.removeSubrange(..<(start + end.count)) }
            return String(decoding: state.shown[..<(start + end.count)], as: UTF8.self)
        }
    }

    private func takeAll() -> String {
        state.withLock { state in
            defer { state.shown = [] }
            return String(decoding: state.shown, as: UTF8.self)
        }
    }

    /// Waits for more output; returns false at the end, when no program has the terminal open.
    private func readMore(by deadline: SuspendingClock.Instant) async throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if state.withLock({ $0.isAtEnd }) { return false }
            let count = unsafe read(descriptor.number, &buffer, buffer.count)
            if count > 0 {
                state.withLock { $0.shown += buffer[..<count] }
                return true
            }
            if count == 0 || errno == EIO {
                state.withLock { $0.isAtEnd = true }
            } else if errno == EAGAIN {
                guard await DescriptorWatch.shared.ready(descriptor.number, POLLIN, by: deadline) else {
                    try Task.checkCancellation()
                    throw TimedOut("the terminal's programs did not go on; shown was \"\(takeAll())\"")
                }
            } else if errno != EINTR {
                throw SystemCallError("read")
            }
        }
    }
}
