import ArgumentParser
import Messages

/// How announcements are treated and spoken: the options shared by `say` and `pipe`.
struct AnnouncementOptions: ParsableArguments {
    @Flag(help: "Wait for current speech instead of cutting it.")
    var queue = false
    @Option(help: ArgumentHelp("The group to which the announcement belongs.", valueName: "name"))
    var group: String?
    @Option(
        help: "Which announcements of its group to replace: none, pending (those waiting), or current (also the one being spoken).")
    var supersede = Announcement.Supersede.none
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seconds after which to drop the announcement if it has not begun.", valueName: "seconds"))
    var maxAge: Double?
    @Flag(help: "Do not count the announcement as missed if its turn never comes.")
    var noCountMissed = false
    @Flag(
        name: .customLong("private"),
        help: "Only speak the text: history, events and the daemon's memory don't keep it, and repeat leaves it out.")
    var isPrivate = false
    @Flag(help: "Speak even during a recording.")
    var force = false
    @Option(
        help: ArgumentHelp(
            "Play an installed sound before the text, such as dialog-error, or alone. If it is not installed, its name is spoken.",
            valueName: "name"))
    var sound: String?
    @Option(
        help: """
            What kind of text it is: plain, console, fileSystem, messaging, narrative, sourceCode, spreadsheet or wordProcessing. It \
            decides which marks are named, and how numbers and lines are read.
            """)
    var context: TextualContext?
    @Flag(help: "Treat the text as SSML.")
    var ssml = false
    @Flag(help: "Treat the text as Markdown: speak its headings, lists, links and tables, and of each block of code the number of lines.")
    var markdown = false
    @Flag(help: "With --markdown: read the code, too.")
    var code = false
    @OptionGroup(title: "Manner of speaking")
    var speech: SpeechOptions

    func validate() throws {
        try requireName(group, "--group")
        if let sound, SoundName(sound) == nil {
            throw ValidationError("--sound: expected the name of a sound, such as dialog-error: up to 64 letters, digits, -, _ and .")
        }
        if supersede != .none, group == nil { throw ValidationError("--supersede: expected --group too") }
        if ssml, markdown { throw ValidationError("expected only one of --ssml and --markdown") }
        if code, !markdown { throw ValidationError("--code: expected --markdown too") }
        if let maxAge, !(maxAge >= 0 && maxAge.isFinite) { throw ValidationError("--max-age: expected seconds, 0 or more") }
    }

    /// Returns the runs of a text, which may be empty after a sound.
    func runs(_ text: String, withSound: Bool = true) -> [SpeechRun] {
        let sound = withSound ? sound.map { [SpeechRun(sound: $0)] } ?? [] : []
        let isSoundAlone = text.isEmpty && !sound.isEmpty
        return sound
            + (isSoundAlone ? [] : [SpeechRun(text: text, attributes: speech.attributes, isSSML: ssml, context: context)])
    }

    /// Whether the text has markup.
    var isMarkup: Bool { ssml || markdown }

    var format: Announcement.Format { markdown ? .markdown : .text }

    /// Returns the announcement of a text.
    func announcement(_ text: String, priority: Announcement.Priority) -> Announcement {
        Announcement(
            runs: runs(text),
            format: format,
            readsCode: code, priority: priority, queue: queue, group: group,
            supersede: supersede, maxAge: maxAge, force: force, countsAsMissed: !noCountMissed, isPrivate: isPrivate)
    }
}
