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

    /// - Parameter deviceWorks: whether the device opens, so that a server without an answer is not the reason for silence.
    /// - Returns: the finding, and the protocol of the server that answers.
    static func finding(deviceWorks: Bool) -> (finding: Finding, answering: SoundProtocol?) {
        let places = [pulseAudio, pipeWire]
        var problems: [String] = []
        for place in places {
            guard let path = place.path else { return (.skipped(check, "\(place.name): its server is not on this machine"), nil) }
            do {
                try greet(path, with: place.greeting)
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
        /// Nil: on another machine.
        var path: String?
        /// Whether the environment names it.
        var isNamed: Bool
        var greeting: [UInt8]
    }

    private static var pulseAudio: Place {
        let place = PulseAudioSocket.standard(environment: Environment.value, runtimeFolder: Environment.runtimeFolder)
        return Place(speaks: .pulseAudio, path: place.path, isNamed: place.isNamed, greeting: pulseGreeting)
    }

    private static var pipeWire: Place {
        let folder = Environment.value("PIPEWIRE_RUNTIME_DIR") ?? Environment.runtimeFolder
        let remote = Environment.value("PIPEWIRE_REMOTE") ?? "pipewire-0"
        return Place(
            speaks: .pipeWire, path: remote.hasPrefix("/") ? remote : "\(folder)/\(remote)", isNamed: false, greeting: pipeWireGreeting)
    }

    /// Connects, and waits for a first answer; any answer shows that the server works.
    private static func greet(_ path: String, with greeting: [UInt8]) throws(UnixSocket.Failure) {
        let deadline = ContinuousClock.now + patience
        let connection = try UnixSocket(to: path)
        try connection.send(greeting, by: deadline)
        if try connection.receive(by: deadline).isEmpty { throw .system(ECONNRESET) }
    }

    /// PulseAudio's AUTH command without a cookie. If one is required, the refusal is an answer too.
    private static let pulseGreeting: [UInt8] = {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        func tagged(_ number: UInt32) -> [UInt8] { [UInt8(ascii: "L")] + big(number) }
        let cookie = [UInt8](repeating: 0, count: 256)
        let auth = tagged(8) + tagged(0) + tagged(32) + [UInt8(ascii: "x")] + big(UInt32(cookie.count)) + cookie
        return big(UInt32(auth.count)) + big(.max) + big(0) + big(0) + big(0) + auth
    }()

    /// PipeWire's Hello to its core, object 0: a struct with the protocol's version.
    private static let pipeWireGreeting: [UInt8] = {
        func native(_ number: UInt32) -> [UInt8] { unsafe withUnsafeBytes(of: number) { unsafe Array($0) } }
        let version = native(4) + native(4) + native(3) + native(0)
        let hello = native(UInt32(version.count)) + native(14) + version
        return native(0) + native(1 << 24 | UInt32(hello.count)) + native(0) + native(0) + hello
    }()
}
