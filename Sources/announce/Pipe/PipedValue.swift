import Accessibility
import AnnounceClient
import Glibc
import Narration

/// Lines that are states of one thing: an element that updates frequently. The daemon says its newest at its own pace (§5); what is seen to
/// here is that the last is heard.
struct PipedValue: PipeConsumer {
    /// How soon after an update the next may be sent.
    private static let pause = Duration.milliseconds(50)
    private static let focus = PipeEvent.id("focus")
    private static let update = "update"
    private static let pace = "pace"
    private static let end = "end"
    private static let last = PipeEvent.id("last")

    private enum Phase: Equatable {
        /// Nothing was read yet.
        case empty
        /// The element is on show, and its newest value may be sent at once, or not yet.
        case shown(isPaced: Bool)
        /// The input has ended: what is said of the element, and is going to be, is awaited.
        case ending(isAsked: Bool)
        /// The last value, which was not heard, is said on its own.
        case last
        case done
    }

    private let input: PipedInput
    private let connection: Connection
    private let element: Element
    private let language: String?
    private var phase = Phase.empty
    private var value = ""
    /// Utterances about the element that have not ended.
    private var spoken: Set<String> = []
    /// Those of them that say the newest value, and whether it was heard.
    private var telling: Set<String> = []
    private var isTold = false
    private(set) var outcome = PipeOutcome()

    init(label: String, language: String?, _ input: PipedInput, _ connection: Connection) {
        self.input = input
        self.connection = connection
        self.language = language
        element = Element(id: "pipe-\(getpid())", label: label, traits: .updatesFrequently, language: language)
    }

    var isDone: Bool { phase == .done }
    var isWaiting: Bool { !spoken.isEmpty || phase == .last }

    var silencing: [Request] {
        switch phase {
        case .empty, .done: []
        case .shown, .ending: removal
        case .last: [.cancel(.id(Self.last))]
        }
    }

    /// The element goes, and takes what is being said of it along. Without its trait its last value is not the daemon's to say.
    private var removal: [Request] { [.elementUpdated(ElementUpdate(id: element.id, traits: [])), .elementRemoved(id: element.id)] }

    mutating func read() async throws {
        if phase == .empty, case .text(let line) = input.next() {
            value = line
            var first = element
            first.value = line
            // U7: it is spoken in steps of ten.
            if Self.isPercentage(line) { first.valueKind = .percent }
            spoken.insert(Self.focus)
            telling.insert(Self.focus)
            phase = .shown(isPaced: true)
            try await connection.send(.subscribe([.started, .finished, .silent]), id: "events")
            try await connection.send(.elementFocused(.element(first), by: .user), id: Self.focus)
            wakeSoon()
        }
        if phase == .shown(isPaced: false), case .text(let line) = input.next() {
            if line != value {
                telling = []
                isTold = false
            }
            value = line
            phase = .shown(isPaced: true)
            try await connection.send(.elementUpdated(ElementUpdate(id: element.id, value: line)), id: Self.update)
            wakeSoon()
        }
        guard input.isAtEnd, spoken.isEmpty else { return }
        switch phase {
        case .empty: phase = .done
        case .shown, .ending(isAsked: false):
            phase = .ending(isAsked: true)
            try await connection.send(.status, id: Self.end)
        case .ending, .last, .done: break
        }
    }

    /// What the daemon has to say of the element by now is awaited. What it won't say is said here.
    private mutating func end(_ status: Status) async throws {
        for one in [status.speaking].compactMap(\.self) + status.next where one.client == PipeEvent.app {
            if one.class == "refresh" || one.id == Self.focus || tells(one.text) { spoken.insert(one.id) }
            if tells(one.text) { telling.insert(one.id) }
        }
        guard spoken.isEmpty else {
            phase = .ending(isAsked: false)
            return
        }
        for request in removal { try await connection.send(request) }
        guard !isTold else {
            phase = .done
            return
        }
        phase = .last
        let run = SpeechRun(text: read, attributes: SpeechAttributes(language: language))
        try await connection.send(.announcement(Announcement(runs: [run], priority: .low, maxAge: 600)), id: Self.last)
    }

    /// The newest value as it is read of the element (T3).
    private var read: String { Durations.spoken(value, language: language ?? userLanguage(), context: .timer) ?? value }

    /// Whether this says the newest value, alone or behind the label.
    private func tells(_ text: String?) -> Bool {
        guard let text, let label = element.label else { return false }
        return [value, read].contains { text == $0 || text == "\($0)." || text == "\(label), \($0)." }
    }

    private func wakeSoon() {
        Task { [connection] in
            try await Task.sleep(for: Self.pause)
            try await connection.send(.ping, id: Self.pace)
        }
    }

    private static func isPercentage(_ line: String) -> Bool {
        guard line.hasSuffix("%") else { return false }
        return Double(line.dropLast().filter { $0 != " " }) != nil
    }

    mutating func take(_ message: ServerMessage) async throws {
        switch message {
        case .error(let error): throw refused(error)
        case .reply(let reply) where reply.id == Self.pace:
            if case .shown = phase { phase = .shown(isPaced: false) }
        case .reply(let reply) where reply.id == Self.end:
            if case .status(let status) = reply.result { try await end(status) }
        case .reply(let reply):
            outcome.warn(reply.warnings)
            if reply.id == Self.focus, reply.state == .silent || reply.state == .held { spoken.remove(Self.focus) }
        case .event(let event) where event.client == PipeEvent.app: take(event)
        case .announcementDidFinish(let did) where did.id == Self.last:
            outcome.finished(did)
            phase = .done
        default: break
        }
    }

    private mutating func take(_ event: TraceEvent) {
        switch event.event {
        // U4: a refresh says the value of the moment; U7: a low one the last percentage.
        case .started where event.id != Self.focus && tells(event.text):
            spoken.insert(event.id)
            telling.insert(event.id)
        case .finished where spoken.remove(event.id) != nil:
            if telling.remove(event.id) != nil, event.reason == .spoken { isTold = true }
        case .silent where event.id == Self.focus: spoken.remove(Self.focus)
        default: break
        }
    }
}
