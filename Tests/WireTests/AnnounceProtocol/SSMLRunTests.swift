import AnnounceProtocol
import Markdown
import Messages
import Testing

@Suite struct SSMLRunTests {
    private static func read(_ runs: String, _ more: String = "") throws -> (runs: [SpeechRun], warnings: [Warning]) {
        var line = try RequestLine(line: Array(#"{"type":"announcement","runs":[\#(runs)]\#(more)}"#.utf8))
        line.request.readMarkup(warnings: &line.warnings)
        guard case .announcement(let announcement) = line.request else { return ([], []) }
        return (announcement.runs, line.warnings)
    }

    @Test("T10: a run of SSML is several plain ones, in its own manner and the announcement's")
    func expanded() throws {
        let (runs, warnings) = try Self.read(
            #"{"text":"One"},{"text":"<p>two</p><break time='1s'/><mark name='m'/>three","ssml":true,"pitch":20},{"text":"<b>","ssml":false}"#,
            #","rate":200"#)
        let manner = SpeechAttributes(rate: 200, pitch: 20)
        #expect(
            runs == [
                SpeechRun(text: "One", attributes: SpeechAttributes(rate: 200)), SpeechRun(text: "two", attributes: manner),
                SpeechRun(text: "three", attributes: manner, pause: 1.5, mark: "m"),
                SpeechRun(text: "<b>", attributes: SpeechAttributes(rate: 200)),
            ])
        #expect(warnings.isEmpty)
    }

    @Test("T10: broken SSML is read as text, with a warning", arguments: ["<p>two", "a & b", "<!DOCTYPE x><speak/>"])
    func broken(_ text: String) throws {
        let (runs, warnings) = try Self.read(#"{"text":"\#(text)","ssml":true}"#)
        #expect(runs == [SpeechRun(text: text)])
        #expect(warnings == [Warning(.adjusted, "runs[0].ssml: broken SSML; the text is read as it is (T10)")])
    }

    @Test("T10: SSML makes no more runs than an announcement may have")
    func bounded() throws {
        let breaks = String(repeating: "a<break/>", count: 1023)
        #expect(try Self.read(#"{"text":"b"},{"text":"\#(breaks)","ssml":true}"#).runs.count == 1024)
        let (runs, warnings) = try Self.read(#"{"text":"b"},{"text":"\#(breaks)a","ssml":true}"#)
        #expect(runs == [SpeechRun(text: "b"), SpeechRun(text: breaks + "a")])
        #expect(warnings.count == 1)
    }

    @Test("T10: a client says which run is SSML")
    func encoded() {
        let announcement = Announcement(runs: [SpeechRun(text: "<p>a</p>", isSSML: true)])
        let line = String(decoding: RequestLine(request: .announcement(announcement)).bytes, as: UTF8.self)
        #expect(line == #"{"runs":[{"ssml":true,"text":"<p>a</p>"}],"type":"announcement"}"# + "\n")
    }
}
