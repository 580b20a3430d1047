import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import System

/// Shows, changes, saves or removes the user's settings (O8).
struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change the settings, or save the changes.",
        discussion: """
            KEY is one of language, voice, rate, pitch, inflection, volume, punctuation, \
            capitals, verbosity, dialect, hints, gestures, interval, earcons, typing, mode, or its \
            name in the configuration, such as updates.interval. +20 and -20 move the rate, the \
            pitch or the volume by a step; steps of several commands add up.

            The new value is spoken, unless standard output is a file or a pipe.

            A change applies until the configuration is reloaded or the daemon is stopped. --save stores it in a separate file, which \
            overrides the hand-written one. --save alone stores all changes.

            EXAMPLES
              announce settings
              announce settings rate 250
              announce settings rate +20
              announce settings rate -20 volume 80
              announce settings verbosity brief --save
              announce settings --save
              announce settings --forget
            """)
    // A step down, such as -20, looks like an option.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The setting to show, or settings and their new values (default: show all).", valueName: "key value"),
        completion: .settings)
    var words: [String] = []
    @Flag(help: "Save the setting permanently (without KEY, all changed settings).") var save = false
    @Flag(help: "Remove the saved settings; the configuration applies again from the next restart or reload.") var forget = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if let option = words.first(where: { $0.hasPrefix("-") && Double($0) == nil }) {
            throw ValidationError("Unknown option '\(option)'")
        }
        let names = try names()
        if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            throw ValidationError("\(twice.rawValue): it is given twice")
        }
        if words.count > 1, words.count % 2 == 1 { throw ValidationError("\(words[words.count - 1]): expected a value, found nothing") }
        _ = try change()
        if forget, save || !words.isEmpty {
            throw ValidationError("--forget: it removes all that was saved; expected no setting and no --save")
        }
    }

    /// Returns the named settings.
    private func names() throws -> [UserSettings.Name] {
        try stride(from: 0, to: words.count, by: 2).map { try UserSettings.Name(argument: words[$0]) }
    }

    /// The settings with their new values, as the user wrote them.
    private func changes() throws -> [(name: UserSettings.Name, value: String)] {
        words.count < 2 ? [] : try names().enumerated().map { ($1, words[2 * $0 + 1]) }
    }

    func run() throws {
        let (change, steps) = try change()
        let reply = try daemon.ask(.settings(change, adjust: steps))
        guard case .settings(let report) = reply.result else { return }
        let changes = try changes()
        let named = !words.isEmpty ? try names() : save ? report.changed : nil
        if save || forget {
            guard let file = report.file else {
                throw SavedSettings.failure(
                    "this daemon has no place to save settings: set XDG_STATE_HOME or HOME in its environment, then start it again")
            }
            if forget {
                let isRemoved = try SavedSettings.remove(file)
                let sentence = isRemoved ? "\(file): removed; the configuration holds after a reload" : "nothing was saved"
                return json ? StandardOutput.print(json: report.jsonText) : StandardOutput.print(sentence)
            }
            do {
                // Otherwise, of two commands at the same time, each would save only its own settings, and one of them an older value.
                let lock = try SavedSettings.lockFolder(of: file)
                defer { close(lock) }
                guard case .settings(let newest) = try daemon.ask(.settings(UserSettings())).result else { return }
                try SavedSettings.save(named ?? [], of: newest.settings, in: file)
            } catch let error as CommandError {
                throw changes.isEmpty ? error : CommandError("changed, but not saved: \(error.sentence)", exitCode: error.exitCode)
            }
        }
        if json { return StandardOutput.print(json: report.jsonText) }
        let lines = UserSettings.Name.allCases.filter { named?.contains($0) ?? true }.compactMap { shown in
            report.settings.text(of: shown).map { named?.count == 1 ? $0 : "\(shown.rawValue) \($0)" }
        }
        for line in lines { StandardOutput.print(line) }
        // The daemon speaks a new mode itself (N9).
        if changes.contains(where: { $0.name != .mode }), !StandardOutput.isRead { say(lines.joined(separator: ", ")) }
    }

    /// Speaks the changed settings, for a user who has pressed a key.
    private func say(_ text: String) {
        var announcement = Announcement(runs: [SpeechRun(text: text)], group: "settings", supersede: .current, allowRepeat: true)
        announcement.countsAsMissed = false
        // The setting has changed even if this can't be spoken.
        _ = try? daemon.ask(.announcement(announcement))
    }

    private func change() throws -> (UserSettings, adjust: SettingsAdjustment) {
        var change = UserSettings()
        var steps = SettingsAdjustment()
        for (name, value) in try changes() {
            func number(_ range: ClosedRange<Int>) throws -> (value: Int?, step: Int?) {
                let isStep = value.hasPrefix("+") || value.hasPrefix("-")
                let steps = SettingsAdjustment.range(for: range)
                guard let number = Int(value), (isStep ? steps : range).contains(number) else {
                    throw ValidationError(
                        "\(name.rawValue): expected \(range.lowerBound) to \(range.upperBound), or a step of \(steps.lowerBound) to "
                            + "+\(steps.upperBound), found \(value)")
                }
                return isStep ? (nil, number) : (number, nil)
            }
            func flag() throws -> Bool {
                switch value {
                case "true", "on": return true
                case "false", "off": return false
                default: throw ValidationError("\(name.rawValue): expected true, false, found \(value)")
                }
            }
            func word<Word: RawRepresentable & CaseIterable>() throws -> Word where Word.RawValue == String {
                guard let word = Word(rawValue: value) else {
                    throw ValidationError(
                        "\(name.rawValue): expected \(Word.allCases.map(\.rawValue).joined(separator: ", ")), found \(value)")
                }
                return word
            }
            if value.isEmpty {
                throw ValidationError(
                    "\(name.rawValue): expected a value, found nothing; to return to the configured value, reload the configuration "
                        + "(`systemctl --user reload announced`, or HUP)")
            }
            switch name {
            case .language: change.speech.language = value
            case .voice: change.speech.voice = value
            case .rate: (change.speech.rate, steps.rate) = try number(SpeechAttributes.rateRange)
            case .pitch: (change.speech.pitch, steps.pitch) = try number(SpeechAttributes.percentRange)
            case .inflection:
                guard let inflection = Int(value), SpeechAttributes.percentRange.contains(inflection), !value.hasPrefix("+") else {
                    throw ValidationError("inflection: expected 0 to 100, found \(value)")
                }
                change.speech.inflection = inflection
            case .volume: (change.speech.volume, steps.volume) = try number(SpeechAttributes.percentRange)
            case .punctuation: change.speech.punctuation = try word()
            case .capitals: change.speech.capitals = try word()
            case .verbosity: change.verbosity = try word()
            case .dialect: change.dialect = try word()
            case .hints: change.hints = try flag()
            case .gestures: change.gestures = try word()
            case .earcons: change.earcons = try flag()
            case .typing: change.typing = try word()
            case .mode: change.mode = try word()
            case .interval:
                guard let seconds = Double(value), UserSettings.intervalRange.contains(seconds), !value.hasPrefix("+") else {
                    throw ValidationError("interval: expected seconds, 0 to 3600, found \(value)")
                }
                change.interval = seconds
            }
        }
        return (change, steps)
    }
}

extension UserSettings.Name {
    /// Creates the setting that the user names, possibly by its key in the configuration.
    /// - Throws: `ValidationError` with near matches.
    fileprivate init(argument: String) throws {
        guard let name = Self.allCases.first(where: { $0.rawValue == argument || $0.configurationKey == argument }) else {
            let known = Self.allCases.map(\.rawValue)
            let hint = NearMatches.hint(for: argument, in: known, or: Self.allCases.map(\.configurationKey))
            throw ValidationError("\"\(argument)\" is not a setting; \(hint)")
        }
        self = name
    }
}
