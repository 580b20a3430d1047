import Testing

@testable import Watch

@Suite struct DesktopNotificationTests {
    private typealias Detail = WatchSettings.Detail

    private static let mail = DesktopNotification(app: "Mail", title: "Ada", body: "See you at <b>five</b> &amp; bring <i>tea</i>")

    private static func changed(_ change: (inout DesktopNotification) -> Void) -> DesktopNotification {
        var notification = mail
        change(&notification)
        return notification
    }

    @Test(arguments: [
        ("all", mail, Detail.all, "Mail: Ada. See you at five & bring tea"),
        ("the title", mail, .title, "Mail: Ada"),
        ("the app", mail, .app, "Mail"),
        ("no title", changed { $0.title = "" }, .all, "Mail: See you at five & bring tea"),
        ("no title, of which only that is said", changed { $0.title = "" }, .title, "Mail"),
        ("no name", changed { $0.app = "" }, .all, "Ada. See you at five & bring tea"),
        ("a title that is the app's name", changed { $0.title = "Mail" }, .all, "Mail. See you at five & bring tea"),
        ("a title with a mark of its own", changed { ($0.title, $0.body) = ("Really?", "Yes") }, .all, "Mail: Really? Yes"),
        ("line breaks", changed { $0.body = "one<br>two<br/>three\n\n four" }, .all, "Mail: Ada. one two three four"),
        ("no markup", changed { $0.body = "5 < 6 & 7" }, .all, "Mail: Ada. 5 < 6 & 7"),
        (
            "references beside a sign", changed { $0.body = "it&#39;s 5 < 6 &amp; <b>7 > 2</b> &c; R&D" }, .all,
            "Mail: Ada. it's 5 < 6 & 7 > 2 &c; R&D"
        ),
        ("a reference to no character", changed { $0.body = "a < b &#0; <i>c</i>" }, .all, "Mail: Ada. a < b &#0; c"),
        ("broken markup", changed { $0.body = "a <b>c d" }, .all, "Mail: Ada. a c d"),
        ("a sign that is no markup", changed { $0.body = "<b>Tom</b> & <a href='x'>Jerry</a> <3" }, .all, "Mail: Ada. Tom & Jerry <3"),
        ("HTML's spaces", changed { $0.body = "a&nbsp;b &lt;3" }, .all, "Mail: Ada. a b <3"),
        ("a link and a picture", changed { $0.body = "<a href='x'>here</a><img src='y' alt='z'/>!" }, .all, "Mail: Ada. here!"),
        (
            "commands to a synthesizer", changed { $0.body = "<voice name='x'>a</voice><break time='9s'/> <prosody rate='1'>b</prosody>" },
            .all,
            "Mail: Ada. a b"
        ),
        ("control characters", changed { ($0.title, $0.body) = ("\u{1B}[1mA\u{7}da", "\u{0}") }, .all, "Mail: [1mA da"),
        ("nothing", DesktopNotification(app: ""), .all, ""),
    ])
    func `W1: The text spoken for a notification`(
        _ what: String, _ notification: DesktopNotification, _ detail: WatchSettings.Detail, _ text: String
    ) {
        #expect(notification.text(detail, isRepeated: false) == text)
    }

    @Test(
        arguments: [
            (nil, "Copying", "3 files", false, "Files: Copying. 3 files, 30%"),
            (nil, "Copying", "3 files", true, "Copying, 30%"),
            ("volume", "Volume", "", false, "Volume, 30%"),
            ("volume", "", "", false, "Files, 30%"),
            ("volume", "", "Volume", true, "Volume, 30%"),
        ] as [(String?, String, String, Bool, String)])
    func `W1: The text spoken for progress`(
        _ tag: String?, _ title: String, _ body: String, _ isRepeated: Bool, _ text: String
    ) {
        let notification = DesktopNotification(app: "Files", title: title, body: body, percent: 30, tag: tag)
        #expect(notification.text(.all, isRepeated: isRepeated) == text)
    }

    @Test func `W1: Long texts are cut`() {
        let long = String(repeating: "ä ", count: 5000)
        let text = DesktopNotification(app: long, title: long, body: long).text(.all, isRepeated: false)
        #expect(text.unicodeScalars.count < 1400)
        #expect(text.split(separator: "…").count == 3)
    }
}
