import Configuration
import Messages
import Narration
import SpeechQueue
import Testing

@Suite struct NarratorTests {
    private static let now = Instant(seconds: 100)

    private static func utterance(
        _ announcement: Announcement, hello: Hello = Hello(), settings: SpeechAttributes = SpeechAttributes(), voices: VoiceCatalog? = nil
    ) throws -> Utterance {
        var narrator = Narrator(settings: settings, words: WordTables.all)
        narrator.voices = voices
        narrator.connect(ClientID(1))
        narrator.introduce(ClientID(1), as: hello, at: now)
        return try narrator.utterance(for: announcement, name: "a", from: ClientID(1), at: now)
    }

    private static func announcement(
        _ priority: Announcement.Priority = .default, queue: Bool = false, maxAge: Double? = nil,
        attributes: SpeechAttributes = SpeechAttributes()
    ) -> Announcement {
        Announcement(runs: [SpeechRun(text: "Hello", attributes: attributes)], priority: priority, queue: queue, maxAge: maxAge)
    }

    @Test(arguments: [
        (Announcement.Priority.low, false, UtteranceClass.low, false), (.low, true, .low, true), (.default, false, .default, false),
        (.default, true, .low, true), (.high, false, .high, false), (.high, true, .high, true),
    ])
    func `Q3: a default that queues is a low, a high that queues waits and stays a high`(
        _ priority: Announcement.Priority, _ queue: Bool, _ expected: UtteranceClass, _ waits: Bool
    ) throws {
        let utterance = try Self.utterance(Self.announcement(priority, queue: queue))
        #expect(utterance.class == expected)
        #expect(utterance.waits == waits)
    }

    @Test(
        "T22: a block of code is the number of its lines, in the user's language, whatever the announcement's is",
        arguments: [
            ("en", 1, "code, 1 line."), ("en", 12, "code, 12 lines."), ("de", 12, "Code, 12 Zeilen."), ("es", 1, "código, 1 línea."),
            ("fr", 12, "code, 12 lignes."), ("it", 12, "codice, 12 righe."), ("ja", 12, "コード、12ぎょう。"), ("nl", 1, "code, 1 regel."),
            ("pl", 3, "kod, 3 wiersze."), ("pl", 12, "kod, 12 wierszy."), ("pt", 12, "código, 12 linhas."), ("ru", 21, "код, 21 строка."),
        ])
    func codeLines(language: String, count: Int, words: String) throws {
        var code = SpeechRun(text: "let a = 1", attributes: SpeechAttributes(language: "fr", rate: 300), pause: 0.2)
        code.codeLines = Int32(count)
        let announcement = Announcement(runs: [SpeechRun(text: "Do:"), code])
        let utterance = try Self.utterance(announcement, settings: SpeechAttributes(language: language))
        #expect(utterance.runs.map(\.text) == ["Do:", words] && utterance.text == "Do: \(words)")
        #expect(utterance.runs[1].attributes.language == language && utterance.runs[1].attributes.rate == 300)
        #expect(utterance.runs[1].pause == 0.2 && utterance.runs[1].codeLines == nil)
    }

    @Test(arguments: [("polite", UtteranceClass.low), ("assertive", .default), ("low", .low), ("default", .default), ("high", .high)])
    func `Q15: the web's words are understood`(_ word: String, _ expected: UtteranceClass) throws {
        #expect(try Self.utterance(Self.announcement(try #require(Announcement.Priority(word: word)))).class == expected)
        #expect(Announcement.Priority.words.contains(word))
    }

    @Test(arguments: ["", "Polite", "off", "urgent"]) func `Q15: no other word is`(_ word: String) {
        #expect(Announcement.Priority(word: word) == nil)
    }

    @Test func `Q13: a low is too old after 10 s unless it says otherwise, others never`() throws {
        func deadline(_ announcement: Announcement) throws -> Double? { try Self.utterance(announcement).deadline.map { $0 - Self.now } }
        #expect(try deadline(Self.announcement(.low)) == 10)
        #expect(try deadline(Self.announcement(queue: true)) == 10)
        #expect(try deadline(Self.announcement(.low, maxAge: 60)) == 60)
        #expect(try deadline(Self.announcement()) == nil)
        #expect(try deadline(Self.announcement(.high)) == nil)
        #expect(try deadline(Self.announcement(.high, maxAge: 0.5)) == 0.5)
        #expect(try deadline(Self.announcement(maxAge: 1e308)) != nil)
    }

