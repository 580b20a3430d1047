import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    @Test func `The recipe of the time speaks from the user's own timer`() async throws {
        let stage = try await ServiceStage()
        try await stage.manager.place(
            .file(builtProduct("announce")), at: "\(stage.manager.home)/.local/bin/announce", isProgram: true)
        let page = try repositoryText("docs/RECIPES.md")
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("The time, by a systemd timer\n") })
        let script = section.split(separator: "```sh\n")[1].split(separator: "```")[0]
        #expect(script.contains("--on-calendar=hourly"))
        let watcher = try await stage.client()
        try watcher.send(#"{"type":"subscribe","id":"s","events":["finished"]}"#)
        try await watcher.reply("s")
        let start = SuspendingClock.now
        let run = try stage.manager.start("sh", ["-c", String(script.replacing("=hourly", with: "='*:*:0/5'"))])
        #expect(try await run.exit() == .code(0))
        let finished = try await watcher.message(within: .seconds(60)) { $0.event == "finished" }
        try await stage.manager.systemctl("stop", "run-*.timer")
        let spoken = try #require(finished.text)
        #expect(spoken.hasPrefix("It is ") && spoken.hasSuffix(" hours") && finished.reason == "spoken")
        let heard = try await stage.capture.all(since: start)
        try await _ = heard.place(of: reference(spoken))
    }
}
