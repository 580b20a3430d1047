import Synchronization
import TestSupport

/// A client of the soak. It passes messages to the judge as they arrive, and keeps none.
final class Connection: Sendable {
    let number: Int
    private let socket: UnixSocketConnection
    private let judge: Judge
    private let isMonitor: Bool
    private let state = Mutex(State())
    private let reader = Mutex<Task<Void, Never>?>(nil)

    private struct State {
        var announcements: [String] = []
        /// Set to false for good once the client has asked to receive nothing.
        var isTold = true
        var questions: [String: Message?] = [:]
        var outcomes: [String: Bool] = [:]
        var lastQuestion = 0
    }

    /// Connects.
    /// - Parameters:
    ///   - reads: whether the client ever reads.
    ///   - isMonitor: whether to check the events that it receives.
    init(_ number: Int, to path: String, judge: Judge, reads: Bool = true, isMonitor: Bool = false) throws {
        self.number = number
        self.judge = judge
        self.isMonitor = isMonitor
        socket = try UnixSocketConnection(to: path)
        guard reads else {
            state.withLock { $0.isTold = false }
            return
        }
        let task = Task { [self] in
            // Ends with the connection, or when this is closed.
            while let line = try? await socket.nextLine(within: .seconds(86_400)) { take(line) }
        }
        reader.withLock { $0 = task }
    }

    /// Closes the connection, whatever the client is doing.
    func close() async {
        let task = reader.withLock { $0 }
        task?.cancel()
        await task?.value
        socket.close()
    }

    /// Sends a line; does nothing if the daemon has closed the connection.
    /// - Parameter announcement: the id of the announcement that the line posts, if any.
    func send(_ line: String, announcement: String? = nil) {
        if let announcement { state.withLock { $0.announcements.append(announcement) } }
        try? socket.send(line: line)
    }

    func send(bytes: [UInt8]) { try? socket.send(bytes) }

    /// Records that the client has asked to receive nothing.
    func wantsNothing() { state.withLock { $0.isTold = false } }

    /// Whether the client receives and reads the outcomes of its announcements.
    var isTold: Bool { state.withLock { $0.isTold } }
    /// The ids of the announcements that it has posted.
    var announcements: [String] { state.withLock { $0.announcements } }

    /// Sends a request, and waits for the reply.
    /// - Parameter fields: the fields after the type, with a leading comma.
    func ask(_ type: String, _ fields: String = "", within limit: Duration = .seconds(10)) async throws -> Message {
        let id = state.withLock { state in
            state.lastQuestion += 1
            let id = "q-\(state.lastQuestion)"
            state.questions[id] = .some(nil)
            return id
        }
        try socket.send(line: #"{"type":"\#(type)","id":"\#(id)"\#(fields)}"#)
        return try await until(limit, "\(type) of client \(number)") { state in
            guard case .some(.some(let answer)) = state.questions[id] else { return nil }
            state.questions[id] = nil
            return answer
        }
    }

    /// Waits for the end of an announcement, and returns whether it was heard.
    func outcome(of id: String, within limit: Duration) async throws -> Bool {
        try await until(limit, "the end of \(id)") { $0.outcomes.removeValue(forKey: id) }
    }

    private func until<Answer: Sendable>(
        _ limit: Duration, _ what: String, _ answer: (inout State) -> Answer?
    ) async throws -> Answer {
        let deadline = SuspendingClock.now + limit
        while true {
            if let answer = state.withLock({ answer(&$0) }) { return answer }
            guard SuspendingClock.now < deadline else { throw TimedOut("awaited \(what) for \(limit)") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func take(_ line: String) {
        guard let message = try? Message(line) else { return judge { $0.sawNoMessage(line) } }
        if message.type == "event" {
            if isMonitor { judge { $0.saw(message) } }
            return
        }
        guard let id = message.id else { return }
        switch message.type {
        case "announcementDidFinish":
            judge { $0.told(id) }
            if id.hasPrefix(ownPrefix) { state.withLock { $0.outcomes[id] = message.successful ?? false } }
        case "reply", "error":
            if id.hasPrefix(announcementPrefix) { judge { $0.answered(id, ok: message.type == "reply") } }
            state.withLock { state in
                if state.questions.keys.contains(id) { state.questions[id] = .some(message) }
            }
        default: break
        }
    }
}

/// The prefix of the ids of the soak's own announcements, made during rests.
let ownPrefix = announcementPrefix + "rest-"
