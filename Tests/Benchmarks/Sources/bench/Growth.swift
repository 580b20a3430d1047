import TestSupport

/// The cost of events as more waits, more clients are connected, or a screen has more elements; and how fast a stop is then. Costs are the
/// daemon's processor time, which other programs change little.
struct Growth {
    /// Utterances that wait, for one client each or for several.
    private struct Crowd {
        let group: String
        let clients: Int
        let waitingForEach: Int
    }

    /// 13,568 is nearly what 16 MiB hold; beyond that, each announcement ends another client's. A client
    /// may have 256 waiting, and a program 120 busy connections.
    private static let crowds = [
        Crowd(group: "waiting: 10", clients: 1, waitingForEach: 10), Crowd(group: "waiting: 1000", clients: 4, waitingForEach: 250),
        Crowd(group: "waiting: 13568", clients: 53, waitingForEach: 256),
        Crowd(group: "waiting: all that fits", clients: 64, waitingForEach: 256),
        Crowd(group: "clients: 1", clients: 1, waitingForEach: 240),
        Crowd(group: "clients: 16", clients: 16, waitingForEach: 15), Crowd(group: "clients: 110", clients: 110, waitingForEach: 2),
    ]
    private static let elements = [10, 100, 1_000, 10_000]
    /// Voiced throughout, so that no silence in it is taken for the stop's.
    private static let sentence = "Now we are all in a row along a lonely lane in May, and no one will ever know why."

    let announced: Announced
    /// The client that posts what is measured.
    private let client: UnixSocketConnection
    private var fillers: [(connection: UnixSocketConnection, count: Int)] = []
    /// How often they have posted: the same text again would count as a repeat (Q10).
    private var rounds = 0

    static func measure(programs: String, runs: Int, _ figures: inout Figures) async throws {
        let route = try await SoundRoute.start(.pulse)
        let capture = try Capture(of: route.server)
        try await capture.ready()
        for crowd in crowds {
            progress(crowd.group)
            var growth = try await Growth(programs, route)
            try growth.addFillers(crowd.clients, waitingForEach: crowd.waitingForEach)
            try growth.costs(crowd, runs, &figures)
            for _ in 0..<runs { try await growth.stop(crowd, capture, &figures) }
        }
        for count in elements {
            progress("elements: \(count)")
            let growth = try await Growth(programs, route)
            try growth.costs(elements: count, runs, &figures)
        }
        try await measureWorst(programs: programs, runs, &figures)
        try await measureDay(programs: programs, route, runs, &figures)
    }

    init(_ programs: String, _ route: SoundRoute) async throws {
        announced = try await Announced(programs: programs, route)
        try await announced.speakToEnd("a")
        client = try UnixSocketConnection(to: announced.socket)
    }

    /// The cost of announcements and focuses while the crowd waits.
    private mutating func costs(_ crowd: Crowd, _ runs: Int, _ figures: inout Figures) throws {
        try fill()
        try send([#"{"type":"screenChanged","elements":[{"id":"0","label":"A"},{"id":"1","label":"B"}]}"#])
        for run in 0...runs {
            let announcements = (0..<200).map { #"{"type":"announcement","text":"Number \#($0) of \#(run)"}"# }
            let focuses = (0..<200).map { #"{"type":"elementFocused","element":"\#($0 % 2)"}"# }
            for (measure, lines) in [("an announcement, µs", announcements), ("a focus, µs", focuses)] {
                let cost = try send(lines)
                if run > 0 { figures.add(cost, measure, of: announced.name, in: crowd.group) }
            }
        }
    }

    /// A stop's silence, and its answer, while the crowd waits.
    private mutating func stop(_ crowd: Crowd, _ capture: Capture, _ figures: inout Figures) async throws {
        try fill()
        let begun = SuspendingClock.now
        try send([#"{"type":"announcement","allowRepeat":true,"text":"\#(Self.sentence)"}"#])
        _ = try await capture.firstPlayed(after: begun)
        try await Task.sleep(for: .milliseconds(100))
        let start = SuspendingClock.now
        try send([#"{"type":"stop"}"#])
        let answered = start.duration(to: .now)
        let last = try await capture.lastPlayed(after: start, untilQuiet: .milliseconds(100))
        figures.add(
            max(last.map { start.duration(to: $0) } ?? .zero, .zero).milliseconds, "stop → silence, ms", of: announced.name, in: crowd.group
        )
        figures.add(answered.milliseconds, "stop → answer, ms", of: announced.name, in: crowd.group)
        try awaitAnswers()
    }

    /// The cost of events about a screen with so many elements.
    private func costs(elements count: Int, _ runs: Int, _ figures: inout Figures) throws {
        let group = "elements: \(count)"
        let all = (0..<count).map { #"{"id":"\#($0)","label":"A"}"# }.joined(separator: ",")
        let screen = #"{"type":"screenChanged","elements":[\#(all)]}"#
        for run in 0...runs {
            let perScreen = try send([screen])
            let updates = try send((0..<200).map { #"{"type":"elementUpdated","element":"\#(1 + $0 % 9)","value":"\#(run) \#($0)"}"# })
            let focuses = try send((0..<200).map { #"{"type":"elementFocused","element":"\#($0 % 10)"}"# })
            if run == 0 { continue }
            figures.add(perScreen / Double(count), "a screen, µs an element", of: announced.name, in: group)
            figures.add(updates, "an update, µs", of: announced.name, in: group)
            figures.add(focuses, "a focus, µs", of: announced.name, in: group)
        }
        try announced.stop()
    }

    mutating func addFillers(_ count: Int, waitingForEach: Int) throws {
        for _ in 0..<count { fillers.append((try UnixSocketConnection(to: announced.socket), waitingForEach)) }
    }

    /// Has each filler post as much as is to wait for it.
    /// - Parameter maxAge: Their age limit in seconds; nil: the usual one.
    mutating func fill(maxAge: Int? = 3600) throws {
        let age = maxAge.map { #""maxAge":\#($0),"# } ?? ""
        rounds += 1
        for filler in fillers {
            let lines = (0..<filler.count).map {
                #"{"type":"announcement","priority":"low",\#(age)"text":"Message \#($0), \#(rounds)"}"# + "\n"
            }
            try filler.connection.send(Array(lines.joined().utf8))
        }
        try awaitAnswers()
    }

    /// Reads everything that was sent to the fillers so far.
    private func awaitAnswers() throws {
        for filler in fillers { try Self.ping(filler.connection, "") }
    }

    /// Sends lines, and returns the daemon's processor time for each, in µs.
    @discardableResult
    func send(_ lines: [String]) throws -> Double {
        let before = processorTime(of: announced.process.processID)
        try Self.ping(client, lines.map { $0 + "\n" }.joined())
        return (processorTime(of: announced.process.processID) - before) / .microseconds(1) / Double(lines.count)
    }

    /// Sends lines and a ping, and reads all answers up to the ping's.
    private static func ping(_ connection: UnixSocketConnection, _ lines: String) throws {
        try connection.send(Array((lines + #"{"type":"ping","id":"last"}"# + "\n").utf8))
        try connection.skip(past: Array(#""id":"last""#.utf8), within: .seconds(60))
    }
}
