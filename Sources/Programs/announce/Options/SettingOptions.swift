import ArgumentParser
import Messages

/// The settings that have options, too: those of the manner of speaking.
struct SettingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The language, such as en-us or de.", valueName: "tag"), completion: .settingValues)
    var language: String?
    @Option(help: ArgumentHelp("The voice, as listed by `announce voices`.", valueName: "name"), completion: .settingValues)
    var voice: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Words per minute, 80 to 900, or a step such as +20 or -20.", valueName: "wpm"))
    var rate: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The pitch, 0 to 100, or a step such as +5 or -5.", valueName: "0–100"))
    var pitch: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The volume, 0 to 100, or a step such as +10 or -10.", valueName: "0–100"))
    var volume: String?
    @Option(help: "Which punctuation marks to name: none, some, most or all.", completion: .settingValues)
    var punctuation: String?
    @Option(help: "How to mark capital letters: none, pitch, say or sound.", completion: .settingValues)
    var capitals: String?

    /// The settings that were given, with their values as they are written.
    var given: [(name: UserSettings.Name, value: String)] {
        let all: [(UserSettings.Name, String?)] = [
            (.language, language), (.voice, voice), (.rate, rate), (.pitch, pitch), (.volume, volume), (.punctuation, punctuation),
            (.capitals, capitals),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
