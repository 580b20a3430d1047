import ArgumentParser
import Messages
import System

/// The outcome of all lines.
struct PipeOutcome {
    private var isRefused = false
    private var isFailed = false
    private var isNotHeard = false
    /// Warnings that were already printed, so that they are not repeated for every line.
    private var warnings: Set<Warning> = []

    var exitCode: ExitCode? { isRefused ? Exit.refused : isFailed ? Exit.failed : isNotHeard ? Exit.notHeard : nil }

    /// Prints new warnings, up to a hundred different ones.
    mutating func warn(_ reported: [Warning]) {
        for warning in reported where warnings.count < 100 && warnings.insert(warning).inserted {
            StandardError.print(warnings: [warning])
        }
    }

    mutating func refuse(_ message: String) {
        isRefused = true
        StandardError.print("announce: \(message)")
    }

    /// Records an announcement's outcome, and reports an announcement that was not heard. Being superseded by a newer one is normal.
    mutating func didFinish(_ did: AnnouncementDidFinish) {
        // A line with nothing speakable counts as blank.
        guard !did.successful, did.reason != .superseded, did.reason != .unspeakable else { return }
        reportNotHeard(did.reason, of: did.text)
    }

    /// Records how a last value ended, and reports a value that was not heard.
    mutating func didFinish(_ settled: TraceEvent, of value: String) {
        guard settled.successful == false, let reason = settled.reason, reason != .unspeakable else { return }
        reportNotHeard(reason, of: value)
    }

    /// Records how a message's speech ended, and reports only failures, because messages may cut each other.
    mutating func didFinish(_ request: FollowedRequest) {
        guard let reason = request.outcome?.reason ?? request.settled?.reason, reason.isFault else { return }
        reportNotHeard(reason, of: request.outcome?.text ?? request.id)
    }

    private mutating func reportNotHeard(_ reason: FinishReason, of text: String) {
        if reason.isFault { isFailed = true } else { isNotHeard = true }
        StandardError.print("announce: not heard: \(reason.sentenceWithCode): \(StandardOutput.shortened(text, to: 60))")
    }
}
