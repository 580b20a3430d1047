/// A session of clients that both servers are sent, and the answers in which they may differ.
///
/// Each line is what the first client sends; the next one is sent when it is answered. But:
///
///     2: SPEAK                 is sent by the second client
///     await begin m1           waits for that event of the script's first message
///     during m1                runs the script again if the first message has been heard to its end already
///     await closed             waits until the server ends the connection
///     close                    ends the connection
///
/// A difference, with its reason, follows the line. `events` is not sent; it stands for the client's events, which are always compared.
///
///     SET self VOLUME 101 ≠ 413 ERR VOLUME TOO HIGH # why      announced's own answer; speech-dispatcher has another
///     events ~ begin m1, end m1 # why                          announced's answer; speech-dispatcher's varies
///
/// `\xFF` is a byte, `$1` the first client's number.
struct SSIPScript: Sendable {
    struct Step: Sendable {
        var client: Int
        var line: String
    }

    /// The subject of a comparison: the reply to a step, or a client's events.
    enum Key: Hashable, Sendable {
        case step(Int)
        case events(ofClient: Int)
    }

    /// An answer of announced that may differ from speech-dispatcher's.
    struct Difference: Sendable {
        var own: String
        /// Whether speech-dispatcher's answer varies, so that it may also be the same.
        var varies: Bool
    }

    /// How a client's events are compared.
    enum Events: Sendable {
        case all
        /// Which messages were heard, in order, and which were not. Whether one that is cut has begun is a matter of time.
        case outcomes

        func summary(of events: [String]) -> String {
            switch self {
            case .all: events.joined(separator: ", ")
            case .outcomes:
                (events.filter { $0.hasPrefix("end") } + events.filter { $0.hasPrefix("cancel") }.sorted()).joined(separator: ", ")
            }
        }
    }

    /// An error: a message has ended before what should come during it.
    struct TooLate: Error {}

    /// An error: a reply or an event did not come.
    struct Unanswered: Error {
        let description: String
    }

    let name: String
    let events: Events
    private(set) var steps: [Step] = []
    private(set) var differences: [Key: Difference] = [:]

    init(_ name: String, events: Events = .all, _ text: String) {
        self.name = name
        self.events = events
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var (line, difference) = Self.parts(line)
            var client = 1
            if let number = line.first?.wholeNumberValue, line.dropFirst().hasPrefix(": ") { (client, line) = (number, line.dropFirst(3)) }
            if line == "events" {
                differences[.events(ofClient: client)] = difference
            } else {
                differences[.step(steps.count)] = difference
                steps.append(Step(client: client, line: String(line)))
            }
        }
    }

    private static func parts(_ line: Substring) -> (line: Substring, Difference?) {
        for (sign, varies) in [(" ≠ ", false), (" ~ ", true)] {
            guard let place = line.firstRange(of: sign) else { continue }
            let rest = line[place.upperBound...]
            guard let reason = rest.firstRange(of: " # ") else { fatalError("no reason in \(line)") }
            return (line[..<place.lowerBound], Difference(own: String(rest[..<reason.lowerBound]), varies: varies))
        }
        return (line, nil)
    }
}
