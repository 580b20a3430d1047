import Accessibility
import AnnounceProtocol
import ArgumentParser

/// How the daemon is.
struct ShowStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What is spoken, what waits, and how voice and device are.",
        discussion: """
            EXAMPLES
              announce status
              announce status --json | jq .device.state
            """)
    @Flag(help: "As one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let reply = try await daemon.ask(.status)
        guard case .status(let status) = reply.result else { return }
        if json { return StandardOutput.print(ServerLine.json(of: status)) }
        StandardOutput.print("announced \(status.version), process \(status.processID), \(status.clients - 1) other clients")
        if status.paused { StandardOutput.print("paused    until `announce resume`") }
        if let speaking = status.speaking {
            StandardOutput.print("speaking  \(Self.line(speaking))")
        } else {
            StandardOutput.print("speaking  nothing")
        }
        let waiting = status.waiting.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        StandardOutput.print("waiting   \(waiting.isEmpty ? "nothing" : waiting.joined(separator: ", "))")
        for one in status.next { StandardOutput.print("          \(Self.line(one))") }
        let voice = status.voice
        let restarts = voice.restarts == 0 ? "" : ", restarted \(voice.restarts) times"
        StandardOutput.print("voice     \(voice.state.rawValue)\(voice.synthesizer.map { ", eSpeak NG \($0)" } ?? "")\(restarts)")
        if let message = voice.message { StandardOutput.print("          \(StandardOutput.visible(message))") }
        StandardOutput.print("device    \(status.device.name): \(status.device.state.rawValue)")
        if let message = status.device.message { StandardOutput.print("          \(StandardOutput.visible(message))") }
    }
}

extension ShowStatus {
    fileprivate static func line(_ one: Status.Speaking) -> String {
        StandardOutput.visible("\(one.id) (\(one.client.isEmpty ? "" : "\(one.client), ")\(one.class)): \(one.text)")
    }
}

/// The voices.
struct Voices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the voices.",
        discussion: """
            EXAMPLES
              announce voices --language en
              announce voices --json | jq -r '.[].name'
            """)
    @Option(help: ArgumentHelp("Only those of this language.", valueName: "tag")) var language: String?
    @Flag(help: "As a JSON array.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let reply = try await daemon.ask(.voices(language: language))
        guard case .voices(let voices) = reply.result else { return }
        if json { return StandardOutput.print(ServerLine.json(of: voices)) }
        let width = voices.map(\.identifier.count).max() ?? 0
        for voice in voices {
            let gap = String(repeating: " ", count: width - voice.identifier.count + 2)
            StandardOutput.print("\(voice.identifier)\(gap)\(voice.name) (\(voice.languages.joined(separator: ", ")))")
        }
    }
}

/// How all are spoken to.
struct Settings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how everything is spoken, or change it until the daemon ends.",
        discussion: """
            KEY is one of language, voice, rate, pitch, volume, punctuation, capitals.

            EXAMPLES
              announce settings
              announce settings rate 250
            """)
    @Argument(help: "What to show or change; without it, all.") var key: Key?
    @Argument(help: "Its new value.") var value: String?
    @Flag(help: "As one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    enum Key: String, CaseIterable, ExpressibleByArgument {
        case language, voice, rate, pitch, volume, punctuation, capitals
    }

    func validate() throws { _ = try change() }

    func run() async throws {
        let reply = try await daemon.ask(.settings(try change()))
        guard case .settings(let settings) = reply.result else { return }
        if json { return StandardOutput.print(ServerLine.json(of: settings)) }
        for shown in Key.allCases where key == nil || key == shown {
            guard let text = shown.text(of: settings) else { continue }
            StandardOutput.print(key == nil ? "\(shown.rawValue) \(text)" : text)
        }
    }

    private func change() throws -> SpeechAttributes {
        var change = SpeechAttributes()
        guard let key, let value else { return change }
        func number(_ range: ClosedRange<Int>) throws -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw ValidationError("\(key.rawValue): expected \(range.lowerBound) to \(range.upperBound), found \(value)")
            }
            return number
        }
        func word<Word: RawRepresentable & CaseIterable>() throws -> Word where Word.RawValue == String {
            guard let word = Word(rawValue: value) else {
                throw ValidationError("\(key.rawValue): expected \(Word.allCases.map(\.rawValue).joined(separator: ", ")), found \(value)")
            }
            return word
        }
        switch key {
        case .language: change.language = value
        case .voice: change.voice = value
        case .rate: change.rate = try number(SpeechAttributes.rateRange)
        case .pitch: change.pitch = try number(SpeechAttributes.percentRange)
        case .volume: change.volume = try number(SpeechAttributes.percentRange)
        case .punctuation: change.punctuation = try word()
        case .capitals: change.capitals = try word()
        }
        return change
    }
}

extension Settings.Key {
    fileprivate func text(of settings: SpeechAttributes) -> String? {
        switch self {
        case .language: settings.language
        case .voice: settings.voice
        case .rate: settings.rate.map(String.init)
        case .pitch: settings.pitch.map(String.init)
        case .volume: settings.volume.map(String.init)
        case .punctuation: settings.punctuation?.rawValue
        case .capitals: settings.capitals?.rawValue
        }
    }
}
