// soak lets random apps, faults of the voice and of the sound server, and reloads loose on announced for as long as it is told, and checks
// from the daemon's own events that what must always hold does. The seed that it prints makes it do the same again; what comes of it may
// differ, for processes run as the machine lets them.
//
//     soak PROGRAMS MINUTES SEED MESSAGES
//
// Before that, a flood of so many messages.

import FoundationEssentials
import Glibc
import TestSupport

@main struct Soak {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let minutes = Double(arguments[2]), minutes > 0, let seed = UInt64(arguments[3]),
            let messages = Int(arguments[4])
        else {
            say("soak: expected PROGRAMS MINUTES SEED MESSAGES; run .ci/soak")
            exit(64)
        }
        say("soak: SEED=\(seed), \(minutes) minutes")
        do {
            if messages > 0, try await !FloodedDaemon.run(programs: arguments[1], messages: messages) { exit(1) }
            let rounds = try await Rounds(programs: arguments[1], seed: seed)
            try await rounds.run(for: .seconds(minutes * 60))
            let isRight = rounds.report()
            await rounds.end()
            if !isRight { say("soak: FAILED; SEED=\(seed)") }
            exit(isRight ? 0 : 1)
        } catch {
            say("soak: FAILED: \(error); SEED=\(seed)")
            exit(1)
        }
    }
}

/// Writes a line of the report, at once.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(STDOUT_FILENO, line, line.count)
}
