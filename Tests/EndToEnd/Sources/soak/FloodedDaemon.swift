import TestSupport

/// A flood of announcements from ten clients, and the delay until an eleventh client's high is heard.
struct FloodedDaemon {
    private static let clients = 10
    private static let mostDelay = Duration.milliseconds(100)
    private static let mostKiB = 64_000_000 / 1024
    /// A voice that says a text the same way every time, and its settings.
    private static let voice = (name: "en-us+michel", rate: 240)

    /// Runs the flood and prints the measurements.
    /// - Returns: whether all are within their limits.
    static func run(programs: String, sound: SoundSystem, messages: Int) async throws -> Bool {
        let configuration = "voice.name = \"\(voice.name)\"\nvoice.rate = \(voice.rate)\n"
        let daemon = try await SoakedDaemon(programs: programs, sound: sound, configuration: configuration)
        let capture = try Capture(of: daemon.server)
        try await capture.ready()
        let start = SuspendingClock.now
        let flood = try AnnouncementFlood(clients: clients, messages: messages, to: daemon.socket)
        let highs = try await flood.highs(of: [daemon.process.processID] + daemon.server.processIDs, heardBy: capture) { text in
            try await ESpeakReference(text, voice: voice.name, rate: voice.rate).sound().trimmed()
        }
        let took = SuspendingClock.now - start
        let peak = daemon.figures.peakKiB
        let delays = highs.map { "\(Int($0.delay / .milliseconds(1))) ms" }.joined(separator: ", ")
        say("flood: \(flood.messages) messages from \(clients) clients in \(Int(took / .seconds(1))) s; \(peak) KiB at most")
        say("  another's highs were heard \(delays) after they were sent")
        // A machine that is too busy for real time may spoil one of them.
        let heard = highs.filter { $0.correlation > 0.9 }.map(\.delay).sorted()
        let isHeard = heard.count > highs.count / 2 && heard[heard.count / 2] < mostDelay
        if !isHeard { say("  WRONG: highs: \(highs)") }
        if peak > mostKiB { say("  WRONG: more memory than \(mostKiB) KiB") }
        if flood.isRefused { say("  WRONG: a client of the flood lost its connection") }
        flood.end()
        capture.close()
        daemon.process.close()
        return isHeard && peak <= mostKiB && !flood.isRefused
    }
}
