import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Messages

/// Speaks the output of other programs while it arrives.
struct Pipe: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipe", abstract: "Speak each line of standard input, until its end.",
        discussion: """
            Each line becomes an announcement, as a terminal would show it: without colours. Lines with nothing to speak are skipped. A \
            line over 4 KiB is spoken in pieces, sentence by sentence. A line that a program rewrites is spoken when the program leaves \
            it; a progress bar is also spoken in steps of 10 points ("Downloading, 80%"). A prompt ("Continue? [Y/n]") is spoken after 0.5 \
            s without output.

            Lines have priority low unless --priority sets another one: they are heard in order, after other speech, and a line that was \
            cut is spoken again, up to twice. With priority default, lines cut other speech but not each other: each is posted when the \
            previous one has ended. A line that has waited for 10 minutes expires, unless --max-age sets another limit.

            Only a few lines are read ahead, so the program that writes them waits for the speech, except with --latest or \
            --updates-frequently. If speech is paused or the sound device is missing, the command reports this once on standard error, and \
            waits. `announce stop` silences the lines read so far (with --latest or --priority default, the line being spoken); later \
            lines are spoken. Ctrl-C ends the command. With --tee, the command also ends when the copy has no reader any more; it copies \
            to the end even if speaking fails.

            With --markdown, such as the answer of a language model, each paragraph is spoken sentence by sentence while it grows, and a \
            heading, a list item, a table or a block of code once it is complete: when the next one begins, or after 0.5 s without output. \
            A block of code that is not closed is only complete at the end, or after 64 KiB.

            EXAMPLES
              make 2>&1 | announce pipe --tee --prefix "Build:"
              tail -f log | announce pipe --latest --keep "error|panic"
              make 2>&1 | announce pipe --match "error|warning" --not deprecated
              pv -n a.img 2>&1 >b.img | announce pipe --updates-frequently --label Copy
              mosquitto_sub -t speech | announce pipe --format json
              llm "Compare tea and coffee" | announce pipe --markdown --tee

            EXIT CODES
              0 everything was heard, 1 refused, or with --format json a line was wrong,
              3 a line was not heard (with --format json never: messages may cut each
              other), 4 the device or synthesizer failed, 64 usage, 69 no daemon,
              73 --wav can't be written, 74 connection lost, or --tee could not write, 130 ended by Ctrl-C
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Option(help: "How to read each line: as text, or as json, a protocol message that is sent unchanged.")
    var format = Format.text
    @Flag(help: "Treat lines as states of one value, such as a progress bar: speak the newest every few seconds, and always the last.")
    var updatesFrequently = false
    @Option(help: "The name of that value.")
    var label: String?
    @Option(
        help: ArgumentHelp(
            "How its states are read aloud: text, duration, time, number, percent or spell. "
                + "(default: percent if the first is a percentage or a whole number up to 100, otherwise text)",
            valueName: "kind"))
    var kind: Element.ValueKind?
    @Flag(help: "Read on without waiting for speech, and keep only the newest 3 waiting lines.")
    var latest = false
    @OptionGroup(title: "Choice of lines")
    var choice: LineChoice
    @Flag(help: "Copy the input to standard output.")
    var tee = false
    @Option(help: ArgumentHelp("Speak this before each line.", valueName: "text"))
    var prefix: String?
    @Option(help: "How urgent each line is: low, default or high. (default: low)")
    var priority: Announcement.Priority?
    @OptionGroup
    var options: AnnouncementOptions
    @OptionGroup
    var starting: StartOptions
    var client: ClientOptions { starting.client }

    /// The number of lines that `--latest` keeps.
    static let mostKept = 3
    /// The maximum length of a prefix or a label, in Unicode scalars.
    private static let longestName = 256

    func validate() throws {
        try starting.expectNoStandardOutput()
        if updatesFrequently, label == nil { throw ValidationError("--updates-frequently: expected --label too") }
        if label != nil, !updatesFrequently { throw ValidationError("--label: expected --updates-frequently too") }
        if kind != nil, !updatesFrequently { throw ValidationError("--kind: expected --updates-frequently too") }
        if updatesFrequently, latest || prefix != nil {
            throw ValidationError("--updates-frequently: only the newest line is spoken; expected no --latest and no --prefix")
        }
        if options.markdown, prefix != nil { throw ValidationError("--markdown: each piece begins as it is written; expected no --prefix") }
        if choice.keep != nil, !latest { throw ValidationError("--keep: expected --latest too; without it, every line is kept") }
        for (option, text) in [("--label", label), ("--prefix", prefix)] {
            if let text, text.isEmpty || text.unicodeScalars.count > Self.longestName || text.unicodeScalars.contains("\0") {
                throw ValidationError("\(option): expected 1 to \(Self.longestName) characters")
            }
        }
        let ways = updatesFrequently || latest || choice.isGiven || prefix != nil || priority != nil || options.isGiven
        if format == .json, ways { throw ValidationError("--format json: each message says how it is spoken; expected no other options") }
        if updatesFrequently, priority != nil || options.isGivenBeyondLanguage {
            throw ValidationError("--updates-frequently: the daemon sets the pace; expected no announcement options except --language")
        }
    }

    func run() async throws {
        let unit = format == .json ? LineCutter.Unit.message : options.markdown ? .markdown : .line
        let speech = PipedSpeech(through: starting, copying: tee) {
            PipedInput(keeping, choice, of: unit, didChange: $0)
        } consumer: {
            consumer(of: $0, $1)
        }
        try await speech.run()
    }

    private var keeping: PipedInput.Keeping {
        updatesFrequently ? .state : latest ? .newest(Self.mostKept) : format == .json ? .all(ahead: 16) : .all(ahead: 2)
    }

    private func consumer(of input: PipedInput, _ connection: Connection) -> any PipeConsumer {
        if format == .json { return PipedMessages(input, connection) }
        if let label { return PipedValue(label: label, kind: kind, language: options.speech.language, input, connection) }
        return PipedAnnouncements(
            input, connection, options: options, priority: priority ?? .low, prefix: prefix.map { "\($0) " } ?? "", keepsAll: !latest)
    }
}

extension AnnouncementOptions {
    /// Whether any option but the language is given.
    fileprivate var isGivenBeyondLanguage: Bool {
        var manner = speech.attributes
        manner.language = nil
        return queue || group != nil || supersede != .none || maxAge != nil || noCountMissed || force || isMarkup
            || manner != SpeechAttributes()
    }

    /// Whether any option is given.
    fileprivate var isGiven: Bool { isGivenBeyondLanguage || speech.language != nil }
}
