import Glibc
import System

/// Checks whether a sound server answers: PulseAudio, or PipeWire, which speaks its own protocol and PulseAudio's.
enum SoundServerCheck {
    /// A protocol that sound servers speak.
    enum SoundProtocol: String {
        case pulseAudio = "PulseAudio's protocol"
        case pipeWire = "PipeWire"
    }

    private static let check = "sound server"
    private static let patience = Duration.seconds(2)

    /// - Parameter deviceWorks: whether the device opens, so that a server that does not answer is not the reason for silence.
    /// - Returns: the finding, and the protocol of the server that answers.
    static func finding(deviceWorks: Bool) -> (finding: Finding, answering: SoundProtocol?) {
        let places = [pulseAudio, pipeWire]
        var problems: [String] = []
        for place in places {
            guard let path = place.path else { return (.skipped(check, "\(place.name): its server is not on this machine"), nil) }
            do {
                try place.greet(path)
                return (.ok(check, "\(place.name) answers at \(path)"), place.speaks)
            } catch .system(ENOENT) where !place.isNamed {
                continue
            } catch .late {
                problems.append("\(place.name) does not answer at \(path)")
            } catch {
                problems.append("\(place.name) at \(path): \(error.reason)")
            }
        }
        if problems.isEmpty { return (.skipped(check, "none has a socket here; ALSA plays directly to the sound card"), nil) }
        let advice = "`systemctl --user restart pipewire pipewire-pulse`, or `pulseaudio -k; pulseaudio --start`"
        let finding: Finding =
            deviceWorks
            ? .skipped(check, "\(problems.joined(separator: "; ")); the device opens without it")
            : .failed(check, problems.joined(separator: "; "), advice: advice)
        return (finding, nil)
    }

    private struct Place {
        var speaks: SoundProtocol
        var name: String { speaks.rawValue }
        /// Nil: the server is on another machine.
        var path: String?
        /// Whether the environment names the server.
        var isNamed: Bool
        /// Connects, and waits for an answer.
        var greet: (_ path: String) throws(UnixSocket.Failure) -> Void
    }

    private static var pulseAudio: Place {
        let place = PulseAudioSocket.standard(environment: Environment.value, runtimeFolder: Environment.runtimeFolder)
        return Place(speaks: .pulseAudio, path: place.path, isNamed: place.isNamed) { path throws(UnixSocket.Failure) in
            try PulseAudioSocket.greet(path, within: patience)
        }
    }

    private static var pipeWire: Place {
        let folder = Environment.value("PIPEWIRE_RUNTIME_DIR") ?? Environment.runtimeFolder
        let remote = Environment.value("PIPEWIRE_REMOTE") ?? "pipewire-0"
        let path = remote.hasPrefix("/") ? remote : "\(folder)/\(remote)"
        return Place(speaks: .pipeWire, path: path, isNamed: false) { path throws(UnixSocket.Failure) in
            _ = try UnixSocket(to: path)
            // Uses PipeWire's own program, which comes with the server; if it is missing, a connection is enough.
            let output = ProgramOutput.run("pw-cli", ["--remote", path, "info", "0"], within: patience)
            if let output, output.end == nil { throw .late }
        }
    }
}
