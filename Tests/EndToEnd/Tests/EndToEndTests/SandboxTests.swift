import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The voice gives up what it does not need, and speaks.
    struct SandboxTests {
        /// Returns whether a process has a system call filter and can't gain privileges.
        private func isFiltered(_ process: Int32) throws -> Bool {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
            return status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1")
        }

        /// Speaks, and expects that it is heard.
        private func expectHeard(_ stage: Stage, _ text: String = "Alpha bravo charlie.") async throws {
            let client = try await stage.client()
            let start = SuspendingClock.now
            try client.announce("a", text)
            #expect(try await client.finish("a").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.isLike(reference(text)))
        }

        @Test(arguments: SoundSystem.allCases)
        func `On either sound server it is heard from its sandbox, and the doctor says what that holds`(_ system: SoundSystem) async throws
        {
            let stage = try await Stage(on: system)
            try await expectHeard(stage)
            #expect(try await isFiltered(stage.daemon.voice()))
            let doctor = try stage.announce("doctor")
            let row = try await doctor.output.remainingLines().first { $0.contains(" sandbox: ") }
            let gap = row?.contains("this kernel has no Landlock") == true ? "" : "files that sound does not need, "
            #expect(
                row?.contains("sandbox: the voice can't use \(gap)other programs, the network, other processes") == true, "\(row ?? "")")
        }

        @Test func `A device that may need any file or program, and one for which it is switched off, are heard without`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(environment: pcm.environment)
            let client = try await Client(daemon.socket)
            try client.announce("a", "Alpha.")
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await abs(pcm.samples().samples.count - reference("Alpha.").samples.count) < Sound.rate / 10)
            #expect(try await !isFiltered(daemon.voice()))

            let stage = try await Stage(configuration: "audio.sandbox = false\n")
            try await expectHeard(stage)
            #expect(try await !isFiltered(stage.daemon.voice()))
            let doctor = try stage.announce("doctor")
            #expect(
                try await doctor.output.remainingLines().contains("– sandbox: the voice has none, by audio.sandbox in the configuration"))
        }

        @Test func `A device that is chosen later and does not open in the sandbox is opened by another voice, outside`() async throws {
            let folder = try TemporaryFolder()
            let server = try await SoundSystem.pulseAudio.start()
            let alsa = try #require(server.environment["ALSA_CONFIG_PATH"])
            let piped = "pcm.piped { type file slave.pcm { type null } file \"| cat >\(folder.path("sound"))\" format raw }\n"
            let configuration = try folder.write("<\(alsa)>\n\(piped)", to: "alsa.conf")
            let daemon = try await Daemon(environment: server.environment.merging(["ALSA_CONFIG_PATH": configuration]) { _, own in own })
            let client = try await Client(daemon.socket)
            try client.announce("before", "Zero.")
            #expect(try await client.finish("before").reason == "spoken")
            let first = try await daemon.voice()
            #expect(try isFiltered(first))
            _ = try daemon.folder.write("audio.device = 'piped'\n", to: "config.toml")
            daemon.process.signal(SIGHUP)
            _ = try await daemon.log("configuration reloaded")
            try client.announce("a", "Alpha.", #""priority":"high""#)
            #expect(try await client.finish("a").reason == "spoken")
            let second = try await daemon.voice()
            #expect(try first != second && !isFiltered(second))
        }

        @Test func `A folder of sounds that was made later can be read too, by another voice`() async throws {
            let folder = try TemporaryFolder()
            let server = try await SoundSystem.pulseAudio.start()
            let daemon = try await Daemon(environment: server.environment.merging(["XDG_DATA_HOME": folder.path]) { _, own in own })
            let client = try await Client(daemon.socket)
            try client.announce("a", "Alpha.")
            #expect(try await client.finish("a").reason == "spoken")
            let first = try await daemon.voice()
            try FileManager.default.createDirectory(atPath: folder.path("sounds"), withIntermediateDirectories: true)
            try await client.awaitStatus(\.device.state, is: "closed")
            try client.announce("b", "Bravo.")
            #expect(try await client.finish("b").reason == "spoken")
            #expect(try await daemon.voice() != first)
        }

        @Test func `A voice keeps its sandbox when the kernel forgets the files of /proc`() async throws {
            let server = try await SoundSystem.pulseAudio.start()
            let daemon = try await Daemon(environment: server.environment)
            let client = try await Client(daemon.socket)
            try client.announce("a", "Alpha.")
            #expect(try await client.finish("a").reason == "spoken")
            let first = try await daemon.voice()
            let former = try inode(of: "/proc/\(first)")
            try await client.awaitStatus(\.device.state, is: "closed")
            // As it does when it needs the memory of names that no one uses.
            guard (try? Data("2".utf8).write(to: URL(filePath: "/proc/sys/vm/drop_caches"))) != nil,
                try inode(of: "/proc/\(first)") != former
            else { return print("skipped: the kernel keeps them here") }
            try client.announce("b", "Bravo.")
            #expect(try await client.finish("b").reason == "spoken")
            #expect(try await daemon.voice() == first)
        }

        private func inode(of path: String) throws -> UInt64? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        }

        @Test func `Where the kernel refuses the rules, it speaks without, and says so`() async throws {
            let server = try await SoundSystem.pulseAudio.start()
            let capture = try Capture(of: server)
            try await capture.ready()
            let folder = try TemporaryFolder()
            // A process may be in sixteen sandboxes of Landlock at most. These refuse no more than to make devices.
            let script = """
                import ctypes, os, sys
                libc = ctypes.CDLL(None, use_errno=True)
                libc.prctl(38, 1, 0, 0, 0)
                for _ in range(16):
                    rules = libc.syscall(444, ctypes.byref(ctypes.c_uint64(1 << 6)), 8, 0)
                    if libc.syscall(446, rules, 0): sys.exit("not sandboxed: %d" % ctypes.get_errno())
                    os.close(rules)
                os.execv(sys.argv[1], sys.argv[1:])
                """
            let path = try folder.write(steady, to: "config.toml")
            let daemon = try ChildProcess(
                "python3", ["-c", script, builtProduct("announced"), "--config", path, "--socket", folder.path("socket")],
                environment: .inherited(with: (server.environment as [String: String?]).merging(americanEnglish) { own, _ in own }),
                output: .null, error: .pipe)
            let line = try await daemon.error.firstLine { $0.contains("the voice's sandbox has a gap") || $0.contains("not sandboxed") }
            let log = try #require(line)
            #expect(log.contains("Landlock: ") && log.contains("programs, network, processes"), "\(log)")
            let client = try await Client(folder.path("socket"))
            let start = SuspendingClock.now
            try client.announce("a", "Alpha bravo.")
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await capture.all(since: start).isLike(reference("Alpha bravo.")))
        }
    }
}
