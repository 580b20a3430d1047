import AnnounceClient
import AnnounceProtocol
public import ArgumentParser
import Glibc
import Messages
import SpeechQueue
import System

/// Shows what is posted, spoken and cut, and why, while it happens.
///
/// Uses one thread and one `poll`, so that only events wake it. Reads no more than it can print: if the reader is slow, the daemon drops
/// and counts the oldest events, and has no other cost.
struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Show what is posted, spoken and cut, and why, until Ctrl-C.",
        discussion: """
            Each line shows the time of day, the client, the utterance's class, the event, the request's id (for `announce explain`), the \
            text and the decision with its rule. Texts over 200 characters are shortened. With --json, each line is a complete event of \
            the protocol, with a "time". Without filters, shows every event except `received` and `settled`; several filters of one kind \
            show events that match any of them.

            If no daemon is running, waits for one, and when a daemon ends, for the next; with --no-reconnect, exits instead. Waiting does \
            not start a stopped service. If the output is read too slowly, reports how many events are missing: events are never left out \
            silently.

            With --record, writes the clients' requests to FILE, for `announced replay`, and shows nothing. Text typed in secure text \
            fields is masked. FILE must not exist yet. Screens shown earlier are unknown, so start recording before the app starts.

            EXAMPLES
              announce monitor
              announce monitor --record session.jsonl
              announce monitor --client org.example.mail --class high --class default
              announce monitor --json --event finished | jq -r .text
              announce monitor --no-reconnect || echo "The daemon has ended"

            EXIT CODES
              0 the output has no reader, 64 usage, 73 FILE can't be written, 130 ended by
              Ctrl-C; with --no-reconnect: 69 no daemon, 74 the daemon ended or dropped it
            """)

    @Option(help: ArgumentHelp("Show only this client's events (repeatable).", valueName: "name")) var client: [String] = []
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "Show only this class: \(UtteranceClass.allCases.map(\.name).joined(separator: ", ")) (repeatable).", valueName: "class"))
    var classes: [UtteranceClass] = []
    @Option(help: ArgumentHelp("Show only this event (repeatable).", valueName: "event")) var event: [SubscribedEvent] = []
    @Flag(help: "Print one JSON object per line.") var json = false
    @Flag(help: "Exit if there is no daemon or it ends, instead of waiting for the next one.") var noReconnect = false
    @Option(
        help: ArgumentHelp("Write the clients' requests to this new file, for `announced replay`.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var record: String?
    @OptionGroup var daemon: SocketOption

    /// A request's result is already shown by the events of its utterances.
    private static let usual = Set(SubscribedEvent.allCases).subtracting([.received, .settled])

    func validate() throws {
        if record != nil, json || !classes.isEmpty || !event.isEmpty {
            throw ValidationError("--record: expected no other option than --client, --no-reconnect and --socket")
        }
    }

    func run() throws {
        let isRecording = record != nil
        if !isRecording { StandardOutput.expectOpen() }
        let events: Set<SubscribedEvent> = isRecording ? [.received] : event.isEmpty ? Self.usual : Set(event)
        // Watch before the first attempt, so that no socket is missed.
        var next = NextDaemon(at: daemon.path)
        var recording: Recording?
        // Whether the user was informed that the command waits for a daemon.
        var isKnown = false
        while true {
            var isRefused = false
            do {
                var source = try EventSource.open(daemon.path, of: events, watchesOutput: !isRecording)
                next.didConnect()
                isKnown = true
                if let record {
                    if recording == nil { recording = try Recording(record) }
                    StandardError.print("announce: recording to \(record) what clients of \(daemon.path) send, until Ctrl-C")
                    while let (event, _) = source.next() {
                        if client.isEmpty || client.contains(event.client) { try recording?.add(event) }
                    }
                    try recording?.disconnectAll(at: source.uptime)
                } else {
                    StandardError.print("announce: watching announced at \(daemon.path)")
                    show(&source)
                }
                let isForgotten = source.isForgotten
                let isDropped = !isForgotten && source.isOutlived
                try reportEnd(isDropped: isDropped, connectsAgain: isForgotten || isDropped, lost: source.lost)
                if isForgotten || isDropped { continue }
            } catch Connection.Failure.lost {
                try reportEnd(isDropped: false, connectsAgain: false)
            } catch Connection.Failure.noDaemon(_, let code?) where !noReconnect && [ENOENT, ECONNREFUSED].contains(code) {
                isRefused = code == ECONNREFUSED
                if !isKnown {
                    if let record { recording = try Recording(record) }
                    StandardError.print("announce: no daemon listens at \(daemon.path); waiting for one")
                }
                isKnown = true
            }
            next.wait(isRefused: isRefused, watchesOutput: !isRecording)
        }
    }

    /// Prints events until the connection ends.
    private func show(_ source: inout EventSource) {
        let colors = TerminalColors()
        while let (event, moment) = source.next() {
            guard client.isEmpty || client.contains(event.client),
                classes.isEmpty || classes.contains(where: { $0.name == event.class })
            else { continue }
            let time = TimeOfDay(moment)
            if json {
                StandardOutput.print(json: ServerLine.json(of: event, time: time.internet))
            } else {
                StandardOutput.print(colored: EventLine(event).text(at: time.clock, colors))
            }
        }
    }

    /// Reports the end of the connection.
    /// - Parameter isDropped: whether the daemon still runs.
    /// - Parameter lost: the number of missing events.
    private func reportEnd(isDropped: Bool, connectsAgain: Bool, lost: Int = 0) throws {
        if let record, noReconnect {
            StandardError.print("announce: \(record) \(lost > 0 ? "lacks \(lost) requests" : "is complete up to here")")
        }
        let why = isDropped ? "the daemon closed the connection" : "the daemon ended"
        if noReconnect { throw CommandError(Exit.lost, why) }
        StandardError.print("announce: \(why)\(connectsAgain ? "; connecting again" : "; waiting for the next one")")
    }
}

extension SubscribedEvent: ExpressibleByArgument {}
extension UtteranceClass: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(named: argument)
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }
}
