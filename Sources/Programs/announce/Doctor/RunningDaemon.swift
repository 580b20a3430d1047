import AnnounceClient
import AnnounceProtocol
import Glibc
import Messages
import System

/// The daemon at the socket, and what is known of it.
struct RunningDaemon {
    private static let patience = Duration.seconds(3)

    let path: String
    /// The daemon's status; nil if it does not answer.
    let status: Status?
    let settings: SpeechAttributes?
    /// The listening process; nil if there is none.
    let processID: pid_t?
    /// The daemon's service unit; nil if it was started by hand.
    let unit: String?
    /// The options on the daemon's command line.
    let options: [String: String]
    let units: ServiceUnits
    private let failure: Failure?
    /// Another program that listens there (O9).
    private let stranger: (name: String, process: pid_t)?

    private enum Failure: Error {
        case connection(UnixSocket.Failure)
        /// The daemon refuses this client, with this message.
        case refused(String)
        /// Another program listens there.
        case stranger
    }

    init(at path: String) {
        self.path = path
        units = ServiceUnits()
        var listener: pid_t?
        do {
            let (status, settings) = try Self.ask(path, &listener)
            self.status = status
            self.settings = settings
            failure = nil
            stranger = nil
            // With socket activation, the socket's peer is the service manager instead.
            processID = pid_t(status.processID)
        } catch {
            status = nil
            settings = nil
            failure = error
            // Don't report a service manager, let alone suggest killing it.
            let name = listener.flatMap { $0 == 1 ? "systemd" : ProcessFiles.name(of: $0) }
            if let name, let listener, name != "systemd", name != "announced" {
                (stranger, processID) = ((name, listener), nil)
            } else {
                (stranger, processID) = (nil, name == "systemd" ? units.process : listener)
            }
        }
        unit = processID.flatMap { ProcessFiles.unit(of: $0) }.flatMap { $0.hasPrefix("announced") ? $0 : nil }
        options = processID.map { Self.options(of: $0) } ?? [:]
    }

    private static func ask(_ path: String, _ listener: inout pid_t?) throws(Failure) -> (Status, SpeechAttributes) {
        let deadline = ContinuousClock.now + patience
        var settings: SpeechAttributes?
        do {
            var connection = try BlockingConnection(to: path, skipsUnknown: false)
            listener = connection.peer
            try connection.send(
                RequestLine(id: "settings", request: .settings(UserSettings())), RequestLine(id: "status", request: .status),
                by: deadline)
            while let message = try connection.next(by: deadline) {
                switch message {
                case .reply(let reply):
                    if case .settings(let answer) = reply.result { settings = answer.settings.speech }
                    if case .status(let status) = reply.result, let settings { return (status, settings) }
                case .error(let error): throw Failure.refused(error.message)
                default: break
                }
            }
            throw Failure.stranger
        } catch let error as UnixSocket.Failure {
            throw .connection(error)
        } catch let error as Failure {
            throw error
        } catch {
            throw .stranger
        }
    }

    var finding: Finding {
        if let status {
            let most = status.mostClients
            let few = most < Status.mostClients ? " (the limit on its open files, ulimit -n, allows no more)" : ""
            let crowd = "; \(status.clients) of at most \(most) clients are connected\(few): idle ones give way to others"
            let tells = status.clients > most / 2 || !few.isEmpty
            return .ok("socket", "announced \(status.version) answers at \(path)\(tells ? crowd : "")")
        }
        if let stranger {
            return .failed(
                "socket", "\(stranger.name), process \(stranger.process), listens at \(path) instead of announced",
                advice: "end it: an announced that runs listens there again within 5 s; or name the daemon's socket with --socket")
        }
        switch failure {
        case .connection(.late):
            let who = processID.map { "\(ProcessFiles.name(of: $0) ?? "a process"), process \($0)," } ?? "a process"
            return .failed("socket", "\(who) listens at \(path) and does not answer", advice: restartAdvice(hangs: true))
        case .connection(.system(ENOENT)):
            let isUnset = unsafe getenv("XDG_RUNTIME_DIR") == nil && path == Environment.serviceSocket
            let hint =
                isUnset
                ? "; XDG_RUNTIME_DIR is not set, as in a container, cron or su: if it listens elsewhere, use --socket or ANNOUNCED_SOCKET"
                : ""
            return .failed("socket", "there is no socket at \(path)", advice: startAdvice + hint)
        case .connection(.system(ECONNREFUSED)):
            return .failed("socket", "no one listens at \(path): its daemon has ended", advice: startAdvice)
        case .connection(.system(EACCES)), .connection(.system(EPERM)):
            return .failed("socket", "\(path) belongs to another user", advice: "run this as that user, or start your own daemon")
        case .connection(let failure): return .failed("socket", "\(path): \(failure.reason)", advice: startAdvice)
        case .refused(let message): return .failed("socket", "the daemon at \(path) refuses us: \(message)")
        case .stranger, nil:
            return .failed("socket", "what listens at \(path) is not announced", advice: "name the daemon's socket with --socket")
        }
    }

    /// Returns the options with a value on a daemon's command line.
    private static func options(of process: pid_t) -> [String: String] {
        let words = ProcessFiles.read(process, "cmdline").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        var options: [String: String] = [:]
        for (index, word) in words.enumerated() where word.hasPrefix("--") {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { options[parts[0]] = parts[1] } else if index + 1 < words.count { options[word] = words[index + 1] }
        }
        return options
    }
}
