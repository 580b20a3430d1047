// soak runs random clients against announced for a given time, and checks the invariants from the daemon's own events. The printed seed
// reproduces the input; the results may differ, because scheduling does.
//
//     soak apps PROGRAMS MINUTES SEED SOUND MESSAGES    apps, and faults of the voice, the sound server and the daemon; before that a flood
//     soak requests PROGRAMS MINUTES SEED SOUND         requests that are made from the protocol's schema
//     soak ssip PROGRAMS MINUTES SEED SOUND             commands of speech-dispatcher's protocol

import FoundationEssentials
import Glibc
import TestSupport

@main struct Soak {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count >= 6, let minutes = Double(arguments[3]), minutes > 0, let seed = UInt64(arguments[4]),
            let sound = SoundSystem.allCases.first(where: { $0.rawValue.lowercased() == arguments[5] })
        else {
            say("soak: expected apps, requests or ssip, PROGRAMS MINUTES SEED SOUND; run scripts/soak.sh or scripts/fuzz.py")
            exit(64)
        }
        let (mode, programs, time) = (arguments[1], arguments[2], Duration.seconds(minutes * 60))
        say("soak: \(mode), SEED=\(seed), \(minutes) minutes")
        let isRight: Bool
        do {
            switch mode {
            case "apps":
                let messages = arguments.count > 6 ? Int(arguments[6]) ?? 0 : 0
                if messages > 0, try await !FloodedDaemon.run(programs: programs, sound: sound, messages: messages) { exit(1) }
                isRight = try await rounds(RandomApps(seed: seed), programs, sound, seed, time, hasFaults: true)
            case "requests":
                isRight = try await rounds(RequestGrammar(seed: seed), programs, sound, seed, time, hasFaults: false)
            default: isRight = try await SSIPClients.run(programs: programs, sound: sound, seed: seed, for: time)
            }
        } catch {
            say("soak: FAILED: \(error); SEED=\(seed)")
            exit(1)
        }
        if !isRight { say("soak: FAILED; SEED=\(seed)") }
        exit(isRight ? 0 : 1)
    }

    private static func rounds(
        _ lines: some LineSource, _ programs: String, _ sound: SoundSystem, _ seed: UInt64, _ time: Duration, hasFaults: Bool
    ) async throws -> Bool {
        let rounds = try await Rounds(programs: programs, sound: sound, seed: seed, hasFaults: hasFaults)
        try await rounds.run(lines, for: time)
        let isRight = rounds.report()
        await rounds.end()
        return isRight
    }
}

/// Writes a line of the report, at once.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(STDOUT_FILENO, line, line.count)
}
