import Messages
import SSML

/// A client's markup.
enum SSMLTarget {
    static func read(_ input: [UInt8]) {
        let document = String(decoding: input, as: UTF8.self)
        let left = BrokenMarkup.text(of: document)
        check(left.utf8.count <= document.utf8.count, "longer without its tags: \(left)")
        for attributes in [SpeechAttributes(), SpeechAttributes(language: "en", rate: 175, pitch: 50, volume: 100)] {
            guard let runs = SSMLDocument.runs(of: document, attributes: attributes) else { continue }
            check(runs.count <= SSMLDocument.mostRuns, "\(runs.count) runs")
            for run in runs { checkRanges(of: run) }
            if !document.contains(where: { "<&".contains($0) }) { checkWords(of: runs, document) }
        }
    }

    private static func checkRanges(of run: SpeechRun) {
        let manner = run.attributes
        check(!run.isSSML, "markup is left: \(run)")
        check(!run.text.utf8.contains(0), "a NUL: \(run)")
        check(manner.rate.map(SpeechAttributes.rateRange.contains) ?? true, "a rate out of its range: \(run)")
        check(manner.rateFactor.map((0.05...20).contains) ?? true, "a rate out of its range: \(run)")
        for percent in [manner.pitch, manner.volume] {
            check(percent.map(SpeechAttributes.percentRange.contains) ?? true, "a percentage out of its range: \(run)")
        }
        check(run.pause.map((0...60).contains) ?? true, "a pause out of its range: \(run)")
    }

    /// Checks that every word of a text without markup is spoken.
    private static func checkWords(of runs: [SpeechRun], _ document: String) {
        // A mark after white space forms one character with it.
        func words(_ text: String) -> [String] {
            text.unicodeScalars.split { " \n\r\t".unicodeScalars.contains($0) }.map { String($0) }
        }
        let said = runs.flatMap { words($0.text) }
        check(said == words(document), "\(document) is said as \(said)")
    }
}
