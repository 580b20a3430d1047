import FoundationEssentials
import Glibc
import TestSupport
import Testing

// Without a daemon, or one that answers.
extension EndToEnd.RunCommandTests {
    @Test func `After a daemon that ended, the next one speaks further lines and the end`() async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path("socket")
        let former = try await Daemon(["--device", "null"], socket: socket)
        let fifo = folder.path("fifo")
        try await ChildProcess("mkfifo", [fifo]).exit()
        func watch() async throws -> Client {
            let watcher = try await Client(socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            return watcher
        }
        let client = try await watch()
        let script = "echo one; read -r line <'\(fifo)'; echo two; exit 3"
        let run = try announceProcess(["run", "--socket", socket, "--lines", ".", "--", "sh", "-c", script])
        #expect(try await client.message { $0.event == "started" }.text == "one")
        try await former.end()
        let next = try await Daemon(["--device", "null"], socket: socket)
        let watcher = try await watch()
        _ = try await ChildProcess("sh", ["-c", "echo >'\(fifo)'"]).exit()
        #expect(try await run.exit() == .code(3))
        let heard = try await [watcher.message { $0.event == "started" }.text, watcher.message { $0.event == "started" }.text]
        #expect(Set(heard) == ["two", "sh failed, exit 3"])
        try await next.end()
    }

    @Test func `A daemon that does not answer is reported once, and a signal ends the wait for it`() async throws {
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        let waiting = try run(["--lines", "line"], "echo line; exit 5")
        let error = "announce: the daemon at \(daemon.socket) does not answer; `announce doctor` says what to do"
        #expect(try await waiting.error.remainingLines() == [error])
        #expect(try await waiting.exit() == .code(5))
        let ended = try run([], "echo $$")
        let command = try #require(try await ended.output.nextLine().flatMap { pid_t($0) })
        while kill(command, 0) == 0 {}
        ended.signal(SIGTERM)
        #expect(try await ended.exit() == .code(143))
        let none = try announceProcess(["run", "--socket", daemon.socket, "--", "no-such-command"])
        #expect(try await none.error.nextLine() == "announce: no-such-command: No such file or directory")
        none.signal(SIGTERM)
        #expect(try await none.exit() == .code(143))
    }

    @Test func `Without a daemon a temporary one speaks the end, in the language of the locale`() async throws {
        let folder = try TemporaryFolder()
        let environment: [String: String?] = [
            "ANNOUNCED_SOCKET": folder.path("none"), "XDG_CONFIG_HOME": folder.path, "LC_ALL": "de_DE.UTF-8",
        ]
        let heard = folder.path("heard.wav")
        let run = try announceProcess(["run", "--wav", heard, "--", "sh", "-c", "exit 3"], environment: environment)
        #expect(try await run.exit() == .code(3))
        let expected = try await ESpeakReference("sh ist fehlgeschlagen, Code 3", voice: "de").sound()
        let sound = try Sound(wavFile: heard)
        #expect(sound.isLike(expected), "\(sound)")
    }

    @Test(arguments: [[], ["--lines", ".", "--priority", "low"]])
    func `An unknown voice that no daemon could be asked about before silences neither lines nor the end`(_ options: [String])
        async throws
    {
        let folder = try TemporaryFolder()
        let environment = ["XDG_CONFIG_HOME": folder.path, "LC_ALL": "C"]
        let files = [folder.path("wrong.wav"), folder.path("right.wav")]
        for (file, voice) in zip(files, [["--voice", "de+nonsense"], []]) {
            let run = try announceProcess(
                ["run", "--wav", file] + voice + options + ["--", "sh", "-c", "echo go; exit 3"], environment: environment)
            let sentence = "announce: voice: the variant \"+nonsense\" is unknown; "
            let errors = try await run.error.remainingLines()
            #expect(errors.count == (voice == [] ? 0 : 1) && errors.allSatisfy { $0.hasPrefix(sentence) }, "\(errors)")
            #expect(try await run.exit() == .code(3))
        }
        let (heard, expected) = (try Sound(wavFile: files[0]), try Sound(wavFile: files[1]))
        #expect(heard.isLike(expected), "\(heard), expected \(expected)")
    }
}