    @Test func `Q6: only a low that is retained is kept`() throws {
        #expect(try Self.utterance(Self.announcement(.low)).isKept)
        #expect(try !Self.utterance(Self.announcement()).isKept)
        #expect(try !Self.utterance(Self.announcement(.high)).isKept)
        var lost = Self.announcement(.low)
        lost.retain = false
        #expect(try !Self.utterance(lost).isKept)
    }

    @Test func `Without sounds, an icon is spoken by its name`() throws {
        var options = NarrationSettings()
        for isOn in [true, false] {
            options.hasEarcons = isOn
            var narrator = Narrator(settings: SpeechAttributes(), options: options, words: WordTables.all)
            narrator.connect(ClientID(1))
            let icon = Announcement(runs: [SpeechRun(text: "bell", icon: "bell")])
            let utterance = try narrator.utterance(for: icon, name: "a", from: ClientID(1), at: Self.now)
            #expect(utterance.runs == [SpeechRun(text: "bell", icon: isOn ? "bell" : nil)])
        }
    }

    @Test func `Q9: a group is one app's`() throws {
        var announcement = Self.announcement()
        announcement.group = "g"
        announcement.supersede = .current
        let utterance = try Self.utterance(announcement, hello: Hello(app: "mail"))
        #expect(utterance.group == Utterance.Group(app: "mail", name: "g"))
        #expect(utterance.supersede == .current)
        #expect(try Self.utterance(announcement).group?.app.hasPrefix("client ") == true, "without an app it is the connection's own")
    }

    @Test func `The manner is the run's, else the client's language, else the user's settings`() throws {
        let settings = SpeechAttributes(language: "en-us", voice: "gmw/en-US", rate: 175, punctuation: .some)
        func manner(_ own: SpeechAttributes, _ hello: Hello = Hello()) throws -> SpeechAttributes {
            try Self.utterance(Self.announcement(attributes: own), hello: hello, settings: settings).runs[0].attributes
        }
        #expect(try manner(SpeechAttributes()) == settings)
        #expect(try manner(SpeechAttributes(rate: 300)).rate == 300)
        // The user's English voice does not speak German.
        #expect(try manner(SpeechAttributes(language: "de")) == SpeechAttributes(language: "de", rate: 175, punctuation: .some))
        #expect(try manner(SpeechAttributes(), Hello(language: "de")) == SpeechAttributes(language: "de", rate: 175, punctuation: .some))
        #expect(
            try manner(SpeechAttributes(voice: "x"), Hello(language: "de")) == SpeechAttributes(voice: "x", rate: 175, punctuation: .some))
    }

    @Test func `Languages and voices are the synthesizer's once they are known, and pass as they are before`() throws {
        let asked = Self.announcement(attributes: SpeechAttributes(language: "de_AT"))
        #expect(try Self.utterance(asked).runs[0].attributes.language == "de_AT")
        #expect(try Self.utterance(asked, voices: ReadingTests.voices).runs[0].attributes.language == "de")
        let unknown = Self.announcement(attributes: SpeechAttributes(language: "tlh"))
        #expect(throws: Refusal.unknownVoice(UnknownVoice(.language, "tlh", near: []))) {
            try Self.utterance(unknown, voices: ReadingTests.voices)
        }
    }

    @Test func `D5: words are reported to clients that asked for them in hello`() throws {
        #expect(try Self.utterance(Self.announcement(), hello: Hello(progress: true)).wantsWords)
        #expect(try !Self.utterance(Self.announcement()).wantsWords)
    }

    @Test func `N5: a connection that only asks for the focus does not count as the one that reported something last`() throws {
        var narrator = Narrator(settings: SpeechAttributes(), words: WordTables.all)
        for client in [ClientID(1), ClientID(2)] {
            narrator.connect(client)
            narrator.introduce(client, as: Hello(app: "mail"), at: Self.now)
        }
        _ = try narrator.receive(
            .elementFocused(.element(Element(id: "v", label: "Volume")), by: .user), name: "a", from: ClientID(1), at: Self.now)
        narrator.findScreen(for: ClientID(2), showing: .focus, at: Self.now)
        #expect(narrator.sharers(of: ClientID(1)).count == 2 && narrator.foregroundClient == ClientID(1))
        narrator.findScreen(for: ClientID(2), showing: .element("v"), at: Self.now)
        #expect(narrator.foregroundClient == ClientID(2))
    }
}
