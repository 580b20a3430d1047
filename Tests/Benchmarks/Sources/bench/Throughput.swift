import TestSupport

/// The number of announcements a second that are read, decoded, and queued or dropped by rule: one client writes them as fast as it can,
/// and the reply to a ping after them ends the measurement. Meanwhile it reads the announcements' outcomes. Over SSIP each command awaits
/// its answer.
enum Throughput {
    private static let count = 5_000
    private static let commands = 100

    static func measure(programs: String, runs: Int, _ figures: inout Figures) async throws {
        progress("announcements a second")
        let route = try await SoundRoute.start(.pulse)
        for (name, fields) in [("low", #","priority":"low""#), ("default", "")] {
            let announced = try await Announced(programs: programs, route)
            try await announced.speakToEnd("a")
            let connection = try UnixSocketConnection(to: announced.socket)
            for run in 0...runs {
                let lines = (0..<count).map { #"{"type":"announcement","text":"Message number \#($0) of many"\#(fields)}"# + "\n" }
                let ping = #"{"type":"ping","id":"last \#(run)"}"# + "\n"
                let bytes = Array((lines.joined() + ping).utf8)
                let start = SuspendingClock.now
                let writing = Task.detached { try connection.send(bytes, within: .seconds(60)) }
                try connection.skip(past: Array(#""last \#(run)""#.utf8), within: .seconds(60))
                let rate = Double(count) / (start.duration(to: .now) / .seconds(1))
                try await writing.value
                // The first run allocates what the others use again.
                if run > 0 { figures.add(rate, "announcements/s, \(name)", of: announced.name) }
            }
        }
        let systems: [any SSIPSystem] = [
            try await AnnouncedSSIP(programs: programs, route), try await SpeechDispatcher(output: .pulse, route),
        ]
        for system in systems {
            try await system.speakToEnd("a")
            for _ in 0..<runs {
                let start = SuspendingClock.now
                for number in 0..<commands { try system.speak("Message number \(number) of many") }
                figures.add(Double(commands) / (start.duration(to: .now) / .seconds(1)), "announcements/s, SSIP", of: system.name)
                try system.stop()
            }
        }
    }
}
