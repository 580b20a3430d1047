import AnnounceProtocol
import JSONLines
package import Messages

/// The expected trace of a replay, as written by an earlier replay.
package struct ExpectedTrace: Sendable {
    /// After this many differences, the remaining ones are mostly consequences.
    static let mostDifferences = 20
    /// How many events of both traces are compared to find missing and added ones.
    private static let window = 500
    private static let longestText = 60

    private let file: String
    private var events: [(line: Int, event: TraceEvent)] = []

    /// - Parameters:
    ///   - bytes: JSON Lines; empty lines are skipped.
    ///   - file: The trace's name in mistakes and differences.
    package init(_ bytes: [UInt8], file: String) throws(ReplayInput.Mistakes) {
        self.file = file
        var events: [(line: Int, event: TraceEvent)] = []
        try ReplayInput.read(bytes, file: file, longest: ServerLine.maximumLength) { line, number in
            do throws(JSONLineError) {
                events.append((number, try ServerLine.event(from: line)))
                return nil
            } catch {
                return error.description
            }
        }
        self.events = events
    }

    /// Returns a line for each difference, in order of time; none if the traces are equal. Describes up to ``mostDifferences``.
    package func differences(from trace: [TraceEvent]) -> [String] {
        var found: [String] = []
        var expected = events[...]
        var actual = trace[...]
        while !expected.isEmpty || !actual.isEmpty {
            if let first = expected.first, let second = actual.first, Fields(first.event) == Fields(second) {
                expected.removeFirst()
                actual.removeFirst()
                continue
            }
            if found.count >= Self.mostDifferences { return found.prefix(Self.mostDifferences) + ["… and more"] }
            compare(&expected, &actual, &found)
        }
        return found.count > Self.mostDifferences ? found.prefix(Self.mostDifferences) + ["… and more"] : found
    }

    /// Describes and removes the differences in the next events of both traces, as far as it is certain which events belong together.
    private func compare(
        _ expected: inout ArraySlice<(line: Int, event: TraceEvent)>, _ actual: inout ArraySlice<TraceEvent>, _ found: inout [String]
    ) {
        let (old, new) = (Array(expected.prefix(Self.window)), Array(actual.prefix(Self.window)))
        let changes = new.map(Subject.init).difference(from: old.map { Subject($0.event) })
        var (missing, added): (Set<Int>, Set<Int>) = ([], [])
        for change in changes {
            switch change {
            case .remove(let place, _, _): missing.insert(place)
            case .insert(let place, _, _): added.insert(place)
            }
        }
        // After the last pair, the partner may be outside the window.
        let isAll = old.count == expected.count && new.count == actual.count || missing.count == old.count
        let lastOld = isAll ? old.count : (old.indices.last { !missing.contains($0) } ?? 0) + 1
        let lastNew = isAll ? new.count : (new.indices.last { !added.contains($0) } ?? 0) + 1
        var (one, other) = (0, 0)
        while one < lastOld || other < lastNew {
            if one < lastOld, missing.contains(one) {
                found.append("\(file):\(old[one].line): \(Self.describe(old[one].event)): is missing")
                one += 1
            } else if other < lastNew, added.contains(other) {
                let place =
                    one < old.count ? "\(old[one].line): unexpected before this line," : "\(events.last?.line ?? 1): unexpected at the end,"
                found.append("\(file):\(place) \(Self.describe(new[other]))")
                other += 1
            } else {
                let (before, now) = Fields(old[one].event).differences(from: Fields(new[other]))
                if !before.isEmpty {
                    found.append(
                        "\(file):\(old[one].line): \(Self.describe(old[one].event)): expected \(before.joined(separator: ", ")); came "
                            + now.joined(separator: ", "))
                }
                one += 1
                other += 1
            }
        }
        expected = expected.dropFirst(lastOld)
        actual = actual.dropFirst(lastNew)
    }

    /// The subject of an event. Events with equal subjects belong together, although their times, rules and results may differ.
    private struct Subject: Hashable {
        var event: SubscribedEvent
        var client: String
        var words: [String?]

        init(_ event: TraceEvent) {
            self.event = event.event
            client = event.client
            words = [event.class, event.text, event.element, event.earcon?.rawValue, event.session?.session]
        }
    }

    /// The names and values of the fields that can differ between two events with the same subject.
    private struct Fields: Equatable {
        var subject: Subject
        var values: [String: String]

        init(_ event: TraceEvent) {
            subject = Subject(event)
            let session = event.session
            let all = [
                "at": seconds(event.at), "rule": event.rule, "reason": event.reason?.rawValue, "id": event.id, "cause": event.cause,
                "successful": event.successful.map { "\($0)" }, "mode": session?.mode.rawValue, "change": session?.change.rawValue,
                "end": session?.reason?.rawValue, "lease": session?.lease.map(seconds),
            ]
            values = all.compactMapValues { $0 }
        }

        /// Returns the fields that differ: their values here, and in `other`.
        func differences(from other: Fields) -> (here: [String], there: [String]) {
            let order = ["at", "rule", "reason", "successful", "change", "mode", "end", "lease", "id", "cause"]
            let names = order.filter { values[$0] != other.values[$0] }
            func words(_ values: [String: String]) -> [String] { names.map { name in "\(name) \(values[name] ?? "none")" } }
            return (words(values), words(other.values))
        }
    }

    /// Returns an event in readable form: `at 1.5 s: cut (Q2) "one two" of mail`.
    private static func describe(_ event: TraceEvent) -> String {
        let subject = event.text ?? event.element ?? event.session?.session ?? event.earcon?.rawValue
        let words = [
            "at \(seconds(event.at)) s: \(event.event.rawValue)", event.rule.map { "(\($0))" },
            subject.map { "\($0.count > longestText ? "\($0.prefix(longestText))…" : $0)".debugDescription }, "of \(event.client)",
        ]
        return words.compactMap { $0 }.joined(separator: " ")
    }
}

/// Returns seconds as in a trace: to the millisecond.
private func seconds(_ seconds: Double) -> String {
    let text = "\((seconds * 1000).rounded() / 1000)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
