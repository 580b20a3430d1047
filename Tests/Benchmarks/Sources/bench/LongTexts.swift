import TestSupport

/// How long a client waits while the daemon handles another one's longest texts: the ones that cost most to prepare for speech, and a key
/// in a field with a long text.
enum LongTexts {
    private static let units = ["0:00 ", "12:34 ", "1:02:55 ", "😀", "漢字", "e\u{301}", "\u{301}", "The quick brown fox jumps. "]
    /// A protocol line holds 256 KiB.
    private static let length = 250_000
    private static let fieldLength = 120_000
    /// The pings that follow each request.
    private static let pings = 20

    static func measure(programs: String, runs: Int, _ figures: inout Figures) async throws {
        progress("long texts")
        let route = try await SoundRoute.start(.pulse)
        let announced = try await Announced(programs: programs, route)
        try await announced.speakToEnd("a")
        let (sender, pinger) = (try UnixSocketConnection(to: announced.socket), try UnixSocketConnection(to: announced.socket))
        try sender.send(line: #"{"type":"hello","replies":"none"}"#)
        func add(_ line: String, _ measure: String) throws {
            try sender.send(line: line)
            var longest = Duration.zero
            for _ in 0..<pings {
                let start = SuspendingClock.now
                try pinger.send(line: #"{"type":"ping"}"#)
                _ = try pinger.nextLine(blockingFor: .seconds(60))
                longest = max(longest, start.duration(to: .now))
            }
            figures.add(longest.milliseconds, measure, of: announced.name)
        }
        for unit in units {
            let text = String(repeating: unit, count: length / unit.utf8.count)
            for _ in 0..<runs {
                try add(#"{"type":"announcement","text":"\#(text)"}"#, "announcement of “\(unit)”")
                try sender.send(line: #"{"type":"stop"}"#)
                let element = #"{"id":"e","label":"Length","value":"\#(text)","valueKind":"duration"}"#
                try add(#"{"type":"elementFocused","element":\#(element)}"#, "value of “\(unit)”")
                try sender.send(line: #"{"type":"stop"}"#)
            }
        }
        var text = String(repeating: "word ", count: fieldLength / 5)
        try sender.send(
            line: #"{"type":"elementFocused","element":{"id":"f","label":"Letter","value":"\#(text)","traits":["textEntry","isEditing"]}}"#)
        for _ in 0..<runs {
            text += "a"
            try add(#"{"type":"elementUpdated","element":"f","value":"\#(text)"}"#, "key in a field of 120 kB")
        }
    }
}
