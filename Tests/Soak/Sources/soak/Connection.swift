import Synchronization
import TestSupport

/// A client of the soak: what it is told goes to the judge as it comes, and is not kept.
final class Connection: Sendable {
    let number: Int
    private let socket: UnixSocketConnection
    private let judge: Judge
    private let isMonitor: Bool
    private let state = Mutex(State())
    private let reader = Mutex<Task<Void, Never>?>(nil)

    private struct State {
        var announcements: [String] = []
        /// False for good once it has asked to be told nothing.
        var isTold = true
        var questions: [String: Message?] = [:]
        var outcomes: [String: Bool] = [:]
        var lastQuestion = 0
    }

    /// Connects.
    /// - Parameters:
    ///   - reads: whether it ever reads what it is told.
    ///   - isMonitor: whether the events that it is told are looked at.
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

    /// Goes, in the middle of whatever it was.
    func close() async {
        let task = reader.withLock { $0 }
        task?.cancel()
        await task?.value
        socket.close()
    }

    /// Says a line; a connection that the daemon has closed takes none.
    /// - Parameter announcement: the id of what the line posts, if it is an announcement.
    func send(_ line: String, announcement: String? = nil) {
        if let announcement { state.withLock { $0.announcements.append(announcement) } }
        try? socket.send(line: line)
    }

    func send(bytes: [UInt8]) { try? socket.send(bytes) }

    /// It has asked to be told nothing.
    func wantsNothing() { state.withLock { $0.isTold = false } }

    /// Whether it is told of its announcements' ends, and reads that.
    var isTold: Bool { state.withLock { $0.isTold } }
    /// What it has posted, by id.
    var announcements: [String] { state.withLock { $0.announcements } }

    /// Asks for something, and awaits the answer.
    /// - Parameter fields: what stands behind the type, with a comma before it.
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

    /// Whether an announcement was heard, once it has ended.
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

/// What the ids of the soak's own announcements begin with: those of its rests.
let ownPrefix = announcementPrefix + "rest-"
