import FoundationEssentials
import Glibc
import JSONLines
import Messages
import TestSupport
import Testing
import VoiceProtocol

@testable import Replay

/// The sandbox of announced-voice, with a probe in its place.
@Suite struct SandboxTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = [
            "HOME": folder.path("home"), "XDG_RUNTIME_DIR": folder.path("runtime"), "PROBE_SOCKET": folder.path("socket"),
            "PULSE_SERVER": "unix:\(folder.path("socket"))", "PATH": "/usr/bin",
        ]
        for path in ["runtime", "home/.config/alsa", "home/.config/pulse", "home/.local/share/sounds", "home/dotfiles"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        let files = [
            "secret", "victim", "renamed", ".asoundrc", "dotfiles/asoundrc", ".config/pulse/cookie", ".local/share/sounds/bell.wav",
        ]
        for file in files { _ = try folder.write("x", to: "home/\(file)") }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("home/.config/alsa/asoundrc"), withDestinationPath: folder.path("home/dotfiles/asoundrc"))
    }

    /// Runs the probe, with a server at the socket that it connects to.
    private func findings(_ arguments: String..., changes: [String: String] = [:]) async throws -> [String: String] {
        let server = try ClosingServer(at: folder.path("socket"))
        let own = environment.merging(changes) { _, new in new }
        let probe = try ChildProcess(builtProduct("sandbox-probe"), arguments, environment: .exactly(own))
        let lines = try await probe.output.remainingLines(within: .seconds(60))
        #expect(try await probe.exit() == .code(0))
        withExtendedLifetime(server) {}
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (String(parts[0]), String(parts[1].dropFirst()))
            })
    }

    private static let allowed =
        [
            "read ALSA's file", "read a linked file", "read PulseAudio's cookie", "read a sound", "read the system's files",
            "read the libraries", "read its own maps",
            "make shared memory", "remove shared memory", "make the sound server's folder", "start a thread", "connect to a sound server",
            "signal itself", "limit itself", "cut a file that is written", "change the time of an open file", "make semaphores",
            "make a pipe nonblocking", "make a socket nonblocking",
        ] + scheduling.flatMap { ["\($0) of itself", "\($0) of its own process"] }
    private static let scheduling = [
        "set the scheduler", "set the scheduling parameters", "set the scheduling attributes", "set the processors", "set the priority",
    ]
    /// The calls that Landlock and seccomp refuse.
    private static let refusedFiles = [
        "read a secret", "read the home folder", "read another home folder", "read its parent's environment",
        "write ALSA's file", "make a file at home", "make a folder at home", "remove a file", "rename a file",
    ]
    private static let refusedCalls = [
        "cut a file": "EPERM", "cut a file by opening it for reading": "EPERM", "cut a file by opening it for control": "EPERM",
        "open a file for control": "EPERM", "open a file by openat2": "ENOSYS", "change a time": "EPERM", "make a user namespace": "EPERM",
        "change a mode": "EPERM", "fork": "EPERM", "start a program": "EPERM", "open an internet socket": "EAFNOSUPPORT",
        "open an internet socket of version 6": "EAFNOSUPPORT", "open a netlink socket": "EAFNOSUPPORT", "signal its parent": "EPERM",
        "find its parent": "EPERM", "signal its group": "EPERM", "hold its parent": "EPERM", "limit its parent": "EPERM",
        "trace its parent": "EPERM", "set the priority of a group": "EPERM", "set the priority of a user": "EPERM",
        "set the disk priority of its parent": "EPERM", "give a pipe to its parent": "EPERM",
        "give a pipe to its parent, newly": "EPERM", "choose a pipe's signal": "EPERM", "have a pipe send signals": "EPERM",
        "give a socket to its parent": "EPERM", "give a socket to its parent, as sockets call it": "EPERM",
        "have a socket send signals": "EPERM", "watch files": "EPERM", "be notified of changes in a folder": "EPERM",
        "watch file systems": "EPERM", "make a message queue": "EPERM",
        "make a named message queue": "EPERM", "hide memory": "EPERM",
    ].merging(scheduling.map { ("\($0) of its parent", "EPERM") }) { one, _ in one }

    @Test func `It can do what speaking needs, and nothing else: no home, programs, network or other processes`() async throws {
        let found = try await findings()
        for name in Self.allowed { #expect(found[name] == "ok", "\(name)") }
        for (name, error) in Self.refusedCalls { #expect(found[name] == error, "\(name)") }
        let hasLandlock = found["gap"]?.contains("this kernel has no Landlock") != true
        try withKnownIssue("this kernel has no Landlock, so no file is refused", isIntermittent: true) {
            try #require(hasLandlock)
            for name in Self.refusedFiles { #expect(found[name] == "EACCES", "\(name)") }
            #expect(found["holds"] == "files programs network processes" && found["gap"] == nil)
        } matching: { _ in
            !hasLandlock
        }
    }

    @Test func `Without it, all of that can be done`() async throws {
        let found = try await findings("free")
        for name in Self.allowed + Self.refusedFiles + Self.refusedCalls.keys
        // Some are not tried, or have no object. Some systems don't let users make namespaces, and some kernels lack what the
        // last three need.
        where ![
            "read another home folder", "trace its parent", "set the priority of a group", "set the priority of a user",
            "make a user namespace", "watch file systems", "hide memory", "make a named message queue",
        ].contains(name) {
            #expect(found[name] == "ok", "\(name)")
        }
    }

    #if arch(x86_64)
        @Test func `It can't change its segments`() async throws {
            #expect(try await findings()["read its segments"] == "EPERM")
        }
    #endif

    @Test func `A user who may have real-time threads has them in it, as PipeWire makes them`() async throws {
        let name = "make a thread real-time"
        // PipeWire has a service make them where the user may not, as on most systems: then both fail.
        #expect(try await findings()[name] == findings("free")[name])
    }

    @Test(arguments: [
        ("PULSE_SERVER", "tcp:elsewhere", "the sound server tcp:elsewhere is on the network"),
        ("PULSE_SERVER", "unix:/a elsewhere", "the sound server elsewhere is on the network"),
        ("PULSE_CLIENTCONFIG", "client.conf", "the sound server tcp:there:4713 is on the network"),
    ])
    func `A sound server on the network stays reachable`(_ variable: String, _ value: String, _ gap: String) async throws {
        var changes = [variable: value]
        if variable == "PULSE_CLIENTCONFIG" {
            let text = "; default-server = no\n default-server=tcp:there:4713 \ncookie-file = x\n"
            changes = [variable: try folder.write(text, to: value), "PULSE_SERVER": ""]
        }
        changes["XDG_RUNTIME_DIR"] = folder.path("home/dotfiles")
        try FileManager.default.createDirectory(atPath: folder.path("home/dotfiles/systemd"), withIntermediateDirectories: true)
        let found = try await findings(changes: changes)
        #expect(found["gap"] == gap)
        #expect(found["open an internet socket"] == "ok" && found["start a program"] == "EPERM")
        #expect(found["holds"]?.hasSuffix("programs processes") == true)
    }

    @Test(arguments: [
        ("null", nil), ("default", nil), ("plug:piped", "file"), ("hooked", "own"), ("mixed", "jack"), ("hw:0", nil), ("loop", nil),
        ("nowhere", nil),
    ])
    func `ALSA's configuration says of which plugins a device is made, wherever they are named`(_ name: String, _ part: String?)
        async throws
    {
        let text = """
            pcm.piped { type file slave.pcm null file "| cat" }
            pcm_slave.mine { pcm { type jack } }
            pcm.mixed { type asym playback.pcm { type plug slave mine } }
            pcm.hooked { type hooks slave.pcm null hooks.0 { type ctl_elems } hooks.1 own }
            pcm_hook.own { type own }
            pcm.loop { type plug slave.pcm loop }
            pcm.!default { type plug slave.pcm { type pulse server "tcp:there" } }
            pcm_type.pulse { lib "/some/where/pulse.so" }
            """
        let configuration = try folder.write("</usr/share/alsa/alsa.conf>\n\(text)\n", to: "alsa.conf")
        let voice = try ChildProcess(
            builtProduct("announced-voice"), ["--check", "--device", name],
            environment: .inherited(with: ["ALSA_CONFIG_PATH": configuration, "PULSE_SERVER": "unix:\(folder.path("none"))"]))
        let line = try await voice.output.firstLine { $0.hasPrefix("{\"message\":\"the sound") || $0.contains("\"parts\"") }
        let report = try SandboxReport(jsonLine: Array(#require(line).utf8))
        let gap = part.map { "the sound device uses ALSA's plugin \"\($0)\", which may need any file or program" }
        #expect(report.message == (name == "default" ? "the sound server tcp:there is on the network" : gap))
        _ = try await voice.exit()
    }

    @Test func `Where mbrola is installed, programs can be started; where PulseAudio may have to be, there is no sandbox`() async throws {
        let program = try folder.write("#!/bin/true\n", to: "mbrola")
        _ = unsafe chmod(program, 0o755)
        let withVoices = try await findings(changes: ["PATH": folder.path])
        #expect(withVoices["gap"] == "mbrola is installed, so programs may be started")
        #expect(
            withVoices["fork"] == "ok" && withVoices["start a program"] == "ok" && withVoices["open an internet socket"] == "EAFNOSUPPORT")
        #expect(withVoices["make a user namespace"] == "EPERM")

        _ = unsafe rename(program, folder.path("pulseaudio"))
        let spawning = ["PATH": folder.path, "PULSE_SERVER": ""]
        let free = try await findings(changes: spawning)
        #expect(free["gap"] == "PulseAudio's server may have to be started" && free["holds"] == "" && free["read a secret"] == "ok")
        // It is there already.
        try FileManager.default.createDirectory(atPath: folder.path("runtime/pulse"), withIntermediateDirectories: true)
        _ = try folder.write("", to: "runtime/pulse/native")
        #expect(try await findings(changes: spawning)["fork"] == "EPERM")
    }

    /// The voice itself.
    @Test func `A voice that writes to memory has the same sandbox as with a file`() async throws {
        let buffer = try SoundBuffer()
        func report(_ file: String, passing: [Int32] = []) async throws -> String? {
            let voice = try ChildProcess(
                builtProduct("announced-voice"), ["--unpaced", "--wav", file], input: .pipe, passing: passing)
            return try await voice.output.firstLine { $0.contains("\"sandbox\"") }
        }
        let usual = try await report(folder.path("heard.wav"))
        #expect(try await report("/proc/self/fd/3", passing: [buffer.descriptor]) == usual && usual != nil)
    }
}
