import AnnounceProtocol
public import ArgumentParser
import Configuration
import Glibc
import JSONLines
import Messages
import Narration
import System

/// Prints how an element sounds.
struct Describe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Print how an element would sound, with the hint on a separate line. Needs no daemon.",
        discussion: """
            The locale (LC_ALL, LC_MESSAGES, LANG) sets the language. The words are always the built-in ones, regardless of the daemon's \
            configuration. An --id alone is not enough: add --label or another property to describe.

            EXAMPLES
              announce describe --label Play --trait button
              announce describe --label Size --trait adjustable --verbosity brief
              LC_ALL=de_DE.UTF-8 announce describe --label Suche --trait link --json
            """)
    @OptionGroup(title: "Element") var element: ElementOptions
    @Option(help: ArgumentHelp("The screen's title, spoken first.", valueName: "text")) var title: String?
    @Option(help: "The screen reader whose order and words to use: voiceover or talkback.") var dialect = DescriptionStyle.Dialect.voiceover
    @Option(help: "How much to say: full, brief (no container, no hint) or label.") var verbosity = DescriptionStyle.Verbosity.full
    @Option(help: "The input method that hints mention: touch, keyboard or none; auto means keyboard here.") var gestures =
        DescriptionStyle.Gestures.auto
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup(title: "Its speech") var transcription: TranscriptionOptions

    func validate() throws {
        if json, transcription.rendering != nil { throw ValidationError("--json: expected no --dry-run and no --ipa") }
        switch element.reference {
        case .element: return
        case .id(let id): throw ValidationError("--id: without a daemon, \"\(id)\" is unknown; expected --label too")
        case nil: throw ValidationError("expected an element, for example its --label")
        }
    }

    func run() async throws {
        let language = LanguageTag(environment: Environment.value).text
        let describer = Describer(
            words: WordTables.words(for: language), lexicons: WordTables.lexicons,
            style: DescriptionStyle(verbosity: verbosity, dialect: dialect, gestures: gestures),
            userLanguage: language)
        for warning in describer.warnings(for: element.element) { StandardError.print("announce: warning: \(warning)") }
        let description = describer.describe(element.element, title: title)
        if let rendering = transcription.rendering {
            let texts = [description.runs, description.hint ?? []].filter { !$0.isEmpty }.map { $0.map { $0.spoken(in: language) } }
            return try await rendering.render { send in for runs in texts where !send(Announcement(runs: runs)) { return } }
        }
        let hint = description.hint.map { $0.map(\.text).joined(separator: " ") }
        if json {
            let fields = Fields(
                text: description.text, runs: description.runs.map(Run.init), hint: hint, hintRuns: description.hint?.map(Run.init))
            return StandardOutput.print(json: fields.jsonText)
        }
        StandardOutput.print(description.text)
        if let hint { StandardOutput.print(hint) }
    }

    private struct Fields: JSONFields {
        static var blank: Fields { Fields(text: "", runs: []) }
        var text: String
        var runs: [Run]
        var hint: String?
        var hintRuns: [Run]?

        mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
            try fields.required("text", &text)
            try fields.list("runs", &runs)
            try fields.optional("hint", &hint)
            try fields.objects("hintRuns", &hintRuns)
        }
    }
    /// A part of the text; if the language is nil, the user's applies.
    private struct Run: JSONFields {
        static var blank: Run { Run(.blank) }
        var text: String
        var language: String?

        init(_ run: SpeechRun) {
            text = run.text
            language = run.attributes.language
        }

        mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
            try fields.required("text", &text)
            try fields.optional("language", &language)
        }
    }
}

extension SpeechRun {
    /// Returns the run with the user's language, unless it has its own.
    fileprivate func spoken(in language: String) -> SpeechRun {
        var run = self
        run.attributes.language = attributes.language ?? language
        return run
    }
}

extension DescriptionStyle.Dialect: ExpressibleByArgument {}
extension DescriptionStyle.Verbosity: ExpressibleByArgument {}
extension DescriptionStyle.Gestures: ExpressibleByArgument {}
