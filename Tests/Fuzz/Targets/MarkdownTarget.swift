import Markdown
import Messages

/// A client's Markdown.
enum MarkdownTarget {
    static func read(_ input: [UInt8]) {
        let document = String(decoding: input, as: UTF8.self)
        for readsCode in [false, true] {
            guard let runs = MarkdownDocument.runs(of: document, attributes: SpeechAttributes(), readsCode: readsCode) else { continue }
            check(runs.count <= Announcement.mostRuns, "\(runs.count) runs")
            for run in runs { checkRanges(of: run) }
            check(!readsCode || runs.allSatisfy { $0.codeLines == nil }, "code that is not read: \(runs)")
            if document.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || " \n.,".unicodeScalars.contains($0) }) {
                checkWords(of: runs, document)
            }
        }
    }

    private static func checkRanges(of run: SpeechRun) {
        let manner = run.attributes
        check(manner.rateFactor.map((0.05...20).contains) ?? true, "a rate out of its range: \(run)")
        check(manner.pitch.map(SpeechAttributes.percentRange.contains) ?? true, "a pitch out of its range: \(run)")
        check(run.pause.map((0...60).contains) ?? true, "a pause out of its range: \(run)")
        check(run.codeLines.map { $0 > 0 } ?? true, "code without lines: \(run)")
    }

    /// Checks that every word of a text without markup is spoken.
    private static func checkWords(of runs: [SpeechRun], _ document: String) {
        func words(_ text: String) -> [String] {
            text.unicodeScalars.split { !$0.properties.isAlphabetic }.map { String($0) }
        }
        let said = runs.flatMap { words($0.text) }
        check(said == words(document), "\(document) is said as \(said)")
    }
}
