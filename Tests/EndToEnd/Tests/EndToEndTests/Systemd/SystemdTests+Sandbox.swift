import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    /// Tries what the service must not be able to do, and what it must, and prints a line for each.
    private static let probe = """
        import ctypes, glob, mmap, os, socket
        def attempt(what, action):
            try: result = action()
            except OSError as problem: result = os.strerror(problem.errno)
            print(what + ":", "done" if result is None else result, flush=True)
        def connect(path):
            s = socket.socket(socket.AF_UNIX); s.connect(path); s.close()
        def call(name, *arguments):
            libc = ctypes.CDLL(None, use_errno=True)
            if getattr(libc, name)(*arguments) != 0: raise OSError(ctypes.get_errno(), name)
        def landlock():
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.syscall(444, None, 0, 1) < 0: raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
        attempt("landlock", landlock)
        home, runtime = os.environ["HOME"], os.environ["XDG_RUNTIME_DIR"]
        attempt("internet", lambda: socket.socket(socket.AF_INET).close())
        attempt("internet 6", lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close())
        attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close())
        attempt("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close())
        attempt("interfaces", lambda: " ".join(line.split(":")[0].strip() for line in list(open("/proc/net/dev"))[2:]))
        attempt("write home", lambda: open(home + "/written", "w").close())
        attempt("write var", lambda: open("/var/written", "w").close())
        attempt("read configuration", lambda: open(home + "/.config/announced/config.toml").close())
        attempt("files in tmp", lambda: len(os.listdir("/tmp")))
        attempt("write and execute", lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC).close())
        attempt("namespace", lambda: call("unshare", 0x10000000))
        attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
        attempt("trace", lambda: call("ptrace", 16, os.getppid(), 0, 0))
        attempt("setuid file", lambda: os.chmod("/tmp", 0o4700))
        attempt("sound server", lambda: connect(runtime + "/pulse/native"))
        attempt("shared memory", lambda: open("/dev/shm/announced-probe", "w").close())
        attempt("end", lambda: os.remove("/dev/shm/announced-probe"))
        """

    @Test func `The sandbox is on: no network, no writing, no new rights, tried from inside; and speech is still heard`() async throws {
        let stage = try await ServiceStage()
        let client = try await stage.client()
        try client.announce("a", "From inside.")
        #expect(try await client.finish("a").successful == true)
        let network = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
        var filters: [Int] = []
        for process in [try await stage.daemon(), try await stage.voice()] {
            let memory = try #require(FileManager.default.contents(atPath: "/proc/\(process)/status"))
            let fields = String(decoding: memory, as: UTF8.self).split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
            let values = Dictionary(fields.compactMap { $0.count > 1 ? ($0[0], $0[1]) : nil }) { first, _ in first }
            #expect(values["Seccomp:"] == "2" && values["NoNewPrivs:"] == "1")
            filters.append(try #require(values["Seccomp_filters:"].flatMap { Int($0) }))
            #expect(values["CapBnd:"] == "0000000000000000" && values["CapEff:"] == "0000000000000000")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/net") != network)
        }
        #expect(filters[1] == filters[0] + 1)
        // The same unit, with the probe as the daemon.
        let script = "\(UserManager.homeInside)/probe.py"
        try await stage.manager.place(.text(Self.probe), at: "\(stage.manager.home)/probe.py")
        let results = try stage.manager.pipe(named: "probe")
        let kept = try ServiceStage.unit().split(separator: "\n").filter { line in
            !["Type=", "ExecStart=", "ExecReload=", "Restart", "Watchdog", "Requires="].contains { line.hasPrefix($0) }
        }
        let unit = kept.joined(separator: "\n").split(separator: "[Install]")[0]
        let added = """
            [Service]
            Type=oneshot
            ExecStart=python3 \(script)
            StandardOutput=file:\(UserManager.runtimeInside)/probe
            StandardError=file:\(UserManager.runtimeInside)/probe
            """
        try await stage.manager.place(
            .text("\(unit)\n\(added)\n"), at: "\(stage.manager.home)/.config/systemd/user/probe.service")
        try await stage.manager.systemctl("daemon-reload")
        #expect(try await stage.manager.systemctl("start", "probe.service").exit == .code(0))
        var lines: [String] = []
        while lines.last?.hasPrefix("end:") != true { lines.append(try #require(await results.nextLine())) }
        // The voice's own sandbox is inside this one. A kernel may have none.
        let landlock = lines.removeFirst()
        #expect(["done", "Function not implemented", "Operation not supported"].contains { landlock == "landlock: \($0)" }, "\(landlock)")
        // Newer systemd has the kernel refuse it, with another error.
        let refusal = lines.contains("write and execute: Permission denied") ? "Permission denied" : "Operation not permitted"
        #expect(
            lines == [
                "internet: Address family not supported by protocol", "internet 6: Address family not supported by protocol",
                "netlink: Address family not supported by protocol", "packet: Address family not supported by protocol", "interfaces: lo",
                "write home: Read-only file system", "write var: Read-only file system", "read configuration: done", "files in tmp: 0",
                "write and execute: \(refusal)", "namespace: Operation not permitted", "mount: Operation not permitted",
                "trace: Operation not permitted", "setuid file: Operation not permitted", "sound server: done",
                "shared memory: done", "end: done",
            ])
        // In the sandbox neither root, which runs this test, nor any other user has a number; so even if anyone could connect, both are
        // refused.
        let socket = "\(UserManager.runtimeInside)/announced/socket"
        for (mode, path) in [("711", stage.manager.runtime), ("711", "\(stage.manager.runtime)/announced"), ("666", stage.socket)] {
            #expect(try await ChildProcess("chmod", [mode, path]).exit() == .code(0))
        }
        for user: UInt32 in [0, 65_534] {
            let other = try stage.manager.start("socat", ["-t0.1", "-", "UNIX:\(socket)"], as: user, input: .pipe)
            #expect(try await Message(#require(other.output.nextLine())).code == "notAllowed")
        }
        for (mode, path) in [("700", stage.manager.runtime), ("700", "\(stage.manager.runtime)/announced"), ("600", stage.socket)] {
            #expect(try await ChildProcess("chmod", [mode, path]).exit() == .code(0))
        }
        #expect(try await stage.client().ask("ping").ok == true)
        let score = try stage.manager.start("systemd-analyze", ["--user", "--no-pager", "security", "--threshold=20", "announced.service"])
        let told = try await score.output.remainingLines(within: .seconds(60))
        #expect(try await score.exit() == .code(0), "\(told.last ?? "")")
        print(told.last ?? "")
    }
}
