import AnnounceProtocol
import ArgumentParser
import Messages

/// Shows, changes, saves or forgets the user's settings (O8).
struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show the settings, change one, or keep what was changed.",
        discussion: """
            KEY is one of language, voice, rate, pitch, volume, punctuation, capitals, \
            verbosity, dialect, hints, gestures, interval, earcons, typing, or its name \
            in the configuration, such as updates.interval.

            A change holds until the configuration is reloaded or the daemon is stopped. \
            With --save it is kept in a file of its own, which wins over the hand-written \
            one. --save alone keeps everything that was changed.

            EXAMPLES
              announce settings
              announce settings rate 250
              announce settings verbosity brief --save
              announce settings --save
              announce settings --forget
            """)
    @Argument(
        help: ArgumentHelp("The setting to show or change; without it, all are shown.", valueName: "key"),
        completion: .list(UserSettings.Name.allCases.map(\.rawValue)), transform: UserSettings.Name.init(argument:))
    var key: UserSettings.Name?
    @Argument(help: "The new value.", completion: .settingValues) var value: String?
    @Flag(help: "Keep the setting, or without KEY all changed ones, over restarts and reloads.") var save = false
    @Flag(help: "Remove what was saved; the configuration holds from the next restart or reload.") var forget = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        _ = try change()
        if forget, save || key != nil { throw ValidationError("--forget: it removes all that was saved; expected no KEY and no --save") }
    }

    func run() throws {
        let reply = try daemon.ask(.settings(try change()))
        guard case .settings(let report) = reply.result else { return }
        if save || forget {
            guard let file = report.file else {
                throw SavedSettings.Failure(
                    "this daemon has no place to save settings: set XDG_STATE_HOME or HOME in its environment, then start it again")
            }
            if forget {
                return StandardOutput.print(
                    try SavedSettings.remove(file) ? "\(file): removed; the configuration holds after a reload" : "nothing was saved")
            }
            do {
                try SavedSettings.save(key.map { [$0] } ?? report.changed, of: report.settings, in: file)
            } catch {
                throw value == nil ? error : SavedSettings.Failure("changed, but not saved: \(error)")
            }
        }
        if json { return StandardOutput.print(ServerLine.json(of: report)) }
        for shown in UserSettings.Name.allCases where key == nil || key == shown {
            guard let text = report.settings.text(of: shown) else { continue }
            StandardOutput.print(key == nil ? "\(shown.rawValue) \(text)" : text)
        }
    }

    private func change() throws -> UserSettings {
        var change = UserSettings()
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
        func flag() throws -> Bool {
            switch value {
            case "true", "on": return true
            case "false", "off": return false
            default: throw ValidationError("\(key.rawValue): expected true, false, found \(value)")
            }
        }
        func word<Word: RawRepresentable & CaseIterable>() throws -> Word where Word.RawValue == String {
            guard let word = Word(rawValue: value) else {
                throw ValidationError("\(key.rawValue): expected \(Word.allCases.map(\.rawValue).joined(separator: ", ")), found \(value)")
            }
            return word
        }
        switch key {
        case .language: change.speech.language = value
        case .voice: change.speech.voice = value
        case .rate: change.speech.rate = try number(SpeechAttributes.rateRange)
        case .pitch: change.speech.pitch = try number(SpeechAttributes.percentRange)
        case .volume: change.speech.volume = try number(SpeechAttributes.percentRange)
        case .punctuation: change.speech.punctuation = try word()
        case .capitals: change.speech.capitals = try word()
        case .verbosity: change.verbosity = try word()
        case .dialect: change.dialect = try word()
        case .hints: change.hints = try flag()
        case .gestures: change.gestures = try word()
        case .earcons: change.earcons = try flag()
        case .typing: change.typing = try word()
        case .interval:
            guard let seconds = Double(value), UserSettings.intervalRange.contains(seconds) else {
                throw ValidationError("interval: expected seconds, 0 to 3600, found \(value)")
            }
            change.interval = seconds
        }
        return change
    }
}

extension UserSettings.Name {
    /// Creates the setting that the user names, in the configuration's words too.
    /// - Throws: `ValidationError` with near matches.
    fileprivate init(argument: String) throws {
        guard let name = Self.allCases.first(where: { $0.rawValue == argument || $0.configurationKey == argument }) else {
            let known = Self.allCases.map(\.rawValue)
            let near = NearMatches.of(argument, in: known + Self.allCases.map(\.configurationKey))
            let hint = near.isEmpty ? "expected one of \(known.joined(separator: ", "))" : NearMatches.clause(near)
            throw ValidationError("\"\(argument)\" is not a setting; \(hint)")
        }
        self = name
    }
}
