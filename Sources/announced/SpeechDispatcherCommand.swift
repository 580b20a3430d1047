import ArgumentParser
import ConnectedProcess
import Glibc
import Messages
import TerminalText
import UnixSocket

/// Has the session's service manager give speech-dispatcher's socket to announced, or back.
struct SpeechDispatcherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speech-dispatcher",
        abstract: "Have announced serve speech-dispatcher's clients from each login on, such as Orca and spd-say, or no longer.",
        discussion: """
            A daemon that runs serves these clients anyway, unless speech-dispatcher was first. `enable` makes announced the first: the \
            session's service manager listens at their socket from the login on, under the name that speech-dispatcher's own unit has too, so \
            that nothing starts speech-dispatcher in its place. Both commands change only this user's sessions.

            EXAMPLES
              announced speech-dispatcher enable
              announced speech-dispatcher disable
              announce doctor      # says who serves these clients

            EXIT CODES
              0 done, 1 the manager refuses, 64 usage, 69 there is no manager, or announced's units are not installed
            """,
        subcommands: [Enable.self, Disable.self])

    private static let unit = "announced-speech-dispatcher.socket"
    private static let service = "announced.service"
    private static let foreignUnits = ["speech-dispatcher.socket", "speech-dispatcher.service"]

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Serve speech-dispatcher's clients, now and from each login on; a running speech-dispatcher ends.",
            discussion: """
                EXAMPLES
                  announced speech-dispatcher enable
                  announced speech-dispatcher enable && announce doctor
                """)

        func run() throws {
            try requireUnits()
            // An earlier mask would forbid the name.
            systemctl("unmask", [foreignUnits[0]], isQuiet: true)
            systemctl("stop", foreignUnits, isQuiet: true)
            let isService = systemctl("is-active", [service], isQuiet: true) == 0
            let other = isService ? nil : endSpeechDispatcher()
            try require("enable", [unit])
            if let other {
                print("announced serves speech-dispatcher's clients from the next login on; until then \(other) does".visible)
                return
            }
            // A socket can't be added to a service that runs: a restart, which loses nothing, has it listen there itself.
            if isService { try require("restart", [service]) } else { try require("start", [unit]) }
            print("announced serves speech-dispatcher's clients, now and from each login on")
        }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Give speech-dispatcher's socket back.",
            discussion: """
                EXAMPLES
                  announced speech-dispatcher disable
                  announced speech-dispatcher disable && announce doctor
                """)

        func run() throws {
            try requireUnits()
            try require("disable", ["--now", unit])
            let hasSocketUnit = systemctl("cat", [foreignUnits[0]], isQuiet: true) == 0
            let isService = systemctl("is-active", [service], isQuiet: true) == 0
            let restarted = (hasSocketUnit ? [foreignUnits[0]] : []) + (isService ? [service] : [])
            if !restarted.isEmpty { try require("restart", restarted) }
            print(
                hasSocketUnit
                    ? "speech-dispatcher serves its clients again"
                    : "programs start speech-dispatcher again, unless announced runs and serves them first; "
                        + "speech-dispatcher.enabled = false in the configuration prevents that")
        }
    }

    // MARK: The manager

    /// Asks the manager for something.
    /// - Returns: the exit code of its command.
    @discardableResult
    private static func systemctl(_ verb: String, _ arguments: [String], isQuiet: Bool = false) -> CInt {
        let null = isQuiet ? unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) : -1
        defer { if null >= 0 { close(null) } }
        let streams = null >= 0 ? [(ours: null, its: STDOUT_FILENO), (ours: null, its: STDERR_FILENO)] : []
        guard let process = try? ProcessSpawn.start("systemctl", ["--user", verb] + arguments, streams: streams) else { return 127 }
        return switch ProcessEnd(of: process) {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }

    private static func require(_ verb: String, _ arguments: [String]) throws {
        guard systemctl(verb, arguments) != 0 else { return }
        throw failure(
            "announced: `systemctl --user \(verb) \(arguments.joined(separator: " "))` failed; the lines above say why",
            exitCode: EXIT_FAILURE)
    }

    private static func requireUnits() throws {
        guard systemctl("show-environment", [], isQuiet: true) == 0 else {
            throw failure(
                "announced: the session has no service manager (systemd) that answers here. Without one, start announced before anything "
                    + "speaks: it serves speech-dispatcher's clients while it runs", exitCode: EX_UNAVAILABLE)
        }
        guard systemctl("cat", [unit, service], isQuiet: true) == 0 else {
            throw failure(
                "announced: its units are not installed; `make install` or the Debian package installs them", exitCode: EX_UNAVAILABLE)
        }
    }

    /// Ends a speech-dispatcher that a program has started.
    /// - Returns: who serves the clients now, unless no one does.
    private static func endSpeechDispatcher() -> String? {
        let path = "\(RuntimeFolder.path(environment: Environment.value, user: getuid()))/speech-dispatcher/speechd.sock"
        guard let process = (try? UnixSocket(to: path))?.peer else { return nil }
        let name = programName(of: process)
        if name.hasPrefix("speech-dispatch") {
            kill(process, SIGTERM)
            for _ in 0..<100 where (try? UnixSocket.isBound(at: path)) == true { usleep(20_000) }
            if (try? UnixSocket.isBound(at: path)) != true { return nil }
        }
        return "\(name), process \(process),"
    }

    private static func programName(of process: pid_t) -> String {
        let bytes = (try? FileBytes.read("/proc/\(process)/comm", most: 64)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "a program"
    }
}
