import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import DequeModule
import Glibc
import Messages
import System

/// Runs another command, and speaks how it ended.
struct RunCommand: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run COMMAND, and speak how it ended and the last error that it printed.",
        discussion: """
            COMMAND keeps its input, output and signals. Its end is spoken, for example "make finished after two minutes and ten seconds", \
            or "make failed, exit 2" and the last line that looks like an error. Nothing is spoken if Ctrl-C ended COMMAND. COMMAND runs \
            even if nothing can be spoken.

            Background programs that outlive COMMAND can no longer write to its output. In a terminal, the output goes through a second \
            terminal, so run programs that fill the screen, such as editors, without `announce run`.

            The locale (LC_ALL, LC_MESSAGES, LANG) sets the language, unless --language does.

            EXAMPLES
              announce run -- make
              announce run --lines "warning|FAIL" -- make test
              announce run --priority high -- ./backup.sh

            EXIT CODES
              COMMAND's own, 128 + n if signal n ended it, 126 if it can't be run, 127 if
              it does not exist; 64 usage, before COMMAND begins; 74 its output could not
              be written
            """)

    @Option(
        help: ArgumentHelp(
            "Also speak the output lines that match this regular expression, except lines that have waited for a minute or came too fast "
                + "(reported at the end).",
            valueName: "regex"),
        transform: LinePattern.init)
    var lines: LinePattern?
    @Option(help: "How urgent the report is: low waits, default cuts current speech, high can't be cut.")
    var priority = Announcement.Priority.default
    @OptionGroup(title: "Manner of speaking")
    var speech: SpeechOptions
    @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
    var command: [String]
    @OptionGroup
    var starting: StartOptions
    var client: ClientOptions { starting.client }

    /// Seconds after which a line of the output is no longer spoken.
    private static let longestWait = 60.0

    func validate() throws {
        if command.first?.isEmpty != false { throw ValidationError("expected -- and a COMMAND") }
        try starting.expectNoStandardOutput()
    }

    func run() async throws {
        let inherited = ProcessSpawn.openDescriptors()
        PassedOnSignals.install()
        let output = try CapturedOutput(choosing: lines)
        let start = ContinuousClock.now
        let child: SpawnedCommand
        do {
            child = try SpawnedCommand(command, inheriting: inherited, streams: output.streams)
        } catch let failure as CommandError {
            failure.report()
            // The sentence already begins with the command's name.
            let reason = failure.sentence.dropFirst("\(command[0]): ".count)
            await report(failed(failure.exitCode, String(reason)), usableManner(), over: nil)
            throw ExitCode(failure.exitCode)
        }
        let ending = Task {
            let end = await child.end()
            output.end()
            return end
        }
        let speech = await speakLines(of: output, usableManner()) {
            let code = await ending.value.exitCode
            // If no report follows, the line is not repeated.
            let isReported = code != 0 && output.fault != .readerGone && !(code == 128 + SIGINT && PassedOnSignals.wasInterrupted)
            return isReported ? output.error : nil
        }
        if lines != nil { Self.report(missed: (output.missed.bytes, output.missed.lines + speech.tooMany)) }
        let end = await ending.value
        var code = end.exitCode
        if code == 0, output.fault == .failed { code = Exit.lost.rawValue }
        let seconds = Int((start.duration(to: .now) / .seconds(1)).rounded())
        // The user has pressed Ctrl-C, or closed the reader of the output; or no daemon could be reached, which was reported.
        let isInterrupted = code == 128 + SIGINT && PassedOnSignals.wasInterrupted
        if !isInterrupted, output.fault != .readerGone, !speech.hasFailed {
            // With --lines, the last line may already have been heard.
            let reason = output.error ?? (lines == nil ? output.lastLine : nil)
            let signal: CInt? = if case .killed(let signal) = end { signal } else { nil }
            let outcome = code == 0 ? finished(after: seconds) : failed(code, reason, signal: signal)
            await report(outcome, speech.manner, over: speech.connection)
        }
        throw ExitCode(code)
    }

    /// Returns the manner of speaking. If the running daemon lacks its voice or language, reports that now, before the command ends, and
    /// leaves that attribute out.
    private func usableManner() -> SpeechAttributes {
        guard starting.wav == nil else { return speech.attributes }
        var manner = speech.attributes
        for (name, request) in Self.checks(of: manner) {
            do {
                _ = try BlockingConnection.reply(to: request, from: starting.client.daemon.path, within: Connection.patience)
            } catch .refused(let error) where error.code == .invalidMessage {
                Self.leaveOut(name, of: &manner, error)
            } catch { return manner }
        }
        return manner
    }

    /// Returns those attributes of a manner of speaking that a daemon supports, and reports the others.
    private static func usable(_ manner: SpeechAttributes, over connection: Connection) async throws -> SpeechAttributes {
        var manner = manner
        for (name, request) in checks(of: manner) {
            try await connection.send(request, id: "check")
            answer: for await message in connection.messages {
                switch message {
                case .reply(let reply) where reply.id == "check": break answer
                case .error(let error):
                    if error.code == .invalidMessage { leaveOut(name, of: &manner, error) }
                    break answer
                default: continue
                }
            }
        }
        return manner
    }

    private typealias Name = WritableKeyPath<SpeechAttributes, String?>

    /// Returns requests that a daemon refuses if it lacks the voice or language.
    private static func checks(of manner: SpeechAttributes) -> [(Name, Request)] {
        [
            manner.voice.map { (\.voice, .voices(language: nil, voice: $0)) },
            manner.language.map { (\.language, .voices(language: $0)) },
        ].compactMap(\.self)
    }

    /// Reports the output that --lines could not follow.
    private static func report(missed: (bytes: Int, lines: Int)) {
        if missed.bytes > 0 {
            StandardError.print("announce: \(missed.bytes) bytes of the output came too fast to be searched for --lines")
        }
        if missed.lines > 0 { StandardError.print("announce: \(missed.lines) lines of --lines came too fast to be spoken") }
    }

    private static func leaveOut(_ name: Name, of manner: inout SpeechAttributes, _ error: ErrorReply) {
        StandardError.print("announce: \(error.message); the usual voice speaks")
        manner[keyPath: name] = nil
    }

    /// Speaks the chosen lines until the output's end.
    /// - Returns: the connection used, nil if there was nothing to speak; the manner of speaking that its daemon supports; how many lines
    ///   were left out because too many came; and whether speaking has failed.
    /// - Parameter reason: Waits for the command's end, and returns the line that will be spoken with it.
    private func speakLines(
        of output: CapturedOutput, _ manner: SpeechAttributes, _ reason: () async -> String?
    ) async -> (connection: (Connection, own: TemporaryDaemon?)?, manner: SpeechAttributes, tooMany: Int, hasFailed: Bool) {
        var open: (Connection, own: TemporaryDaemon?)?
        var hasFailed = false
        var manner = manner
        // The numbers of the lines, with which a line can be cancelled.
        var numbers: [String: Int] = [:]
        var lastNumber = 0
        /// When the lines of the last minute were posted, and how many lines were left out.
        var posted: Deque<ContinuousClock.Instant> = []
        var tooMany = 0
        func speak(_ line: String) async throws {
            let connection: Connection
            if let open {
                connection = open.0
            } else {
                let new = try await starting.connect()
                connection = new.0
                // Errors about the lines are not read.
                manner = try await Self.usable(manner, over: connection)
                try await connection.send(.hello(Hello(app: ClientIdentity.app, replies: .none)))
                open = new
            }
            let run = SpeechRun(text: line, attributes: manner)
            var announcement = Announcement(runs: [run], priority: .low, maxAge: Self.longestWait, allowRepeat: true)
            // The user can still read the line in the output.
            announcement.countsAsMissed = false
            posted.append(.now)
            lastNumber += 1
            numbers[line] = lastNumber
            if numbers.count > Self.mostNumbers { numbers = [line: lastNumber] }
            try await connection.send(.announcement(announcement), id: Self.id(ofLine: lastNumber))
        }
        for await line in output.chosen where !hasFailed {
            // No more lines than these can be heard before they are too old, and the first errors matter most.
            while let first = posted.first, first.duration(to: .now) > .seconds(Self.longestWait) { posted.removeFirst() }
            if posted.count >= Self.mostWaiting {
                tooMany += 1
                continue
            }
            do {
                do {
                    try await speak(line)
                } catch Connection.Failure.lost where open != nil && starting.wav == nil {
                    // The daemon has ended; another may be running. (A daemon for this command alone would empty the file.)
                    open = nil
                    try await speak(line)
                }
            } catch {
                CommandError(error)?.report()
                open = nil
                hasFailed = true
            }
        }
        // The report on the command's end repeats this line.
        if let open, let line = await reason(), let number = numbers[line] {
            try? await open.0.send(.cancel(.id(Self.id(ofLine: number))), id: Self.id(ofLine: number) + " again")
        }
        if starting.wav == nil, let former = open, !(await ping(former.0)) { open = nil }
        return (open, manner, tooMany, hasFailed)
    }

    private static let mostNumbers = 1000
    /// Fewer than the daemon lets wait for one client (Q11).
    private static let mostWaiting = 200

    private static func id(ofLine number: Int) -> String { "announce-\(getpid())-line-\(number)" }

    /// Sends the daemon a ping on a connection, which receives all replies from now on.
    /// - Returns: whether the daemon answers.
    private func ping(_ connection: Connection) async -> Bool {
        do {
            try await connection.send(.hello(Hello(app: ClientIdentity.app)))
            try await connection.expectAnswer(from: starting.client.daemon.path)
            return true
        } catch {
            return false
        }
    }

    /// Speaks how the command ended, before lines that still wait. Prints the reason if that can't be heard.
    private func report(_ text: String, _ manner: SpeechAttributes, over open: (Connection, own: TemporaryDaemon?)?) async {
        do {
            try await speak(text, manner, over: open)
        } catch {
            CommandError(error)?.report()
        }
    }

    private func speak(_ text: String, _ manner: SpeechAttributes, over open: (Connection, own: TemporaryDaemon?)?) async throws {
        let open = if let open { open } else { try await starting.connect() }
        var manner = manner
        if speech.language == nil { manner.language = language }
        func speak(_ manner: SpeechAttributes) async throws {
            try await Say.speak(
                // The ends of several commands are a series (Q19).
                Announcement(
                    runs: [SpeechRun(text: text, attributes: manner)], priority: priority, group: "ends of commands", continues: true,
                    allowRepeat: true),
                // In a service, the temporary daemon would end with this command.
                untilHeard: open.own != nil, through: starting, over: open)
        }
        do {
            try await speak(manner)
        } catch Connection.Failure.refused(let error) where manner.voice != nil || manner.language != nil {
            // No daemon was running that could have been queried before.
            StandardError.print("announce: \(error.message); the usual voice speaks")
            (manner.voice, manner.language) = (nil, nil)
            try await speak(manner)
        }
    }
}
