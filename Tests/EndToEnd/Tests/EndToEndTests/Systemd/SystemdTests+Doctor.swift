import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    /// Returns the output of `announce doctor`, installed beside the service and run by its user.
    private func doctor(_ stage: ServiceStage) async throws -> (lines: [String], exit: ChildProcess.Exit) {
        let path = "\(stage.manager.home)/.local/bin/announce"
        if unsafe access(path, X_OK) != 0 { try await stage.manager.place(.file(builtProduct("announce")), at: path, isProgram: true) }
        let doctor = try stage.manager.start("\(UserManager.homeInside)/.local/bin/announce", ["doctor"])
        let lines = try await doctor.output.remainingLines(within: .seconds(60))
        return (lines, try await doctor.exit())
    }

    @Test func `The doctor of a service: it runs, enabled or not; it hangs or has failed; what to do is systemctl's`() async throws {
        let stage = try await ServiceStage()
        try await stage.manager.systemctl("disable", "announced.service", "announced.socket")
        let client = try await stage.client()
        try await client.ask("ping")
        _ = try await stage.logged("voice ready")
        let process = try await stage.daemon()
        let idle = try await doctor(stage)
        #expect(idle.exit == .code(0), "\(idle)")
        #expect(
            idle.lines.contains {
                $0.hasPrefix("– service: systemd runs it: announced.service, process \(process); it does not start by itself")
                    && $0.hasSuffix("`systemctl --user enable --now announced` starts it with each session")
            }, "\(idle)")
        try await stage.manager.systemctl("enable", "announced.service")
        try await stage.configure("nonsense = 1\n")
        let wrong = try await doctor(stage)
        #expect(wrong.exit == .code(1))
        #expect(wrong.lines.contains("✓ service: systemd runs it: announced.service, process \(process)"), "\(wrong)")
        let advice = "; correct it (`announced check-config` shows them), then `systemctl --user reload announced`"
        #expect(wrong.lines.contains { $0.hasPrefix("✗ configuration: ") && $0.hasSuffix(advice) }, "\(wrong)")
        try await stage.configure("")

        // The service manager made the socket, so doctor must not advise ending its owner.
        try suspend(process)
        let hung = try await doctor(stage)
        #expect(hung.exit == .code(1))
        #expect(
            hung.lines.contains {
                $0.hasPrefix("✗ socket: announced, process \(process), listens at ")
                    && $0.hasSuffix("does not answer; `systemctl --user restart announced`")
            }, "\(hung)")
        #expect(!hung.lines.contains { $0.contains("kill ") }, "\(hung)")
        kill(process, SIGCONT)

        try await stage.manager.systemctl("stop", "announced.socket", "announced.service")
        try await stage.manager.place(
            .text("[Service]\nExecStart=\nExecStart=/bin/false\nRestart=no\n"),
            at: "\(stage.manager.home)/.config/systemd/user/announced.service.d/zz-failing.conf")
        try await stage.manager.systemctl("daemon-reload")
        try await stage.manager.systemctl("start", "--no-block", "announced.service")
        try await stage.await("ActiveState") { $0 == "failed" }
        try await stage.manager.systemctl("stop", "announced.socket")
        let failed = try await doctor(stage)
        try FileManager.default.removeItem(atPath: "\(stage.manager.home)/.config/systemd/user/announced.service.d/zz-failing.conf")
        try await stage.manager.systemctl("disable", "announced.service", "announced.socket")
        try await stage.manager.systemctl("reset-failed")
        #expect(failed.exit == .code(1))
        #expect(
            failed.lines.contains {
                $0.hasPrefix("✗ service: announced.service has failed (") && $0.contains("`journalctl --user -u announced` says why")
            }, "\(failed)")
        #expect(failed.lines.contains { $0.hasPrefix("✗ socket: ") && $0.contains("`systemctl --user start announced`") }, "\(failed)")
    }
}
