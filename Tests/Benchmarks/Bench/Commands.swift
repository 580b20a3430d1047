import TestSupport

/// The cost of the command line: the time from a command's start until its text is posted, which is its end, and until it is heard, and the
/// lines a second that `announce pipe --latest` reads.
enum Commands {
    private static let lines = 100_000

    /// Runs each command `runs` times, in a different order in each round.
    static func measure(programs: String, runs: Int, _ figures: inout Figures, _ random: inout SeededGenerator) async throws {
        let route = try await SoundRoute.start(.pulse)
        let capture = try Capture(of: route.server)
        try await capture.ready()
        let announced = try await Announced(programs: programs, route)
        let dispatcher = try await SpeechDispatcher(output: .pulse, route)
        let commands: [(name: String, program: String, system: any SpeechSystem, variables: [String: String?])] = [
            ("announce TEXT", "\(programs)/announce", announced, ["ANNOUNCED_SOCKET": announced.socket]),
            ("spd-say TEXT", "spd-say", dispatcher, ["SPEECHD_ADDRESS": "unix_socket:\(dispatcher.socket)"]),
        ]
        for run in 0...runs {
            for (name, program, system, variables) in commands.shuffled(using: &random) {
                let start = SuspendingClock.now
                try await finish(ChildProcess(program, ["Message \(run)"], environment: .inherited(with: variables)))
                let posted = start.duration(to: .now)
                let heard = start.duration(to: try await capture.firstPlayed(after: start))
                let stopped = SuspendingClock.now
                try system.stop()
                _ = try await capture.lastPlayed(after: stopped, untilQuiet: .milliseconds(100))
                // The first run reads the programs from the disk.
                guard run > 0 else { continue }
                figures.add(posted.milliseconds, "exec → posted, ms", of: name)
                figures.add(heard.milliseconds, "exec → heard, ms", of: name)
            }
        }
        let bytes = Array((0..<lines).map { "Line number \($0) of many\n" }.joined().utf8)
        for _ in 0..<runs {
            let pipe = try ChildProcess("\(programs)/announce", ["pipe", "--latest", "--socket", announced.socket], input: .pipe)
            let start = SuspendingClock.now
            // The remainder in the system's pipe is a fiftieth of the total.
            try pipe.write(bytes, within: .seconds(60))
            figures.add(Double(lines) / (start.duration(to: .now) / .seconds(1)), "lines/s", of: "announce pipe --latest")
            pipe.close()
            try announced.stop()
        }
    }

    private static func finish(_ process: ChildProcess) async throws {
        // Standard output ends with the process. Read it blocking, because a task's delay would be counted too.
        while try process.output.nextLine(blockingFor: .seconds(10)) != nil {}
        let exit = try await process.exit()
        guard exit == .code(0) else { throw UnexpectedAnswer(description: "a command ended with \(exit)") }
    }
}
