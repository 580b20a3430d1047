import Messages
import Narration
import SpeechQueue

// `history` and `explain`: the decisions in human-readable form.
extension Conductor {
    /// Returns the latest utterances. If their texts are too long for one line of the protocol, each is shortened.
    func historyEntries(_ count: Int) -> [HistoryEntry] {
        let records = history.latest(count)
        let sizes = records.map { $0.text.mostBytesInJSON + $0.name.mostBytesInJSON + $0.client.mostBytesInJSON + 128 }
        let isMuch = sizes.reduce(0, +) > Self.longestTexts
        return records.map { entry($0, longestText: isMuch ? 300 : .max) }
    }

    private func entry(_ record: History.Record, longestText: Int) -> HistoryEntry {
        HistoryEntry(
            at: record.at - identity.started, id: record.name, client: record.client, class: record.class?.name ?? "",
            text: record.text.shortened(toBytes: longestText),
            reason: record.steps.last { $0.event == .finished }?.reason, rule: record.steps.last?.rule?.rawValue)
    }

    /// Returns why the newest utterance with that id was spoken, waited or was dropped.
    /// - Parameter name: the id; nil: the last utterance from which nothing was heard.
    func explanation(of name: String?) throws(Refusal) -> Explanation {
        let found = if let name { history.record(named: name) } else { history.lastSilent(isHeldUp: queue.isPaused || delivery.isOut) }
        guard let record = found else {
            throw name.map { .unknownUtterance($0, most: HistoryEntry.mostRemembered) } ?? .nothingSilent(most: HistoryEntry.mostRemembered)
        }
        let events = record.steps.compactMap { step -> TraceEvent? in
            guard let event = step.event else { return nil }
            var trace = TraceEvent(
                at: step.at - identity.started, event: event, id: record.name, cause: record.cause, client: record.client,
                class: record.class?.name,
                text: record.class == nil ? nil : record.text, successful: event == .finished ? step.reason == .spoken : nil,
                reason: step.reason, rule: step.rule?.rawValue)
            trace.shorten(toBytes: Self.longestInEvents)
            return trace
        }
        return Explanation(id: record.name, steps: steps(about: record), events: events)
    }

    private func steps(about record: History.Record) -> [Explanation.Step] {
        func step(_ moment: Instant, _ text: String) -> Explanation.Step { .init(at: moment - identity.started, text: text) }
        let who = record.client.isEmpty ? "a client" : record.client
        guard let kind = record.class else {
            return [step(record.at, "\(who) posted \(record.name); nothing was spoken: \(Self.why(record.steps.first?.rule)).")]
        }
        let text = record.text.mostBytesInJSON > Self.longestTexts ? record.text.shortened(toBytes: Self.longestInEvents) : record.text
        var steps = [step(record.at, "\(who) posted \(record.name), “\(text)”, of class \(kind.name).")]
        var waitingSince: Instant? = record.at
        /// The words for the wait, if the utterance was held.
        var heldFor: String?
        for decision in record.steps {
            switch decision.kind {
            case .voiceLost: steps.append(step(decision.at, "the voice that was speaking it ended, or did not answer."))
            case .spokenAgain: steps.append(step(decision.at, "it was spoken again, from the sentence that was not heard to its end."))
            case .event(.started):
                let waited = waitingSince.map { decision.at - $0 } ?? 0
                let what = heldFor ?? "its turn"
                let wait = waited >= 0.1 ? " after it had waited \(Self.seconds(waited)) for \(what)" : ""
                heldFor = nil
                steps.append(step(decision.at, "it began to be heard\(wait)."))
                waitingSince = nil
            case .event(.cut):
                let cutter = decision.by.map { $0 == record.name ? "" : " by \($0)" } ?? ""
                steps.append(step(decision.at, "it was cut\(cutter): \(Self.why(decision.rule))."))
                waitingSince = decision.at
            case .event(.held):
                heldFor = decision.rule == .O5 ? "its client's pause to end" : "the media session's end"
                steps.append(step(decision.at, "it was held: \(Self.why(decision.rule))."))
            case .event(.refused): steps.append(step(decision.at, "it was merged with the same text: \(Self.why(decision.rule))."))
            case .event(.finished):
                steps.append(step(decision.at, "it ended, \(decision.reason?.rawValue ?? ""): \(Self.why(decision.rule))."))
            case .event: break
            }
        }
        if !record.steps.contains(where: { $0.event == .finished }) {
            let isSpoken = queue.speaking?.name == record.name
            let isHeard = delivery.device.state != .unavailable
            steps.append(.init(text: !isSpoken ? "It waits." : isHeard ? "It is being spoken." : "It waits for the sound device."))
        }
        return steps
    }

    /// The maximum length of a text in each event of an explanation, in bytes. The first step contains the whole text.
    private static let longestInEvents = 1000
    /// The maximum length of all texts in one line of the protocol, in bytes.
    private static let longestTexts = 400 << 10

    private static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(fraction) s"
    }

    private static func why(_ rule: Rule?) -> String {
        guard let rule else { return "no rule prevents it" }
        return "\(rule.sentence) (\(rule.rawValue))"
    }
}
