import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    @Test func `Watchdog: an idle voice that hangs is replaced before anybody speaks, and the manager has nothing to do`() async throws {
        let stage = try await ServiceStage(settings: "WatchdogSec=6s")
        let client = try await stage.client()
        _ = try await stage.logged("voice ready")
        let (daemon, voice) = (try await stage.daemon(), try await stage.voice())
        try suspend(voice)
        // It is pinged within half the watchdog's time, and has two seconds to answer.
        let line = try await stage.logged("voice lost; starting another")
        #expect(line.contains("it does not answer"), "\(line)")
        _ = try await stage.logged("voice ready")
        #expect(try await client.ask("status").status?.voice.restarts == 1)
        #expect(try await stage.voice() != voice)
        #expect(try await stage.daemon() == daemon)
        #expect(try await stage.property("NRestarts") == "0")
        #expect(try await stage.property("CPUWeight") == "1000", "on a busy machine")
    }

    @Test func `Watchdog: a daemon that hangs is replaced; who connects meanwhile is heard, who was connected still is`() async throws {
        let stage = try await ServiceStage(settings: "WatchdogSec=3s")
        let first = try await stage.client()
        try await first.ask("ping")
        _ = try await stage.logged("voice ready")
        let (daemon, voice) = (try await stage.daemon(), try await stage.voice())
        // Healthy for longer than the watchdog's time.
        await #expect(throws: TimedOut.self) { try await first.next(within: .milliseconds(3500)) }
        #expect(try await stage.daemon() == daemon)
        try suspend(daemon)
        let start = SuspendingClock.now
        let second = try await stage.client()
        try second.announce("a", "Here again.")
        #expect(try await second.finish("a").successful == true)
        print("a hanging daemon was replaced, and the next was heard, after", SuspendingClock.now - start)
        #expect(try await first.ask("ping").ok == true, "who was connected still is")
        let heard = try await stage.capture.all(since: start)
        #expect(try await heard.isLike(reference("Here again.")))
        #expect(try await stage.daemon() != daemon)
        #expect(try await stage.property("NRestarts") == "1")
        #expect(kill(voice, 0) == -1, "its voice has ended too")
    }

    @Test func `A service that starts with mistakes in its configuration speaks by the defaults, and its status tells them`() async throws {
        let stage = try await ServiceStage(configuration: "nonsense = 1\n")
        let client = try await stage.client()
        let start = SuspendingClock.now
        try client.announce("a", "Not silent.")
        #expect(try await client.finish("a").successful == true)
        _ = try await stage.capture.firstSound(after: start)
        _ = try await stage.logged("the configuration has mistakes; defaults replace the wrong settings")
        try await stage.await("StatusText") { $0.contains("config.toml:1:1") }
    }

    @Test func `O6: Reload while it speaks: a good configuration holds, a bad one is refused aloud and with its line, and nothing is cut`()
        async throws
    {
        let stage = try await ServiceStage()
        let client = try await stage.client(hello: #""progress":true"#)
        let text = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima"
        let start = SuspendingClock.now
        try client.announce("a", text)
        try await client.word("bravo", of: "a")
        try await stage.configure("hints.delay = 1.5\n")
        #expect(try await stage.manager.systemctl("reload", "announced.service").exit == .code(0))
        _ = try await stage.logged("configuration reloaded")
        try await stage.configure("hints.dely = 2\n")
        let refused = try await stage.manager.systemctl("reload", "announced.service")
        #expect(refused.exit == .code(1), "\(refused.lines)")
        let line = try await stage.logged(containing: "\"dely\" is not a key of [hints]")
        #expect(line.contains("config.toml:1:1") && line.contains("delay"), "\(line)")
        #expect(try await stage.property("ActiveState") == "active")
        let finish = try await client.finish("a")
        #expect(finish.reason == "spoken" && finish.attempts == 1)
        let notice = "The configuration has a mistake: announced check-config shows it"
        let heard = try await stage.capture.heard(after: start, untilQuiet: .milliseconds(900)).sound
        #expect(try await heard.place(of: reference(text)) < heard.place(of: reference(notice)))
        try await stage.configure("")
        #expect(try await stage.manager.systemctl("reload", "announced.service").exit == .code(0))
        try await stage.await("StatusText") { $0 == "Serving 1 client" }
    }
}
