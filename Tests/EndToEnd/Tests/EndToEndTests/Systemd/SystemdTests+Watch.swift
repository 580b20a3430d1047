import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    @Test func `announced-watch runs in its sandbox while the daemon runs, over its crash too, and neither starts a stopped daemon`()
        async throws
    {
        let stage = try await ServiceStage(configuration: "media.hold = 3600\n", watches: true)
        let client = try await stage.client()
        func awaitMedia(_ sessions: [String]) async throws {
            try await client.awaitStatus({ $0.media.map(\.session) }, is: sessions)
        }
        func awaitNote(_ note: String) async throws {
            try await client.awaitStatus({ $0.notes?.map(\.note) }, is: [note])
        }
        try await awaitNote(WatchStage.inHealth)
        let watcher = try await #require(Int32(stage.property("MainPID", of: ServiceStage.watch)))
        let status = try #require(FileManager.default.contents(atPath: "/proc/\(watcher)/status"))
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        for line in ["Seccomp:\t2", "NoNewPrivs:\t1", "CapBnd:\t0000000000000000", "CapEff:\t0000000000000000"] {
            #expect(lines.contains(Substring(line)), "\(lines)")
        }
        let network = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(watcher)/ns/net") != network)

        try await WatchStage.addMicrophone(to: stage.server)
        let recorder = try ChildProcess(
            "parecord", ["-d", "mic", "--raw", "--client-name=Recorder"], environment: .inherited(with: stage.server.environment),
            output: .null)
        try await awaitMedia(["Recorder uses the microphone"])
        // A crash of either.
        _ = kill(watcher, SIGKILL)
        try await stage.await("MainPID", of: ServiceStage.watch) { $0 != "0" && $0 != "\(watcher)" }
        try await awaitMedia(["Recorder uses the microphone"])
        let daemon = try await stage.daemon()
        _ = kill(daemon, SIGKILL)
        try await stage.await("MainPID") { $0 != "0" && $0 != "\(daemon)" }
        try await awaitMedia(["Recorder uses the microphone"])
        // Not before the crashes: between a watcher's end and the next one's session, speech is not held (M4).
        try client.announce("a", "Alpha.")
        #expect(try await client.reply("a").state == "held")
        recorder.close()
        try await awaitMedia([])
        #expect(try await client.finish("a").reason == "spoken")

        // The manager has also started the watcher again: it belongs to the daemon that crashed.
        try await awaitNote(WatchStage.inHealth)
        // Only the daemon's own check finds this mistake.
        try await stage.configure("watch.enabled = false\nvoice.name = \"nobody\"\n")
        #expect(try await stage.manager.systemctl("reload", ServiceStage.service).exit == .code(1))
        try await stage.await("ReloadResult", of: ServiceStage.watch) { $0 == "exit-code" }
        let notes = try await client.ask("status").status?.notes?.map(\.note)
        #expect(notes == [WatchStage.inHealth])
        try await stage.configure("watch.enabled = false\n")
        try await stage.manager.systemctl("reload", ServiceStage.service)
        try await awaitNote("off by [watch] in the configuration")
        // A reload that is stopped is a failed one.
        try await stage.await("ActiveState", of: ServiceStage.watch) { $0 == "active" }
        try await stage.manager.systemctl("stop", ServiceStage.service)
        try await stage.await("ActiveState", of: ServiceStage.watch) { $0 == "inactive" }
        #expect(try await stage.property("ActiveState") == "inactive")
    }

    @Test func `announced-watch doesn't keep a daemon with --idle-exit from ending, and ends with it`() async throws {
        let stage = try await ServiceStage(options: "--device null --idle-exit 0.1", watches: true)
        let client = try await stage.client()
        try await client.awaitStatus({ $0.notes?.isEmpty }, is: false)
        client.close()
        try await stage.await("ActiveState") { $0 == "inactive" }
        try await stage.await("ActiveState", of: ServiceStage.watch) { $0 == "inactive" }
        // The next client starts both.
        let next = try await stage.client()
        try await next.awaitStatus({ $0.notes?.isEmpty }, is: false)
    }
}
