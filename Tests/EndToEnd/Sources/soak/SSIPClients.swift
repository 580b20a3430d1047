import Synchronization
import TestSupport

/// Random clients of speech-dispatcher's protocol: checks that each command has one answer, other clients are answered in time, and memory
/// stays within its bound.
struct SSIPClients {
    private static let clients = 4

    /// Runs the clients and prints the observations.
    /// - Returns: whether there were no violations.
    static func run(programs: String, sound: SoundSystem, seed: UInt64, for time: Duration) async throws -> Bool {
        let folder = try TemporaryFolder()
        let socket = folder.path("ssip")
        let daemon = try await SoakedDaemon(programs: programs, sound: sound, ["--speech-dispatcher", socket])
        _ = try await UnixSocketConnection.first(to: socket, of: daemon.process)
        let judge = Judge()
        let pinging = try Connection(1, to: daemon.socket, judge: judge)
        let responsiveness = Responsiveness(limit: .milliseconds(200))
        let pings = Task { await responsiveness.watch(pinging, of: daemon, judge: judge) }
        let end = SuspendingClock.now + time
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<clients {
                group.addTask {
                    do {
                        try await talk(to: socket, judge, seed: seed &+ UInt64(number), until: end)
                    } catch {
                        judge { $0.violated("client \(number): \(error)") }
                    }
                }
            }
            while SuspendingClock.now < end, judge({ $0.violations.isEmpty }) {
                try? await Task.sleep(for: .milliseconds(100))
                let resident = daemon.figures.residentKiB
                if resident > Rounds.mostKiB { judge { $0.violated("\(resident) KiB of memory") } }
            }
        }
        pings.cancel()
        await pings.value
        if let exit = daemon.process.exitIfEnded() { judge { $0.violated("announced ended: \(exit)") } }
        let (counts, violations) = judge { ($0.counts, $0.violations) }
        for (what, count) in counts.sorted(by: { $0.key < $1.key }) { say("  \(what): \(count)") }
        say("  longest ping: \(responsiveness.longest / .milliseconds(1)) ms; \(daemon.figures.peakKiB) KiB at most")
        for violation in violations { say("  WRONG: \(violation)") }
        await pinging.close()
        daemon.process.close()
        return violations.isEmpty
    }

    /// Runs one client after another, each until it quits.
    private static func talk(to socket: String, _ judge: Judge, seed: UInt64, until end: SuspendingClock.Instant) async throws {
        var grammar = SSIPGrammar(seed: seed)
        while SuspendingClock.now < end, judge({ $0.violations.isEmpty }) {
            let connection = try UnixSocketConnection(to: socket)
            defer { connection.close() }
            judge { $0.count("clients") }
            while SuspendingClock.now < end {
                let command = grammar.command()
                var code = try await answer(to: command + [13, 10], on: connection)
                judge { [code] in $0.count("answers \(code / 100)xx") }
                // QUIT
                if code == 231 { break }
                if code == 230 {
                    code = try await answer(to: grammar.text(), on: connection)
                    judge { [code] in $0.count("texts, \(code)") }
                }
                if grammar.chance(20) { try await checkOrder(on: connection, after: command, judge) }
            }
        }
    }

    /// Checks that there was exactly one answer: this command's, inside a block or not, has a code of its own.
    private static func checkOrder(on connection: UnixSocketConnection, after command: [UInt8], _ judge: Judge) async throws {
        let code = try await answer(to: Array("GET RATE\r\n".utf8), on: connection)
        guard code != 251, code != 332 else { return }
        judge { $0.violated("GET RATE after \(String(decoding: command.prefix(100), as: UTF8.self)): \(code)") }
    }

    /// Sends a command or a text, and returns the code of the answer. Events in between are skipped.
    private static func answer(to bytes: [UInt8], on connection: UnixSocketConnection) async throws -> Int {
        try connection.send(bytes)
        let command = String(decoding: bytes.prefix(100), as: UTF8.self)
        while true {
            let line: String?
            do {
                line = try await connection.nextLine(within: .seconds(10))
            } catch {
                throw TimedOut("no answer to \(command): \(error)")
            }
            guard let line else { throw TimedOut("the connection was closed after \(command)") }
            guard let code = Int(line.prefix(3)), code / 100 != 7, line.dropFirst(3).first == " " else { continue }
            return code
        }
    }
}
