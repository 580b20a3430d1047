import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// O8: what `announce settings` saves, and the next daemon finds.
    struct SavedSettingsTests {
        private static func settings(_ daemon: Daemon, _ arguments: String...) async throws -> [String] {
            try await settings(daemon, arguments)
        }

        private static func settings(_ daemon: Daemon, _ arguments: [String]) async throws -> [String] {
            let announce = try announceProcess(["settings", "--socket", daemon.socket] + arguments)
            let lines = try await announce.output.remainingLines()
            #expect(try await announce.exit() == .code(0), "\(arguments)")
            return lines
        }

        @Test func `O8: commands that save at the same time keep each other's settings`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let settings = [
                "rate 300", "pitch 60", "volume 80", "verbosity brief", "hints false", "typing words", "interval 3", "dialect talkback",
            ]
            try await withThrowingTaskGroup { tasks in
                for setting in settings {
                    tasks.addTask { _ = try await Self.settings(daemon, setting.split(separator: " ").map(String.init) + ["--save"]) }
                }
                try await tasks.waitForAll()
            }
            let saved = try String(contentsOfFile: daemon.folder.path("config.saved.toml"), encoding: .utf8)
            #expect(saved.split(separator: "\n").count == 1 + settings.count, "\(saved)")
        }

        @Test func `O8: saved settings outlive a reload and a daemon, until they are forgotten`() async throws {
            let first = try await Daemon(configuration: "voice.rate = 200\n", ["--device", "null"])
            _ = try await Self.settings(first, "pitch", "70")
            _ = try await Self.settings(first, "rate", "300", "--save")
            _ = try await Self.settings(first, "description.verbosity", "brief", "--save")
            let saved = first.folder.path("config.saved.toml")
            let text = try String(contentsOfFile: saved, encoding: .utf8)
            #expect(text.hasSuffix("\nvoice.rate = 300\ndescription.verbosity = \"brief\"\n"), "\(text)")
            var status = stat()
            #expect(unsafe stat(saved, &status) == 0 && status.st_mode & 0o777 == 0o600)
            first.process.signal(SIGHUP)
            _ = try await first.log("configuration reloaded")
            #expect(try await Self.settings(first, "rate") == ["300"])
            #expect(try await Self.settings(first, "pitch") == ["50"])
            let config = first.folder.path("config.toml")
            let check = try ChildProcess(
                builtProduct("announced"), ["check-config", config], environment: .inherited(with: americanEnglish))
            #expect(
                try await check.output.remainingLines() == ["\(config): no mistakes; with the settings saved in \(saved)"])
            try await first.end()
            let socket = first.folder.path("next")
            let next = try ChildProcess(
                builtProduct("announced"), ["--config", config, "--socket", socket, "--device", "null"],
                environment: .inherited(with: americanEnglish), output: .null, error: .pipe)
            _ = try await next.error.firstLine(within: .seconds(60)) { $0.hasSuffix("] ready") }
            func ask(_ arguments: String...) async throws -> [String] {
                try await announceProcess(["settings", "--socket", socket] + arguments).output.remainingLines()
            }
            #expect(try await ask("verbosity") == ["brief"])
            #expect(try await ask("rate") == ["300"])
            let report = try await ask("--forget", "--json")
            #expect(report.count == 1 && report[0].hasPrefix("{") && report[0].contains(#""rate":300"#), "\(report)")
            _ = try await ask("rate", "300", "--save")
            #expect(try await ask("--forget") == ["\(saved): removed; the configuration holds after a reload"])
            #expect(try await ask("--forget") == ["nothing was saved"])
            next.signal(SIGHUP)
            _ = try await next.error.firstLine(within: .seconds(60)) { $0.contains("configuration reloaded") }
            #expect(try await ask("rate") == ["200"])
            next.signal(SIGTERM)
            _ = try await next.exit()
        }

        @Test func `O8: a broken link in the place of the folder is named`() async throws {
            let folder = try TemporaryFolder()
            let link = folder.path("link")
            #expect(unsafe mkdir(folder.path("real"), 0o700) == 0 && symlink(folder.path("real"), link) == 0)
            let config = try folder.write("", to: "real/config.toml")
            let daemon = try ChildProcess(
                builtProduct("announced"),
                ["--config", "\(link)/config.toml", "--socket", folder.path("socket"), "--device", "null"],
                environment: .inherited(with: americanEnglish), output: .null, error: .pipe)
            _ = try await daemon.error.firstLine(within: .seconds(60)) { $0.hasSuffix("] ready") }
            #expect(unsafe unlink(config) == 0 && rmdir(folder.path("real")) == 0)
            let announce = try announceProcess(["settings", "--socket", folder.path("socket"), "rate", "300", "--save"])
            let saved = "\(link)/config.saved.toml"
            #expect(
                try await announce.error.remainingLines() == [
                    "announce: changed, but not saved: \(saved) can't be written (No such file or directory); "
                        + "remove the broken link that is in the place of its folder"
                ])
            #expect(try await announce.exit() == .code(1))
        }

        @Test func `O8: what can't be saved is an error that names the file`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let saved = daemon.folder.path("config.saved.toml")
            func refused(_ arguments: String...) async throws -> String {
                let announce = try announceProcess(["settings", "--socket", daemon.socket] + arguments)
                let line = try await announce.error.remainingLines().first
                #expect(try await announce.exit() == .code(1))
                return try #require(line)
            }
            #expect(try await refused("--save").hasPrefix("announce: nothing was changed since the configuration was read"))
            #expect(unsafe symlink("/etc/hostname", saved) == 0)
            #expect(
                try await refused("rate", "300", "--save")
                    == "announce: changed, but not saved: \(saved) can't be replaced (it is a symbolic link); remove the link")
            #expect(unsafe unlink(saved) == 0)
            _ = try daemon.folder.write("voice.rat = 1\n", to: "config.saved.toml")
            #expect(try await refused("rate", "300", "--save").contains("\(saved):1:1: \"voice.rat\" is not a saved setting"))
            #expect(unsafe unlink(saved) == 0)
            #expect(unsafe mkdir(saved, 0o700) == 0)
            #expect(
                try await refused("rate", "300", "--save").contains(
                    "\(saved) can't be replaced (it is not a file with settings); remove it"))
            #expect(try await refused("--forget").contains("\(saved) can't be removed (Is a directory); remove that folder"))
            #expect(unsafe rmdir(saved) == 0)
            guard geteuid() != 0 else { return }
            #expect(unsafe chmod(daemon.folder.path, 0o500) == 0)
            defer { unsafe chmod(daemon.folder.path, 0o700) }
            #expect(
                try await refused("rate", "300", "--save").contains(
                    "\(saved) can't be written (Permission denied); give yourself the right to read and write it, and to write to its folder"
                ))
        }
    }
}
