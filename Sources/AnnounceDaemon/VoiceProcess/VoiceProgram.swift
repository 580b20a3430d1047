import FoundationEssentials

/// Where the voice's program is, and what it is started with.
package struct VoiceProgram: Sendable {
    package var path: String
    package var arguments: [String]
    private let writesFile: Bool

    /// The arguments for a voice that follows another: it goes on with the file that the other began.
    var argumentsAgain: [String] { arguments + (writesFile ? ["--append"] : []) }

    /// The voice that belongs to this daemon: in `libexec`, or beside it.
    /// - Parameter executable: the daemon's own path.
    /// - Returns: the first that exists, nil if none does.
    package static func find(besides executable: String) -> String? {
        let folder = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let places = ["\(folder)/../libexec/announced/announced-voice", "\(folder)/announced-voice"]
        return places.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// The arguments for `audio`, writing to the WAV file instead of the device if one is named.
    package init(path: String, audio: Configuration.Audio, language: String?, wav: String?) {
        self.path = path
        arguments = [
            "--supervised", "--buffer-ms", "\(audio.bufferMilliseconds)",
            "--linger", "\(Int((audio.linger * 1000).rounded()))", "--lead-in", "\(audio.leadInMilliseconds)",
        ]
        if let language { arguments += ["--language", language] }
        arguments += wav.map { ["--wav", $0] } ?? ["--device", audio.device]
        writesFile = wav != nil
    }
}
