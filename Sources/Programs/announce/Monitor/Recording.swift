import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import System

/// A file of clients' requests, for `announced replay`. It is complete after each request, even if the program ends abruptly.
///
/// Each unsafe expression is a system call with values that are valid for the call.
struct Recording: ~Copyable {
    private let path: String
    private let descriptor: CInt
    /// When the daemon received the first request, in the daemon's seconds.
    private var began: Double?
    /// The time of the last line.
    private var latest = 0.0
    /// The connections that have at least one line.
    private var connections: Set<String> = []

    /// Creates the file.
    init(_ path: String) throws {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            let failure = OutputFile.Failure(code: errno, cause: "open")
            let reason = failure.code == EEXIST ? "it exists already; choose another name" : "\(failure.reason); \(failure.advice)"
            throw CommandError(Exit.cannotWrite, "\(path): \(reason)")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes an event's request.
    mutating func add(_ event: TraceEvent) throws {
        guard let connection = event.connection, let received = event.request else { return }
        if received == .disconnect {
            guard connections.remove(connection) != nil else { return }
        } else {
            connections.insert(connection)
        }
        if began == nil { began = event.at }
        // A restarted daemon counts its seconds from zero.
        if let began, event.at - began < latest { self.began = event.at - latest }
        latest = event.at - (began ?? 0)
        let line = ReplayLine(at: latest, client: connection, action: received).bytes
        if line.count > RequestLine.maximumLength {
            return StandardError.print("announce: a request of \(event.client) is too long for a replay; left out")
        }
        try write(line)
    }

    /// Records that all clients have gone, because the daemon has.
    /// - Parameter seconds: when, in the daemon's seconds.
    mutating func disconnectAll(at seconds: Double) throws {
        latest = max(latest, seconds - (began ?? seconds))
        for connection in connections.sorted() { try write(ReplayLine(at: latest, client: connection, action: .disconnect).bytes) }
        connections = []
    }

    /// Writes a complete line, or none of it.
    private func write(_ line: [UInt8]) throws {
        var (ours, before) = (sigset_t(), sigset_t())
        _ = unsafe sigfillset(&ours)
        _ = unsafe sigprocmask(SIG_BLOCK, &ours, &before)
        defer { _ = unsafe sigprocmask(SIG_SETMASK, &before, nil) }
        let end = lseek(descriptor, 0, SEEK_CUR)
        guard let code = FileBytes.writeAll(line, to: descriptor).failure else { return }
        let failure = OutputFile.Failure(code: code, cause: "write")
        ftruncate(descriptor, end)
        throw CommandError(Exit.cannotWrite, "\(path): \(failure.reason); \(failure.advice). It is complete up to here")
    }
}
