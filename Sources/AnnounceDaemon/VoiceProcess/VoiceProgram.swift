import FoundationEssentials

/// Where the voice's program is, and what it is started with.
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

    /// The arguments for a voice that follows another: it goes on with the file that the other began.
    var argumentsAgain: [String] {
        if case .wavFile = destination { arguments + ["--append"] } else { arguments }
    }

    /// The voices that are started from now on speak through another device; not those that write a file.
    mutating func choose(device: String) {
        if case .device = destination { destination = .device(device) }
    }

    /// The voice that belongs to this daemon: in `libexec`, or beside it.
    /// - Parameter executable: the daemon's own path.
    /// - Returns: the first that exists, nil if none does.
    package static func find(besides executable: String) -> String? {
        let folder = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let places = ["\(folder)/../libexec/announced/announced-voice", "\(folder)/announced-voice"]
        return places.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// The arguments for `audio`, writing to the WAV file instead of the device if one is named.
    /// - Parameter isConfigured: whether the configuration has chosen the device, and not an option.
    package init(path: String, audio: Configuration.Audio, isConfigured: Bool = true, language: String?, wav: String?) {
        self.path = path
        var options = [
            "--supervised", "--buffer-ms", "\(audio.bufferMilliseconds)",
            "--linger", "\(Int((audio.linger * 1000).rounded()))", "--lead-in", "\(audio.leadInMilliseconds)",
        ]
        if isConfigured { options.append("--configured") }
        if let language { options += ["--language", language] }
        self.options = options
        destination = wav.map(Destination.wavFile) ?? .device(audio.device)
    }
}
