import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import System

/// Speaks a text.
struct Say: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Speak TEXT (the default command).",
        discussion: """
            Without TEXT, or with -, reads the text from standard input, and removes colours and other control characters. If no daemon is \
            running, a temporary one speaks: the command returns as soon as the text begins, or with the reason why it can't. Further \
            commands use the same daemon, which ends when it is idle. In a systemd unit or a container, which end all processes that a \
            command leaves behind, use --wait.

            With --wav, --raw, --dry-run or --ipa, nothing is spoken, and no daemon is needed or disturbed. The user's configuration \
            applies. A text of any size is read and written in parts, as fast as the synthesizer can. --wav - and --raw - write to \
            standard output; in a pipe, the header of a WAV file can't state the length.

            EXAMPLES
              announce say "stop" --wait
              date | announce --priority low
              cat chapter.txt | announce say --highlight -
              announce say --file book.txt --wav book.wav
              announce --raw - "Hello" | aplay -f S16_LE -r 22050
              announce say --dry-run "Done in 0:42 -----"
              announce --language de --rate 250 "Guten Morgen"
              cat README.md | announce --markdown
              announce --sound dialog-error "The file was not found"
              announce --context sourceCode "let x = 0:42"
              announce --ssml "Code <say-as interpret-as='characters'>x7k</say-as>"

            \(exitCodes)
            """)

    @Argument(help: "The text to speak; several words are joined by spaces.")
    var text: [String] = []

    @Option(help: "How urgent: low waits, default cuts current speech, high can't be cut.")
    var priority = Announcement.Priority.default
    @Option(
        help: ArgumentHelp(
            "The announcement's id for `announce cancel` and `announce explain` (default: announce-PID).", valueName: "id"))
    var id: String?
    @OptionGroup
    var options: AnnouncementOptions

    @Flag(
        help: """
            Wait until the text has been heard; exit with 3 if it was not, or 4 if the sound device or the synthesizer failed. If the \
            device is missing, priority default fails after 10 s; low and high wait for it. A temporary daemon fails at once.
            """)
    var wait = false
    @Flag(help: "Show the text line by line as it is heard, with the word highlighted (on a terminal), and wait as with --wait.")
    var highlight = false
    @Option(
        help: ArgumentHelp(
            "Speak this file, of any size, in parts of up to 2 KiB; - for standard input. `announce next` and `announce previous` "
                + "step by sentence, `announce skip` skips a part, and `announce stop` ends the whole file. "
                + "The command runs until the speech ends.",
            valueName: "file"),
        completion: .file())
    var file: String?
    @OptionGroup
    var starting: StartOptions
    var client: ClientOptions { starting.client }
    @Option(
        help: ArgumentHelp(
            "Write the sound to this file without a header: 16-bit little-endian mono samples, 22050 per second.", valueName: "file"),
        completion: .file())
    var raw: String?
    @OptionGroup
    var transcription: TranscriptionOptions

    /// The outputs that the text is rendered to instead of being spoken.
    private var renderings: [RenderTarget] {
        [starting.wav.map(RenderTarget.wav), raw.map(RenderTarget.raw), transcription.rendering].compactMap(\.self)
    }

    func validate() throws {
        try requireName(id, "--id", longest: Request.longestID)
        if file != nil {
            if !text.isEmpty { throw ValidationError("--file: it has the text; expected no TEXT") }
            if options.markdown {
                throw ValidationError("--file: expected no --markdown; `announce pipe --markdown < FILE` reads Markdown")
            }
            if highlight || options.ssml || options.sound != nil || options.supersede != .none || id != nil {
                throw ValidationError(
                    "--file: it is spoken in parts; expected no --highlight, --ssml, --sound, --supersede and --id")
            }
        }
        if renderings.count > 1 { throw ValidationError("expected only one of --wav, --raw, --dry-run and --ipa") }
        if starting.wav == "" || raw == "" { throw ValidationError("--wav, --raw: expected a file, or - for standard output") }
        if !renderings.isEmpty, highlight || starting.client.daemon.socket != nil || id != nil {
            throw ValidationError("nothing is spoken by a daemon; expected no --highlight, --socket and --id")
        }
        if highlight, options.isMarkup || options.sound != nil {
            throw ValidationError("--highlight: only a plain text can be shown; expected no --ssml, --markdown and --sound")
        }
    }

    func run() async throws {
        if let rendering = renderings.first { return try await render(rendering) }
        if let file { return try await speak(InputFile(file)) }
        let announcement = options.announcement(try spokenText(), priority: priority)
        let display = highlight ? HighlightedText(announcement.text) : nil
        try await Self.speak(
            announcement, id: id ?? Self.announcementID, untilHeard: wait || highlight, showing: display, through: starting)
    }

    /// The event that a command waits for.
    private enum Until { case accepted, begun, heard }

    /// Posts an announcement. If a temporary daemon speaks it, waits until it has begun, because that daemon may have no sound device.
    /// - Parameters:
    ///   - id: the announcement's id.
    ///   - untilHeard: whether to wait until the announcement was heard.
    ///   - display: shows the words while they are heard.
    ///   - open: a connection to use; nil: a new one is opened.
    static func speak(
        _ announcement: Announcement, id: String = announcementID, untilHeard: Bool = false, showing display: HighlightedText? = nil,
        through starting: StartOptions, over open: (Connection, own: TemporaryDaemon?)? = nil
    ) async throws {
        try expectFit(announcement, id: id)
        let path = starting.client.daemon.path
        if open == nil, !untilHeard, starting.wav == nil, try PostedAnnouncement.post(announcement, id: id, to: path) { return }
        let (connection, own) = if let open { open } else { try await starting.connect() }
        let until: Until = untilHeard || own?.endsWithConnection == true ? .heard : own == nil ? .accepted : .begun
        do {
            try await Interruption.watched(connection, sending: [.cancel(.id(id))]) { interruption in
                try await connection.send(.hello(Hello(app: ClientIdentity.app, progress: display != nil)), id: "hello")
                if until == .begun { try await connection.send(.subscribe([.started]), id: "events") }
                try await connection.send(.announcement(announcement), id: id)
                try await follow(id, over: connection, at: path, until: until, showing: display, interruption)
            }
        } catch {
            throw await own?.explained(error) ?? error
        }
    }

    private static func expectFit(_ announcement: Announcement, id: String = announcementID) throws {
        guard Connection.fits(.announcement(announcement), id: id) else {
            throw CommandError(
                Exit.usage,
                "the text is too long: as sent, an announcement has at most \(RequestLine.maximumLength) bytes; "
                    + "`announce --file -` takes more")
        }
    }

    /// The usual id, unique among waiting announcements: `announce cancel` finds it, and `announce status` shows it.
    static let announcementID = "announce-\(getpid())"

    /// Receives messages until nothing is left to wait for.
    private static func follow(
        _ id: String, over connection: Connection, at path: String, until: Until, showing display: HighlightedText?,
        _ interruption: Interruption
    ) async throws {
        var display = display
        var notice = HeldBackNotice()
        for await message in connection.messages where !interruption.wasInterrupted {
            if notice.receive(message, isWaiting: true) {
                notice.expect(over: connection)
                continue
            }
            switch message {
            case .error(let error): throw Connection.Failure.refused(error)
            case .reply(let reply) where reply.id == id:
                StandardError.print(warnings: reply.warnings)
                if until == .accepted { return HeldBackNotice.printReason(for: reply, at: path) }
                notice.expect(over: connection)
            case .event(let event) where event.event == .started && event.id == id && until == .begun: return
            case .progress(let progress): display?.show(progress)
            case .announcementDidFinish(let did) where did.id == id && until != .accepted:
                display?.end(isHeard: did.successful)
                if did.successful { return }
                throw CommandError.notHeard(did.reason)
            default: continue
            }
        }
        display?.end(isHeard: false)
        throw Connection.Failure.lost
    }

    /// Speaks a file to its end.
    private func speak(_ file: InputFile) async throws {
        let speech = PipedSpeech(through: starting) {
            PipedInput(.all(ahead: 2), of: .passage, in: file, didChange: $0)
        } consumer: {
            PipedAnnouncements($0, $1, options: options, priority: priority, prefix: "", keepsAll: true, isOneText: true)
        }
        try await speech.run()
    }

    /// Renders the text, markup in one piece.
    private func render(_ rendering: RenderTarget) async throws {
        let isMarkup = options.isMarkup
        let input = try file ?? (!isMarkup && readsInput() ? PassageReader.standardInput : nil)
        let words = try input == nil ? spokenText() : ""
        if isMarkup { try Self.expectFit(options.announcement(words, priority: priority)) }
        try await rendering.render { send in
            var isFirst = true
            func announcement(_ text: String) -> Announcement {
                defer { isFirst = false }
                return Announcement(
                    runs: options.runs(text, withSound: isFirst), format: options.format, readsCode: options.code, allowRepeat: true)
            }
            if isMarkup || input == nil && words.isEmpty {
                _ = send(announcement(words))
                return
            }
            var reader = try input.map { try PassageReader(file: $0) } ?? PassageReader(words)
            while let text = try reader.next(), send(announcement(text)) {}
        }
    }

    /// Returns whether the text is on standard input.
    private func readsInput() throws -> Bool {
        guard text.isEmpty || text == ["-"] else { return false }
        if text.isEmpty, isatty(STDIN_FILENO) == 1 {
            if options.sound != nil { return false }
            throw CommandError(Exit.usage, "nothing to say; give TEXT, or pipe it in (`announce --help`)")
        }
        return true
    }

    private func spokenText() throws -> String {
        var words = try readsInput() ? StandardInput.text(limit: RequestLine.maximumLength) : text.joined(separator: " ")
        // NULs are never meant to be spoken.
        words.unicodeScalars.removeAll { $0 == "\0" }
        guard !words.isEmpty || options.sound != nil else {
            throw CommandError(Exit.usage, "nothing to say: the text is empty")
        }
        return words
    }
}
