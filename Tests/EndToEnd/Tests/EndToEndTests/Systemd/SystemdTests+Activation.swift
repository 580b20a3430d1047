import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    @Test func `The first client starts it and is heard; its status tells the truth; the voice gets nothing of the manager's`()
        async throws
    {
        let stage = try await ServiceStage()
        #expect(try await stage.property("ActiveState") == "inactive")
        let start = SuspendingClock.now
        let client = try await stage.client()
        try client.announce("a", "Heard from the first word on.")
        #expect(try await client.finish("a").successful == true)
        let heard = try await stage.capture.all(since: start)
        #expect(try await heard.isLike(reference("Heard from the first word on.")))
        #expect(try await stage.property("ActiveState") == "active")
        try await stage.await("StatusText") { $0 == "Serving 1 client" }
        for process in [try await stage.daemon(), try await stage.voice()] {
            let memory = try #require(FileManager.default.contents(atPath: "/proc/\(process)/environ"))
            let names = String(decoding: memory, as: UTF8.self).split(separator: "\0").map { $0.split(separator: "=")[0] }
            // The daemon's own environment is the one that it was started with.
            let isVoice = try await process == stage.voice()
            for name in ["NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC"] {
                #expect(names.contains(Substring(name)) != isVoice, "\(name)")
            }
        }
        // Problems are shown where users look, and only while they last.
        try await stage.server.kill()
        try client.announce("b", "Heard later.", #""priority":"high""#)
        try await stage.await("StatusText") {
            $0.hasPrefix("Sound device default unavailable: ") && $0.hasSuffix("; 1 announcement waits; serving 1 client")
        }
        try await stage.server.restart()
        #expect(try await client.finish("b").successful == true)
        try await stage.await("StatusText") { $0 == "Serving 1 client" }
        // A service started with the session gets its socket too.
        #expect(try await stage.manager.systemctl("enable", "announced.service").exit == .code(0))
        for (target, unit) in [("default.target", "announced.service"), ("sockets.target", "announced.socket")] {
            let wants = try await stage.manager.systemctl("show", "--property", "Wants", "--value", target).lines
            #expect(wants.joined(separator: " ").split(separator: " ").contains(Substring(unit)), "\(wants)")
        }
        try await stage.manager.systemctl("disable", "announced.service")
    }

    @Test func `speech-dispatcher's first client starts it too; a restart ends that connection, and no other`() async throws {
        let stage = try await ServiceStage(forSpeechDispatcher: true)
        #expect(try await stage.property("ActiveState") == "inactive")
        let start = SuspendingClock.now
        let orca = try await SSIPConnection(stage.speechDispatcherSocket, as: "orca")
        try await orca.await(702, of: orca.speak("Heard by another name."))
        let heard = try await stage.capture.all(since: start)
        #expect(try await heard.isLike(reference("Heard by another name.")))
        let client = try await stage.client()
        #expect(try await client.ask("status").status?.clients == 2)
        #expect(try await stage.manager.systemctl("restart", "announced.service").exit == .code(0))
        try await orca.end()
        #expect(try await client.ask("status").status?.clients == 1)
        let again = try await SSIPConnection(stage.speechDispatcherSocket, as: "orca")
        try await again.await(702, of: again.speak("Again."))
    }

    @Test func `With --idle-exit it ends when no one needs it, and a client that connects at that moment is served by the next`()
        async throws
    {
        let stage = try await ServiceStage(options: "--device null --idle-exit 0.1")
        var processes: Set<Int32> = []
        // A busy machine may be late each time: then it is waited for longer.
        var round = 0
        while round < 12 || processes.count < 2 {
            try #require(round < 100, "it ends now and then")
            let client = try await stage.client()
            let reply = try await client.ask("status")
            #expect(reply.status?.clients == 1)
            processes.insert(try await stage.daemon())
            client.close()
            // Around the moment of its end, slightly earlier or later each time.
            _ = try? await stage.log.firstLine(within: .milliseconds(80 + round * 4)) { _ in false }
            round += 1
        }
        try await stage.await("ActiveState") { $0 == "inactive" }
        #expect(try await stage.property("Result") == "success")
        #expect(try await stage.client().ask("ping").ok == true, "the socket is still the manager's")
    }

    @Test func `Stop: what speaks falls silent, each that waits finishes shutdown, within 200 ms`() async throws {
        let stage = try await ServiceStage()
        let client = try await stage.client(hello: #""progress":true"#)
        try client.announce("speaking", "alpha bravo charlie delta echo foxtrot golf hotel")
        for id in ["1", "2", "3"] { try client.announce(id, "Waiting \(id).", #""queue":true"#) }
        try await client.word("charlie", of: "speaking")
        let stopwatch = Stopwatch(of: [getpid(), stage.manager.processID])
        #expect(try await stage.manager.systemctl("stop", "announced.service").exit == .code(0))
        let stopped = SuspendingClock.now
        let waited = stopwatch.waited
        for id in ["speaking", "1", "2", "3"] { #expect(try await client.finish(id).reason == "shutdown") }
        let begun = try await #require(Int(stage.property("ActiveExitTimestampMonotonic")))
        let ended = try await #require(Int(stage.property("InactiveEnterTimestampMonotonic")))
        print("stopped within", ended - begun, "µs")
        // The promised time, and as much again for this machine's noise.
        #expect(.microseconds(ended - begun) < .milliseconds(400) + waited)
        #expect(try await stage.property("Result") == "success")
        #expect(try await stage.capture.isSilent(from: stopped + .milliseconds(50) + waited, to: stopped + .seconds(1)))
    }
}
