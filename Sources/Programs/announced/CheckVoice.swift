import ArgumentParser
import Configuration
import Glibc
import Messages
import System
import VoiceSupervision

/// Checks whether the voice could speak with the configuration.
struct CheckVoice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-voice",
        abstract: "Try the synthesizer, voice and sound device silently, as the daemon would use them; exit 0 if all work.",
        discussion: """
            Prints the results as JSON objects, one per line. `announce doctor` reports them in words, with further checks.

            EXAMPLES
              announced check-voice
              announced check-voice --device plughw:1,0
            """)

    @Option(help: ArgumentHelp("The configuration file, instead of the default ones; mistakes are ignored.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The ALSA PCM to try, instead of the configuration's.", valueName: "pcm"))
    var device: String?

    @Flag(help: ArgumentHelp("Name audio.device in advice, instead of --device.", visibility: .private))
    var configured = false

    func run() throws {
        let configuration = ConfigurationLocation.load(file: config, environment: Environment.value).configuration
        let program = try Environment.voice()
        var arguments = Self.arguments(for: configuration, device: device ?? configuration.audio.device)
        if device == nil || configured { arguments.append("--configured") }
        // The voice replaces this process, so that whatever ends this process ends the voice.
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        unsafe execv(program, &words)
        let reason = String(systemError: errno)
        unsafe words.forEach { unsafe free($0) }
        throw CommandError("announced: \(program) can't be started: \(reason)", exitCode: EXIT_FAILURE)
    }

    /// Returns the arguments of a voice that only tries the resources that it would use.
    static func arguments(for configuration: Configuration, device: String) -> [String] {
        let language = configuration.speech.language ?? LanguageTag(environment: Environment.value).text
        let voice = configuration.speech.voice.map { ["--voice", $0] } ?? []
        let sandbox = configuration.audio.sandbox ? [] : ["--no-sandbox"]
        return ["--check", "--device", device, "--language", language, "--lead-in", configuration.audio.leadIn] + voice + sandbox
    }
}
