package import Messages

extension Announcement {
    /// T10: Replaces each run of SSML by plain runs. Broken SSML, and SSML with too many runs, is read as plain text, with a warning.
    package mutating func readMarkup(warnings: inout [Warning]) {
        guard runs.contains(where: \.isSSML) else { return }
        isFromMarkup = true
        var plain: [SpeechRun] = []
        for (index, run) in runs.enumerated() {
            let room = Self.mostRuns - plain.count - (runs.count - index - 1)
            if run.isSSML, let parsed = SSMLDocument.runs(of: run.text, attributes: run.attributes), parsed.count <= room {
                plain += parsed
                continue
            }
            if run.isSSML, warnings.count < Reply.mostWarnings {
                warnings.append(Warning(.adjusted, "runs[\(index)].ssml: broken SSML; the text is read as it is (T10)"))
            }
            plain.append(run)
            plain[plain.count - 1].isSSML = false
        }
        runs = plain
    }
}

extension Request {
    /// T10: Reads the markup of an announcement.
    package mutating func readMarkup(warnings: inout [Warning]) {
        guard case .announcement(var announcement) = self else { return }
        announcement.readMarkup(warnings: &warnings)
        self = .announcement(announcement)
    }
}
