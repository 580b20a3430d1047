import ArgumentParser
import Glibc
import Messages
import System

/// Makes the session's service manager give speech-dispatcher's socket to announced, or back.
struct SpeechDispatcherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speech-dispatcher",
        abstract: "Make announced serve speech-dispatcher's clients, such as Orca and spd-say, at every login, or undo this.",
        discussion: """
            A running daemon serves these clients anyway, unless speech-dispatcher was first. `enable` makes sure that announced is first: \
            from login on, the session's service manager listens at their socket, under the same name as speech-dispatcher's own unit, so \
            that speech-dispatcher is not started instead. Both commands change only this user's sessions.

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
            abstract: "Serve speech-dispatcher's clients, now and at every login, and end a running speech-dispatcher.",
            discussion: """
                EXAMPLES
                  announced speech-dispatcher enable
                  announced speech-dispatcher enable && announce doctor
                """)

        func run() throws {
            try requireUnits()
            if systemctl("is-active", [unit], isQuiet: true) == 0, isOurs {
                try require("enable", [unit])
            } else {
                // The unit may be active, although another program has taken its path.
                systemctl("stop", [unit], isQuiet: true)
                // An earlier mask would forbid the name.
                systemctl("unmask", [foreignUnits[0]], isQuiet: true)
                systemctl("stop", foreignUnits, isQuiet: true)
                do { try require("enable", [unit]) } catch {
                    systemctl("start", [foreignUnits[0]], isQuiet: true)
                    throw error
                }
                endSpeechDispatcher()
                // A socket can't be added to a running service. A restart, which loses nothing, makes the service listen there itself.
                let isService = systemctl("is-active", [service], isQuiet: true) == 0
                if isService { try require("restart", [service]) } else { try require("start", [unit]) }
                if isService, isServed {
                    // Connecting is safe here, because the service that it could start is already running.
                    guard isOurs else {
                        throw CommandError(
                            "announced: it serves speech-dispatcher's clients from the next login on; until then another program does. End "
                                + "that, and try again", exitCode: EXIT_FAILURE)
                    }
                } else if isService {
                    print(
                        "announced serves speech-dispatcher's clients at every login; now it does not, because speech-dispatcher.enabled = "
                            + "false in the configuration")
                    return
                }
            }
            print("announced serves speech-dispatcher's clients, now and at every login")
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
                    : "whichever starts first serves speech-dispatcher's clients again: announced or speech-dispatcher. "
                        + "speech-dispatcher.enabled = false in the configuration leaves them to speech-dispatcher")
        }
    }

    // MARK: The manager

    /// Runs a systemctl command.
    /// - Returns: its exit code.
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
        throw CommandError(
            "announced: `systemctl --user \(verb) \(arguments.joined(separator: " "))` failed; the lines above say why",
            exitCode: EXIT_FAILURE)
    }

    private static func requireUnits() throws {
        guard systemctl("show-environment", [], isQuiet: true) == 0 else {
            throw CommandError(
                "announced: the session has no service manager (systemd) that answers here. Without one, whichever starts first serves "
                    + "speech-dispatcher's clients: announced, while it runs, unless speech-dispatcher.enabled = false in its configuration",
                exitCode: EX_UNAVAILABLE)
        }
        guard systemctl("cat", [unit, service], isQuiet: true) == 0 else {
            throw CommandError(
                "announced: its units are not installed; `make install` or the Debian package installs them", exitCode: EX_UNAVAILABLE)
        }
    }

    // MARK: speech-dispatcher

    private static var folder: String { "\(RuntimeFolder.path(environment: Environment.value, user: getuid()))/speech-dispatcher" }
    private static var path: String { "\(folder)/speechd.sock" }
    private static var isServed: Bool { (try? UnixSocket.isBound(at: path)) == true }

    /// Whether announced listens there, or the service manager in its place. In the latter case, this starts announced.
    private static var isOurs: Bool {
        guard let process = (try? UnixSocket(to: path))?.peer else { return false }
        return ["announced", "systemd"].contains(name(of: process))
    }

    private static func name(of process: pid_t) -> String? {
        (try? FileBytes.read("/proc/\(process)/comm", most: 64)).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    /// Ends a speech-dispatcher that another program has started. It writes its process id to a file.
    private static func endSpeechDispatcher() {
        guard let bytes = try? FileBytes.read("\(folder)/pid/speech-dispatcher.pid", most: 64),
            let process = pid_t(String(decoding: bytes, as: UTF8.self).filter(\.isNumber)), process > 1,
            name(of: process)?.hasPrefix("speech-dispatch") == true
        else { return }
        kill(process, SIGTERM)
        // A process that is not a child can't be awaited.
        for _ in 0..<100 where kill(process, 0) == 0 { usleep(20_000) }
    }
}
