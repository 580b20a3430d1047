import Messages
import Testing

@testable import announce

/// Recordings that can be shown to others.
struct RedactionTests {
    private static func text(_ request: Request) -> String {
        guard case .announcement(let announcement) = request else { return "" }
        return announcement.text
    }

    private static func redacted(_ texts: [String]) -> [String] {
        var redaction = Redaction()
        return texts.map { text(redaction.redact(.announcement(Announcement(runs: [SpeechRun(text: $0, ipa: "a")])))) }
    }

    @Test func `Words, lengths and punctuation stay, and nothing else`() {
        #expect(
            Self.redacted(["Mail from Ada: 2 new!", "Übung – “日本語” ½", "👍🏽 ok\n• a_b", "", "7"]) == [
                "Xxxx xxxx Xxx: 0 xxx!", "Xxxxx – “xxx” 0", "xx xx\n• x_x", "", "0",
            ])
    }

    @Test func `A value of one digit stays, and what is typed does not`() {
        var redaction = Redaction()
        let update = redaction.redact(.notification(.elementUpdated(ElementUpdate(id: "e", value: "1", inserted: "7"))))
        #expect(update == .notification(.elementUpdated(ElementUpdate(id: "e", value: "1", inserted: "0"))))
        #expect(redaction.redact(.hello(Hello(app: "a", note: "Firefox records"))) == .hello(Hello(app: "a")))
    }

    @Test func `Equal texts stay equal, and different ones of the same shape differ`() {
        let texts = (0..<600).map { "Text \(1000 + $0 % 300)" } + ["Ab", "Cd", "Ab"]
        let redacted = Self.redacted(texts)
        #expect(Array(redacted[..<300]) == Array(redacted[300..<600]) && Set(redacted[..<300]).count == 300)
        #expect(redacted[0] == "Xxxx 0000" && redacted[1] == "Xxxx 0001" && Array(redacted[600...]) == ["Xx", "Xy", "Xx"])
    }

    @Test func `Every text of a request is replaced`() throws {
        let secret = "Geheim"
        let container = Container(
            kind: .table, label: secret, headers: [secret], enclosing: [Container(kind: .list, label: secret, headers: [secret])])
        let element = Element(id: "e", label: secret, value: secret, placeholder: secret, hint: secret, container: container)
        let requests: [Request] = [
            .announcement(Announcement(runs: [SpeechRun(text: secret), SpeechRun(text: secret, ipa: secret)])),
            .notification(.screenChanged(ScreenChange(argument: .element(.element(element)), title: secret, elements: [element]))),
            .notification(.layoutChanged(.element(.element(element)))), .notification(.layoutChanged(.text(secret))),
            .notification(.elementFocused(.element(element), by: .app)), .notification(.pageScrolled(secret)),
            .notification(
                .elementUpdated(
                    ElementUpdate(id: "e", label: secret, value: secret, hint: secret, inserted: secret, deleted: secret))),
        ]
        var redaction = Redaction()
        for request in requests {
            let shown = "\(redaction.redact(request))"
            #expect(!shown.contains(secret) && shown.contains("Xxxxxx"), "\(shown)")
        }
        let kept = Request.notification(.elementActivated(id: secret))
        #expect(redaction.redact(kept) == kept)
    }
}
