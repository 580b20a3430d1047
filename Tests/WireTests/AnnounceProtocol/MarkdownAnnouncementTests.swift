import AnnounceProtocol
import Markdown
import Messages
import Testing

@Suite struct MarkdownAnnouncementTests {
    private static func read(_ fields: String) throws -> (announcement: Announcement, warnings: [Warning]) {
        var line = try RequestLine(line: Array(#"{"type":"announcement",\#(fields)}"#.utf8))
        line.request.readMarkup(warnings: &line.warnings)
        guard case .announcement(let announcement) = line.request else { throw Unexpected() }
        return (announcement, line.warnings)
    }
    private struct Unexpected: Error {}

    @Test("T22: each text is Markdown, but for SSML and what has a pronunciation")
    func texts() throws {
        let (announcement, warnings) = try Self.read(
            #""format":"markdown","pitch":20,"runs":[{"text":"- a\n- b"},{"text":"<p>*c*</p>","ssml":true},{"text":"*d*","ipa":"d"}]"#)
        #expect(announcement.runs.map(\.text) == ["a.", "b.", "*c*", "*d*"])
        #expect(announcement.runs.allSatisfy { $0.attributes.pitch == 20 } && announcement.runs[3].ipa == "d")
        #expect(announcement.format == .text && warnings.isEmpty)
        #expect(try Self.read(##""text":"# a","format":"text""##).announcement.runs == [SpeechRun(text: "# a")])
        #expect(try Self.read(#""text":"    a","format":"markdown","code":true"#).announcement.text == "`a`")
    }

    @Test("T22: what is nested too deep, or has too many parts, is read as text, with a warning")
    func limits() throws {
        let problem = "format: the Markdown is nested too deep, or has too many parts; the text is read as it is (T22)"
        for text in [String(repeating: ">", count: 10_000), String(repeating: "a\\n\\n", count: 1025)] {
            let (announcement, warnings) = try Self.read(#""text":"\#(text)","format":"markdown""#)
            #expect(announcement.runs == [SpeechRun(text: text.replacing("\\n", with: "\n"))])
            #expect(warnings == [Warning(.adjusted, problem)])
        }
        #expect(
            try Self.read(#""text":"\#(String(repeating: "a\\n\\n", count: 1024))","format":"markdown""#).announcement.runs.count == 1024)
    }

    @Test("T22: code means something in Markdown only")
    func codeAlone() throws {
        #expect(
            try Self.read(#""text":"a","code":true"#).warnings == [
                Warning(.ignored, "code: has a meaning only with format markdown; ignored")
            ])
    }
}
