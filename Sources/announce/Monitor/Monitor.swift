import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import SpeechQueue
import UnixSocket

/// Shows what is posted, spoken and cut, and why, as it happens.
///
/// Uses one thread and one `poll`, so that only events wake it. It reads no more than it can print: a slow reader costs the daemon nothing,
/// until the daemon drops it because too much is unread.
struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Show what is posted, spoken and cut, and why, until Ctrl-C.",
        discussion: """
            Each line shows the time of day, the client, the utterance's class, the event, the request's id (for `announce explain`), the \
            text and the decision with its rule. Texts over 200 characters are shortened. With --json, lines are the protocol's events, \
            complete, with a "time". Without filters, everything is shown; several of one kind show what matches any of them.

            When the daemon ends, so does the monitor, with 74; with --reconnect, it waits for the next one. If its output is read too \
            slowly, it says so and ends: events are never left out silently.

            With --record, what clients send is written to FILE, as `announced replay` reads it, and nothing is shown. What is typed in \
            secure text fields is masked. --redact replaces all texts by others of the same length, with x for letters and 0 for digits, \
            different ones for different texts; names and ids remain. FILE must not exist yet. What was on the screens before is unknown: \
            begin before the app does.

            EXAMPLES
              announce monitor
              announce monitor --record session.jsonl --redact
              announce monitor --client org.example.mail --class high --class default
              announce monitor --json --event finished | jq -r .text

            EXIT CODES
              0 no one reads the output, 64 usage, 69 no daemon, 73 FILE can't be written,
              74 the daemon ended or dropped it, 130 ended by Ctrl-C
            """)

    @Option(help: ArgumentHelp("Show only this client's events (repeatable).", valueName: "name")) var client: [String] = []
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "Show only this class: \(UtteranceClass.allCases.map(\.name).joined(separator: ", ")) (repeatable).", valueName: "class"))
    var classes: [UtteranceClass] = []
    @Option(help: ArgumentHelp("Show only this event (repeatable).", valueName: "event")) var event: [SubscribedEvent] = []
    @Flag(help: "Print one JSON object per line.") var json = false
    @Flag(help: "Wait for a daemon, and for the next one when it ends.") var reconnect = false
    @Option(
        help: ArgumentHelp("Write what clients send to this new file, for `announced replay`.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var record: String?
    @Flag(help: "With --record: replace all texts by others of the same length.") var redact = false
    @OptionGroup var daemon: SocketOption

    /// A request's result is already shown by the events of its utterances.
    private static let usual = Set(SubscribedEvent.allCases).subtracting([.received, .settled])

    func validate() throws {
        guard record != nil else {
            if redact { throw ValidationError("--redact: expected --record FILE too") }
            return
        }
        if json || reconnect || !classes.isEmpty || !event.isEmpty {
            throw ValidationError("--record: expected no other option than --client, --redact and --socket")
        }
    }

    func run() throws {
        if let record {
            var source = try EventSource.open(daemon.path, of: [.received])
            var recording = try Recording(record, redacts: redact)
            StandardError.print("announce: recording what clients of \(daemon.path) send in \(record), until Ctrl-C")
            while let (event, _) = source.next() {
                if client.isEmpty || client.contains(event.client) { try recording.add(event) }
            }
            return try ended()
        }
        StandardOutput.expectOpen()
        var isFirst = true
        while true {
            do {
                let source = try EventSource.open(daemon.path, of: event.isEmpty ? Self.usual : Set(event))
                StandardError.print("announce: watching announced at \(daemon.path)")
                isFirst = false
                show(source)
                try ended()
            } catch Connection.Failure.lost {
                try ended()
            } catch Connection.Failure.noDaemon where reconnect {
                if isFirst { StandardError.print("announce: no daemon listens at \(daemon.path); waiting for one") }
                isFirst = false
            }
            sleep(1)
        }
    }

    /// Prints events until the connection ends.
    private func show(_ source: consuming EventSource) {
        let colors = TerminalColors()
        while let (event, moment) = source.next() {
            guard client.isEmpty || client.contains(event.client),
                classes.isEmpty || classes.contains(where: { $0.name == event.class })
            else { continue }
            let time = TimeOfDay(moment)
            StandardOutput.print(json ? ServerLine.json(of: event, time: time.internet) : EventLine(event).text(at: time.clock, colors))
        }
    }

    /// Reports the end of the connection.
    private func ended() throws {
        if let record { StandardError.print("announce: \(record) is complete up to here") }
        let isThere = (try? UnixSocket(to: daemon.path)) != nil
        let why = isThere ? "the daemon closed the connection because events were read too slowly; some are lost" : "the daemon ended"
        StandardError.print("announce: \(why)\(reconnect ? "; trying again" : "")")
        if !reconnect { throw Exit.lost }
    }
}

extension SubscribedEvent: ExpressibleByArgument {}
extension UtteranceClass: ExpressibleByArgument {
    public init?(argument: String) {
        guard let known = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = known
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }
}
