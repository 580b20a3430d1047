import ArgumentParser
import Messages

/// The outcome of all lines.
struct PipeOutcome {
    private var isRefused = false
    private var isFailed = false
    private var isNotHeard = false
    /// Warnings already printed, so that they are not repeated with every line.
    private var warnings: Set<Warning> = []

    var exitCode: ExitCode? { isRefused ? Exit.refused : isFailed ? Exit.failed : isNotHeard ? Exit.notHeard : nil }

    /// Prints new warnings, at most a hundred different ones.
    mutating func warn(_ reported: [Warning]) {
        for warning in reported where warnings.count < 100 && warnings.insert(warning).inserted {
            StandardError.print(warnings: [warning])
        }
    }

    mutating func refuse(_ message: String) {
        isRefused = true
        StandardError.print("announce: \(StandardOutput.visible(message))")
    }

    /// Notes an announcement's outcome, and reports one that was not heard. Being superseded by a newer one is normal.
    mutating func finished(_ did: AnnouncementDidFinish) {
        // A line with nothing speakable counts as blank.
        guard !did.successful, did.reason != .superseded, did.reason != .unspeakable else { return }
        notHeard(did.reason, of: did.text)
    }

    /// Notes how a last value ended, and reports one that was not heard.
    mutating func finished(_ settled: TraceEvent, of value: String) {
        guard settled.successful == false, let reason = settled.reason, reason != .unspeakable else { return }
        notHeard(reason, of: value)
    }

    /// Notes how a message's speech ended, and reports only failures, because messages may cut each other.
    mutating func finished(_ request: FollowedRequest) {
        guard let reason = request.outcome?.reason ?? request.settled?.reason, reason.isFault else { return }
        notHeard(reason, of: request.outcome?.text ?? request.id)
    }

    private mutating func notHeard(_ reason: FinishReason, of text: String) {
        if reason.isFault { isFailed = true } else { isNotHeard = true }
        let text = text.count > 60 ? "\(text.prefix(60))…" : text
        StandardError.print("announce: not heard: \(reason.sentenceWithCode): \(StandardOutput.visible(text))")
    }
}
