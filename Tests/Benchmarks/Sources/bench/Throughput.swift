import TestSupport

/// The number of announcements a second that are read, decoded, and queued or dropped by rule: one client writes them as fast as it can,
/// and the reply to a ping after them ends the measurement. Meanwhile it reads the announcements' outcomes.
struct Throughput {
    /// Announcements a second in three runs, by priority.
    var low: [Double] = []
    var standard: [Double] = []

    private static let count = 100_000

    static func measure(programs: String) async throws -> Throughput {
        progress("announcements a second")
        let server = try await PulseAudioServer()
        var throughput = Throughput()
        for _ in 0..<3 {
            throughput.low.append(try await measure(programs, server, #","priority":"low""#))
            throughput.standard.append(try await measure(programs, server, ""))
        }
        return throughput
    }

    private static func measure(_ programs: String, _ server: any SoundServer, _ fields: String) async throws -> Double {
        let announced = try await Announced(programs: programs, server: server)
        try await announced.speakToEnd("a")
        let connection = try UnixSocketConnection(to: announced.socket)
        let hello = #"{"type":"hello","replies":"none"}"# + "\n"
        let lines = (0..<count).map { #"{"type":"announcement","text":"Message number \#($0) of many"\#(fields)}"# + "\n" }
        let ping = #"{"type":"hello","replies":"all"}"# + "\n" + #"{"type":"ping","id":"last"}"# + "\n"
        let bytes = Array((hello + lines.joined() + ping).utf8)
        let start = SuspendingClock.now
        let writing = Task.detached { try connection.send(bytes, within: .seconds(60)) }
        try connection.skip(past: Array(#""last""#.utf8), within: .seconds(60))
        let duration = start.duration(to: .now)
        try await writing.value
        return Double(count) / (duration / .seconds(1))
    }
}
