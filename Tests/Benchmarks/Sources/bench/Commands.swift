import TestSupport

/// The cost of the command line: the time from a command's start to its end, by when its text is posted, and the lines a second that
/// `announce pipe --latest` reads.
struct Commands {
    /// Milliseconds of `announce TEXT`.
    private(set) var announce: [Double] = []
    /// Milliseconds of `spd-say TEXT`.
    private(set) var spdSay: [Double] = []
    /// Lines a second, in three runs.
    private(set) var pipe: [Double] = []

    private static let lines = 1_000_000

    /// Runs each command `runs` times, in a different order in each round.
    static func measure(programs: String, runs: Int, random: inout SeededGenerator) async throws -> Commands {
        progress("commands")
        let server = try await PulseAudioServer()
        let announced = try await Announced(programs: programs, server: server)
        let dispatcher = try await SpeechDispatcher(output: .pulse, server: server)
        var commands = Commands()
        for run in 0..<runs {
            for isFromDaemon in [true, false].shuffled(using: &random) {
                if isFromDaemon {
                    let address = ["ANNOUNCED_SOCKET": announced.socket]
                    commands.announce.append(try await time("\(programs)/announce", ["Message \(run)"], environment: address))
                    try announced.stop()
                } else {
                    let address = ["SPEECHD_ADDRESS": "unix_socket:\(dispatcher.socket)"]
                    commands.spdSay.append(try await time("spd-say", ["Message \(run)"], environment: address))
                    try dispatcher.stop()
                }
            }
        }
        let text = (0..<lines).map { "Line number \($0) of many\n" }.joined()
        let bytes = Array(text.utf8)
        for _ in 0..<3 {
            let pipe = try ChildProcess("\(programs)/announce", ["pipe", "--latest", "--socket", announced.socket], input: .pipe)
            let start = SuspendingClock.now
            // The remainder in the system's pipe is less than a thousandth of the total.
            try pipe.write(bytes, within: .seconds(60))
            commands.pipe.append(Double(lines) / (start.duration(to: .now) / .seconds(1)))
            pipe.close()
            try announced.stop()
        }
        return commands
    }

    private static func time(_ program: String, _ arguments: [String], environment: [String: String?] = [:]) async throws -> Double {
        let start = SuspendingClock.now
        let process = try ChildProcess(program, arguments, environment: .inherited(with: environment))
        // Standard output ends with the process. Read it blocking, because a task's delay would be counted too.
        while try process.output.nextLine(blockingFor: .seconds(10)) != nil {}
        let duration = start.duration(to: .now)
        let exit = try await process.exit()
        guard exit == .code(0) else { throw UnexpectedAnswer(description: "\(program): \(exit)") }
        return duration.milliseconds
    }
}
