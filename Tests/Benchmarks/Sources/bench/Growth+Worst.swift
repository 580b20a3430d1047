import TestSupport

/// The worst of each kind: single requests that concern everything that waits, or are as long as they may be. Nothing else is served
/// meanwhile.
extension Growth {
    private static let waiting = [10, 13_568]
    private static let runs = [16, 1_024]
    private static let messages = [10, 12_000]

    static func measureWorst(programs: String, _ runs: Int, _ figures: inout Figures) async throws {
        for count in waiting {
            let group = "lows: \(count)"
            progress(group)
            let route = try await SoundRoute.start(.pulse)
            var growth = try await Growth(programs, route)
            try growth.addFillers((count + 255) / 256, waitingForEach: min(count, 256))
            for _ in 0..<runs {
                try growth.fill(maxAge: nil)
                for (measure, line) in [
                    ("pause", #""type":"pause""#), ("resume", #""type":"resume""#),
                    ("a recording begins", #""type":"mediaSession","op":"begin","session":"s","mode":"record""#),
                    ("a recording ends", #""type":"mediaSession","op":"end","session":"s""#), ("status", #""type":"status""#),
                    ("cancel of a group", #""type":"cancel","group":"g""#), ("stop", #""type":"stop""#),
                ] {
                    let cost = try growth.send(["{\(line)}"])
                    figures.add(cost / 1000, "\(measure), ms", of: growth.announced.name, in: group)
                }
            }
            try growth.fill(maxAge: nil)
            try await route.server.kill()
            // The first shows that the device is out.
            for run in 0...runs {
                let cost = try growth.send((0..<20).map { #"{"type":"announcement","priority":"low","text":"Outage \#(run) \#($0)"}"# })
                if run > 0 { figures.add(cost, "an announcement in an outage, µs", of: growth.announced.name, in: group) }
            }
        }
        try await measureMessages(programs: programs, runs, &figures)
        let growth = try await Growth(programs, .start(.pulse))
        for count in Self.runs {
            let group = "runs: \(count)"
            let all = (0..<count).map { #"{"text":"Run \#($0) of many."}"# }.joined(separator: ",")
            for _ in 0..<runs {
                let cost = try growth.send([#"{"type":"announcement","allowRepeat":true,"runs":[\#(all)]}"#])
                figures.add(cost / Double(count), "an announcement, µs a run", of: growth.announced.name, in: group)
            }
        }
    }

    /// The commands of a client of speech-dispatcher's protocol that has a whole book waiting.
    private static func measureMessages(programs: String, _ runs: Int, _ figures: inout Figures) async throws {
        let system = try await AnnouncedSSIP(programs: programs, .start(.pulse))
        // A text would end the one before.
        func setPriority() throws { try system.client.command("SET SELF PRIORITY message", answered: "202") }
        try setPriority()
        try system.client.command("PAUSE SELF", answered: "211")
        for count in messages {
            progress("messages: \(count)")
            for run in 0..<runs {
                for number in 0..<count { try system.client.speak("Message \(number), \(run)") }
                for (command, code) in [("RESUME", "212"), ("PAUSE", "211"), ("CANCEL", "213")] {
                    let before = processorTime(of: system.processIDs[0])
                    try system.client.command("\(command) SELF", answered: code)
                    // What the command caused after its answer counts too.
                    try setPriority()
                    let cost = (processorTime(of: system.processIDs[0]) - before) / .milliseconds(1)
                    figures.add(cost, "\(command), ms", of: system.name, in: "messages: \(count)")
                }
            }
        }
    }
}
