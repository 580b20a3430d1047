package import Messages
import SSML

extension Announcement {
    /// T10, T22: Replaces each run of SSML or Markdown by plain runs. Broken SSML, and markup that exceeds a limit, is read as plain text,
    /// with a warning.
    package mutating func readMarkup(warnings: inout [Warning]) {
        guard format == .markdown || runs.contains(where: \.isSSML) else { return }
        isFromMarkup = true
        var plain: [SpeechRun] = []
        for (index, run) in runs.enumerated() {
            let room = Self.mostRuns - plain.count - (runs.count - index - 1)
            guard run.isSSML || format == .markdown && run.ipa == nil && run.icon == nil else {
                plain.append(run)
                continue
            }
            let parsed =
                run.isSSML
                ? SSMLDocument.runs(of: run.text, attributes: run.attributes)
                : MarkdownDocument.runs(of: run.text, attributes: run.attributes, readsCode: readsCode)
            if let parsed, parsed.count <= room {
                for var part in parsed {
                    part.context = run.context
                    plain.append(part)
                }
                continue
            }
            if warnings.count < Reply.mostWarnings {
                let problem =
                    run.isSSML
                    ? "runs[\(index)].ssml: broken SSML; the text is read as it is (T10)"
                    : "format: the Markdown is nested too deep, or has too many parts; the text is read as it is (T22)"
                warnings.append(Warning(.adjusted, problem))
            }
            plain.append(run)
            plain[plain.count - 1].isSSML = false
        }
        runs = plain
        (format, readsCode) = (.text, false)
    }
}

extension Request {
    /// T10, T22: Reads the markup of an announcement.
    package mutating func readMarkup(warnings: inout [Warning]) {
        guard case .announcement(var announcement) = self else { return }
        announcement.readMarkup(warnings: &warnings)
        self = .announcement(announcement)
    }
}
