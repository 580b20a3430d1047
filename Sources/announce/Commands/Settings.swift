import AnnounceProtocol
import ArgumentParser
import Messages

/// Shows or changes the settings.
struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show the speech settings, or change one until the configuration is reloaded or the daemon ends.",
        discussion: """
            KEY is one of language, voice, rate, pitch, volume, punctuation, capitals.

            EXAMPLES
              announce settings
              announce settings rate 250
            """)
    @Argument(help: "The setting to show or change; without it, all are shown.") var key: Key?
    @Argument(help: "The new value.", completion: .settingValues) var value: String?
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    enum Key: String, CaseIterable, ExpressibleByArgument {
        case language, voice, rate, pitch, volume, punctuation, capitals
    }

    func validate() throws { _ = try change() }

    func run() throws {
        let reply = try daemon.ask(.settings(try change()))
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
        if value.isEmpty {
            throw ValidationError(
                "\(key.rawValue): expected a value, found nothing; to return to the configured value, reload the configuration "
                    + "(`systemctl --user reload announced`, or HUP)")
        }
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
