import Glibc
import Synchronization
import TestSupport

/// Rounds of some seconds of activity, then a rest in which everything must have ended and the daemon's resources are measured.
final class Rounds: Sendable {
    /// The daemon's resources at a rest.
    struct Measured {
        var minute: Double
        var figures: ProcessFigures
    }

    private let daemon: SoakedDaemon
    private let hasFaults: Bool
    private let judge: Judge
    private let monitor: Connection
    private let pinging: Connection
    private let responsiveness: Responsiveness
    private let seed: UInt64
    private let measured = Mutex<[Measured]>([])
    private let lastConnection = Atomic(2)
    private let started = SuspendingClock.now

    /// The number of samples of a text to look for at once.
    private static let piece = Sound.samples(in: .milliseconds(120))
    /// The most memory that the daemon may hold, whatever clients do.
    static let mostKiB = 192 * 1024
    /// The duration of the activity.
    private static let round = Duration.seconds(10)

    /// A voice that says a text the same way every time, and its settings.
    private static let voice = (name: "en-us+michel", rate: 240)

    /// - Parameter hasFaults: whether voice, sound server, configuration and daemon fail meanwhile; without faults, replies must be faster.
    init(programs: String, sound: SoundSystem, seed: UInt64, hasFaults: Bool) async throws {
        self.seed = seed
        self.hasFaults = hasFaults
        judge = Judge(Invariants(knowsSessions: hasFaults))
        responsiveness = Responsiveness(limit: hasFaults ? .seconds(1) : .milliseconds(200))
        daemon = try await SoakedDaemon(programs: programs, sound: sound)
        monitor = try Connection(1, to: daemon.socket, judge: judge, isMonitor: true)
        pinging = try Connection(2, to: daemon.socket, judge: judge)
        let events = ["posted", "started", "cut", "finished", "held", "refused", "silent", "earcon", "focus", "mediaSession"]
        let list = events.map { "\"\($0)\"" }.joined(separator: ",")
        _ = try await monitor.ask("subscribe", #","events":[\#(list)]"#)
    }

    func end() async {
        await monitor.close()
        await pinging.close()
        daemon.process.close()
    }

    /// Runs rounds until the time is over, or something is wrong.
    func run(_ lines: some LineSource, for time: Duration) async throws {
        let pings = Task { [responsiveness, pinging, daemon, judge] in await responsiveness.watch(pinging, of: daemon, judge: judge) }
        defer { pings.cancel() }
        var apps = lines
        var number = 0
        while SuspendingClock.now < started + time, judge({ $0.violations.isEmpty }) {
            let end = min(SuspendingClock.now + Self.round, started + time)
            let mischief = Task { [daemon, judge, seed, number, hasFaults] in
                guard hasFaults else { return }
                var mischief = Mischief(daemon, judge: judge, seed: seed &+ UInt64(number) &+ 1)
                try await mischief.run(until: end)
            }
            let clients = try await act(until: end, &apps)
            try await mischief.value
            try await rest(clients, number)
            number += 1
        }
        judge { $0.count("rounds", number) }
        if let exit = daemon.process.exitIfEnded() { judge { $0.violated("announced ended: \(exit)") } }
    }

    // MARK: Apps

    /// Connects, and retries while no daemon listens because the next one is starting.
    private func connect(reads: Bool = true) async throws -> Connection {
        judge { $0.count("clients") }
        let number = lastConnection.add(1, ordering: .relaxed).newValue
        let deadline = SuspendingClock.now + .seconds(10)
        while true {
            do {
                let connection = try Connection(number, to: daemon.socket, judge: judge, reads: reads)
                guard reads else { return connection }
                // A connection that had not been served when the daemon ended is lost.
                if (try? await connection.ask("ping", within: .seconds(2))) != nil { return connection }
                await connection.close()
            } catch {
                guard SuspendingClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Lets apps send their lines; some disappear.
    private func act(until end: SuspendingClock.Instant, _ apps: inout some LineSource) async throws -> [Connection] {
        var clients: [Connection] = []
        let hostile = hasFaults ? try? Hostile(at: daemon.socket) : nil
        defer { hostile?.close() }
        while SuspendingClock.now < end {
            if apps.chance(100) {
                hostile?.post()
            } else if clients.count < 3 || clients.count < 9 && apps.chance(30) {
                clients.append(try await connect())
            } else if apps.chance(60) {
                judge { $0.count("clients that vanished") }
                let gone = clients.remove(at: apps.number(0..<clients.count))
                if apps.chance(3) { gone.send(bytes: Array(#"{"type":"announcement","te"#.utf8)) }
                await gone.close()
            } else if apps.chance(300) {
                try await deaf(&apps)
            } else {
                let line = apps.line()
                let client = apps.one(of: clients)
                if line.wantsNothing { client.wantsNothing() }
                client.send(line.text, announcement: line.announcement)
                judge { $0.count("lines") }
            }
            // Mostly in quick succession, with pauses in which something is heard.
            let pause = hasFaults ? (apps.chance(25) ? apps.number(0..<3000) : apps.number(0..<20)) : (apps.chance(500) ? 500 : 0)
            if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) } else { await Task.yield() }
        }
        return clients
    }

    /// Connects a client that requests much and never reads, so that it loses its connection.
    private func deaf(_ apps: inout some LineSource) async throws {
        judge { $0.count("clients that never read") }
        let client = try await connect(reads: false)
        for _ in 0..<100 { client.send(bytes: Array(String(repeating: "{\"type\":\"voices\"}\n", count: 20).utf8)) }
        await client.close()
    }

    // MARK: Rests

    /// Silences everything, and checks what became of it.
    private func rest(_ clients: [Connection], _ number: Int) async throws {
        let user = try await connect()
        // First let all their lines be carried out. Messages caused by the stop arrive before the reply to the next question.
        for client in clients where client.isTold { _ = try? await client.ask("ping") }
        for type in ["stop", "resume"] { _ = try await user.ask(type) }
        for client in clients {
            if client.isTold {
                do {
                    _ = try await client.ask("ping")
                    judge { $0.owes(client.announcements) }
                } catch {
                    judge { $0.violated("client \(client.number) is not answered: \(error)") }
                }
            }
            await client.close()
        }
        try await comeToRest(user)
        try await probe(user, number)
        try await comeToRest(user)
        judge { $0.owes(user.announcements) }
        await user.close()
        // The daemon's descriptors are counted only once it has closed the user's, too.
        let deadline = SuspendingClock.now + .seconds(20)
        while try await monitor.ask("status").status?.clients != 2 {
            if SuspendingClock.now > deadline { throw TimedOut("the end of the user's connection") }
        }
        judge { $0.atRest() }
        try await measure()
    }

    /// Makes the daemon speak a text unique to this round, and compares the sound with eSpeak NG's own, piece by piece, because sound
    /// stutters on a busy machine. One or two attempts may fail completely.
    private func probe(_ user: Connection, _ number: Int) async throws {
        let capture = try Capture(of: daemon.server)
        defer { capture.close() }
        try await capture.ready()
        var shares: [Double] = []
        while shares.count < 3 {
            let text = "Round \(number) \(allowedWord) \(shares.count)"
            let id = "\(ownPrefix)\(number)-\(shares.count)"
            // Override any settings that apps have changed.
            let manner = #""rate":\#(Self.voice.rate),"pitch":50,"volume":100,"punctuation":"none","capitals":"none""#
            let voice = #""voice":"\#(Self.voice.name)",\#(manner)"#
            let start = SuspendingClock.now
            user.send(#"{"type":"announcement","id":"\#(id)","text":"\#(text)","priority":"high",\#(voice)}"#, announcement: id)
            if try await !user.outcome(of: id, within: .seconds(30)) { judge { $0.violated("\(id) was not heard after all of it") } }
            let heard = try await capture.heard(after: start, untilQuiet: .milliseconds(500)).sound
            let reference = try await ESpeakReference(text, voice: Self.voice.name, rate: Self.voice.rate).sound().trimmed()
            let pieces = stride(from: 0, to: reference.samples.count - Self.piece, by: Self.piece).map {
                Sound(reference.samples[$0..<$0 + Self.piece])
            }
            shares.append(Double(pieces.count { heard.find($0).correlation > 0.9 }) / Double(pieces.count))
            if shares.last! > 0.5 { return judge { $0.count("words heard as eSpeak NG says them") } }
        }
        judge { [shares] in $0.violated("in round \(number) other words were heard than were announced: \(shares) of them were found") }
    }

    /// Waits until nothing speaks, waits or is silenced, and the voice is ready.
    private func comeToRest(_ user: Connection) async throws {
        let deadline = SuspendingClock.now + .seconds(20)
        while true {
            guard let status = try await user.ask("status").status else { throw TimedOut("a status without a status") }
            // The monitor, the pinging client, and the user.
            let isAtRest =
                !status.paused && status.clients == 3 && status.speaking == nil && status.waiting.isEmpty && status.media.isEmpty
                && status.voice.state == "ready"
            if isAtRest { return }
            guard SuspendingClock.now < deadline else { throw TimedOut("announced does not come to rest: \(status)") }
            // A client that does not wait for replies may have paused only now.
            if status.paused { _ = try await user.ask("resume") }
            // A text from the grammar may take minutes.
            if !hasFaults, status.speaking != nil { _ = try await user.ask("stop") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func measure() async throws {
        // A connection or voice that has just ended may take a moment to disappear.
        var figures = daemon.figures
        let deadline = SuspendingClock.now + .seconds(5)
        while SuspendingClock.now < deadline, figures.children.count != 1 || figures.children.contains(where: \.isZombie) {
            try await Task.sleep(for: .milliseconds(20))
            figures = daemon.figures
        }
        if figures.children.count != 1 || figures.children.contains(where: \.isZombie) {
            judge { [figures] in $0.violated("the daemon's children, of which one voice is expected: \(figures.children)") }
        }
        if figures.residentKiB > Self.mostKiB { judge { [figures] in $0.violated("\(figures.residentKiB) KiB of memory") } }
        let minute = started.duration(to: .now) / .seconds(60)
        measured.withLock { $0.append(Measured(minute: minute, figures: figures)) }
    }

    // MARK: The report

    /// Prints the observations and the violations.
    /// - Returns: whether there were no violations.
    func report() -> Bool {
        let growth = Growth(measured.withLock { $0 })
        for problem in growth.problems { judge { $0.violated(problem) } }
        let (counts, violations) = judge { ($0.counts, $0.violations) }
        for (what, count) in counts.sorted(by: { $0.key < $1.key }) { say("  \(what): \(count)") }
        say("  longest ping: \(responsiveness.longest / .milliseconds(1)) ms")
        say("  log: \(daemon.log.utf8.count) bytes")
        say(growth.text)
        for violation in violations { say("  WRONG: \(violation)") }
        if !violations.isEmpty {
            say("  the log's end:")
            for line in daemon.log.split(separator: "\n").suffix(20) { say("    \(line)") }
        }
        return violations.isEmpty
    }
}
