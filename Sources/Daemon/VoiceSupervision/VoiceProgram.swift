package import Configuration
import FoundationEssentials
package import Messages

/// The path of the voice's program, and its arguments.
package struct VoiceProgram: Sendable {
    package var path: String
    private let options: [String]
    private var destination: Destination

    private enum Destination: Sendable {
        case device(String)
        case wavFile(String)
    }

    package var arguments: [String] {
        switch destination {
        case .device(let name): options + ["--device", name]
        case .wavFile(let path): options + ["--wav", path]
        }
    }

    /// The arguments for a voice that follows another: it appends to the file that the first one began.
    var argumentsAgain: [String] {
        if case .wavFile = destination { arguments + ["--append"] } else { arguments }
    }

    /// The sound device; nil if the voice writes a file.
    var device: String? { if case .device(let name) = destination { name } else { nil } }

    /// Switches the voices that are started from now on to another device; does nothing if they write a file.
    mutating func choose(device: String) {
        if case .device = destination { destination = .device(device) }
    }

    /// Finds the voice that belongs to this daemon: in `libexec`, or next to the daemon.
    /// - Parameter executable: the daemon's own path.
    /// - Returns: the first path that exists; nil if none does.
    package static func find(beside executable: String) -> String? {
        let folder = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let places = ["\(folder)/../libexec/announced/announced-voice", "\(folder)/announced-voice"]
        return places.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// Creates the arguments for `audio`, or for a WAV file if one is named.
    /// - Parameter isConfigured: whether the device was chosen by the configuration rather than by an option.
    package init(
        path: String, audio: Configuration.Audio, isConfigured: Bool = true, language: String?, soundTheme: SoundName = .freedesktop,
        wav: String?
    ) {
        self.path = path
        var options = [
            "--supervised", "--buffer-ms", "\(audio.bufferMilliseconds)",
            "--linger", "\(Int((audio.linger * 1000).rounded()))", "--lead-in", audio.leadIn,
        ]
        if isConfigured { options.append("--configured") }
        if !audio.sandbox { options.append("--no-sandbox") }
        if let language { options += ["--language", language] }
        if soundTheme != .freedesktop { options += ["--sound-theme", soundTheme.text] }
        self.options = options
        destination = wav.map(Destination.wavFile) ?? .device(audio.device)
    }
}
