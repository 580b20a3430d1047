import AnnounceProtocol
import Configuration
import Messages
import Testing

@testable import Replay

// Tests of the rules as tables: events in, the whole trace out, through the same conductor as the daemon's.

/// Replays `events` and expects exactly this trace.
///
///     try expectTrace(
///         """
///         {"at":0,"type":"announcement","text":"one two three"}
///         {"at":1,"type":"announcement","text":"four","id":"x"}
///         """,
///         """
///         0    started   1  default "one two three"
///         1    cut       1  Q2
///         1    finished  1  interrupted Q2
///         1    started   x  default "four"
///         2    finished  x  spoken D2
///         """)
///
/// - Parameters:
///   - events: lines as `announced replay` reads them; each word of what is spoken takes `secondsPerWord`.
///   - trace: lines as ``ReplayTable/describe(_:)`` makes them; how much white space stands between two words does not matter, and lines
///     that are empty or begin with `#` do not count.
///   - remarks: the remarks for the author of the events; not compared if nil.
///   - secondsPerWord: 1, so that times are easy to count.
///   - configuration: TOML, over the defaults.
func expectTrace(
    _ events: String, _ trace: String, remarks: [String]? = nil, secondsPerWord: Double = 1, configuration: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let table = try ReplayTable(events, secondsPerWord: secondsPerWord, configuration: configuration)
    let expected = trace.split(separator: "\n").map(ReplayTable.normalized).filter { !$0.isEmpty && !$0.hasPrefix("#") }
    let found = table.lines.map(ReplayTable.normalized)
    let difference = expected.difference(from: found).map { change in
        switch change {
        case .insert(_, let line, _): "  missing: \(line)"
        case .remove(_, let line, _): "  unexpected: \(line)"
        }
    }
    #expect(
        found == expected, "the trace is\n\(table.lines.joined(separator: "\n"))\n\(difference.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
    if let remarks { #expect(table.remarks == remarks, sourceLocation: sourceLocation) }
}

/// A replay, and its trace as lines that people can read.
struct ReplayTable {
    let outcome: Replay.Outcome

    init(_ events: String, secondsPerWord: Double = 1, configuration: String = "") throws {
        let settings = ConfigurationFile.configuration(
            from: configuration, file: "config.toml", defaults: Configuration(language: "en")
        ).configuration
        let input = try ReplayInput(Array(events.utf8), file: "events.jsonl")
        outcome = try Replay.run(input, configuration: settings, voice: WordPacedVoice(secondsPerWord: secondsPerWord))
    }

    /// The trace, a line an event.
    var lines: [String] { Self.describe(outcome.trace) }

    /// The trace as `announced replay` writes it.
    var json: [String] { outcome.trace.map(\.jsonText) }

    /// The trace as `announced replay --timeline` draws it.
    func picture(_ name: String) -> String { TimelinePicture(of: outcome.trace, name: name).svg }

    var remarks: [String] { outcome.remarks.map(\.description) }

    /// A line for each event: the second, the event, the id (behind its client and a slash, unless that is `a`), and what else there is, in
    /// this order: class, text in quotation marks, element, earcon, session, reason, rule. The class and the text stand where an utterance is
    /// mentioned for the first time, and where it starts.
    static func describe(_ trace: [TraceEvent]) -> [String] {
        var mentioned: Set<[String?]> = []
        return trace.map { event in
            let isNew = mentioned.insert([event.client, event.id, event.class, event.text]).inserted
            var words = [seconds(event.at), event.event.rawValue, (event.client == "a" ? "" : "\(event.client)/") + event.id]
            if isNew || event.event == .started {
                words += [event.class, event.text.map { "\"\($0)\"" }].compactMap { $0 }
            }
            if let element = event.element { words.append("element=\(element)") }
            if let earcon = event.earcon { words.append(earcon.rawValue) }
            if let session = event.session {
                words += [session.session, session.mode.rawValue, session.change.rawValue, session.reason?.rawValue].compactMap { $0 }
                if let lease = session.lease { words.append("lease=\(seconds(lease))") }
            }
            words += [event.reason?.rawValue, event.rule].compactMap { $0 }
            return words.joined(separator: " ")
        }
    }

    /// With one space between words.
    static func normalized(_ line: some StringProtocol) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// To the millisecond, without what is zero at its end.
    private static func seconds(_ seconds: Double) -> String {
        let text = "\((seconds * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
