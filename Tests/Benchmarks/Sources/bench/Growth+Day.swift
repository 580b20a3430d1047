import TestSupport

/// The traces of a day. An app's messages of each hour are sent as fast as the daemon takes them: each cuts the one before, so nothing
/// waits for speech.
extension Growth {
    private static let hours = [1, 6, 24]

    static func measureDay(programs: String, _ route: SoundRoute, _ runs: Int, _ figures: inout Figures) async throws {
        progress("hours: 1 to \(hours.last ?? 1)")
        for _ in 0..<runs {
            let growth = try await Growth(programs, route)
            var hour = 0
            for until in hours {
                while hour < until {
                    try growth.send(messages(ofHour: hour))
                    hour += 1
                }
                try growth.send([#"{"type":"stop"}"#])
                let group = "hours: \(until)"
                figures.add(
                    megabytes("Private_Dirty:", of: [growth.announced.process.processID]), "private dirty, MB", of: growth.announced.name,
                    in: group)
                let start = SuspendingClock.now
                try growth.send([#"{"type":"history"}"#])
                figures.add(start.duration(to: .now).milliseconds, "history → answer, ms", of: growth.announced.name, in: group)
            }
            try growth.announced.stop()
        }
    }

    /// An announcement every three seconds; a focus and a changed value every six; a new screen each minute.
    private static func messages(ofHour hour: Int) -> [String] {
        (0..<3600).flatMap { second in
            var lines: [String] = []
            if second % 60 == 0 {
                let elements = (0..<20).map { #"{"id":"\#($0)","label":"Item \#($0) of \#(hour):\#(second)"}"# }.joined(separator: ",")
                lines.append(#"{"type":"screenChanged","elements":[\#(elements)]}"#)
            }
            if second % 3 == 0 { lines.append(#"{"type":"announcement","text":"Message \#(second) in hour \#(hour)"}"#) }
            if second % 6 == 1 { lines.append(#"{"type":"elementFocused","element":"\#(second / 6 % 20)"}"#) }
            if second % 6 == 4 { lines.append(#"{"type":"elementUpdated","element":"\#(second / 6 % 20)","value":"\#(second)"}"#) }
            return lines
        }
    }
}
