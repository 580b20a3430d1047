import TestSupport

/// The cost of the command line: the time from a command's start until its text is posted, which is its end, and until it is heard; the
/// lines a second that `announce pipe --latest` reads; and how long reading takes where nothing is spoken.
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
        try await measureReading(programs: programs, socket: announced.socket, runs: runs, &figures, &random)
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

    /// The time that programs take for 40 MB of lines of which none is spoken, beside one that only passes them on.
    private static func measureReading(
        programs: String, socket: String, runs: Int, _ figures: inout Figures, _ random: inout SeededGenerator
    ) async throws {
        let folder = try TemporaryFolder()
        let line = "cc -O2 -Wall -c -o build/objects/part.o source/part.c   # one of the many lines\n"
        let output = try folder.write(String(repeating: line, count: 40_000_000 / line.utf8.count), to: "output")
        let pattern = "no line has this"
        let readers = [
            ("announce run", "exec '\(programs)/announce' run --socket '\(socket)' --lines '\(pattern)' -- cat '\(output)'"),
            ("announce pipe", "exec '\(programs)/announce' pipe --socket '\(socket)' --match '\(pattern)' <'\(output)'"),
            ("tee", "exec tee /dev/null <'\(output)'"),
        ]
        for _ in 0..<runs {
            for (name, command) in readers.shuffled(using: &random) {
                let start = SuspendingClock.now
                try await finish(ChildProcess("sh", ["-c", "\(command) >/dev/null"]))
                figures.add(start.duration(to: .now) / .seconds(1), "40 MB, not spoken, s", of: name)
            }
        }
    }

    private static func finish(_ process: ChildProcess) async throws {
        // Standard output ends with the process. Read it blocking, because a task's delay would be counted too.
        while try process.output.nextLine(blockingFor: .seconds(10)) != nil {}
        let exit = try await process.exit()
        guard exit == .code(0) else { throw UnexpectedAnswer(description: "a command ended with \(exit)") }
    }
}
