import Messages
import SpeechQueue
import Testing

@testable import SpeechDispatcher

/// The speech of a speech-dispatcher client's text.
@Suite struct SSIPTextTests {
    private typealias Mark = SSIPText.Mark

    @Test("A sound icon has a name that can't be a path, and is its own text")
    func icons() {
        #expect(SSIPText(icon: "dialog-error", attributes: .init()).runs == [SpeechRun(text: "dialog-error", icon: "dialog-error")])
        for name in ["../bell", "/bell", ".bell", "a bell", "gl\u{F6}ckchen", ""] {
            #expect(SSIPText(icon: name, attributes: .init()).runs == [SpeechRun(text: name)])
        }
    }

    @Test("T10, D5: marks at each word leave the sentence whole, and are known by their places in it")
    func marks() {
        let text = SSIPText(
            markup: """
                <speak><mark name="0"/>One <mark name="1"/>zwölf<mark name="2"/>, <mark name="3"/>three.<mark name="4"/></speak>
                """,
            attributes: SpeechAttributes(rate: 200))
        #expect(text.runs == [SpeechRun(text: "One zwölf, three.", attributes: SpeechAttributes(rate: 200))])
        #expect(
            text.marks == [
                Mark(offset: 0, name: "0"), Mark(offset: 4, name: "1"), Mark(offset: 9, name: "2"), Mark(offset: 11, name: "3"),
                Mark(offset: 17, name: "4"),
            ])
    }

    @Test("T10: what is spoken otherwise stays a run of its own, and marks count from the beginning of all")
    func runs() {
        let text = SSIPText(
            markup: """
                <speak>a <mark name="m"/>b<prosody pitch="high"><mark name="n"/>c</prosody><break time="1s"/><mark name="o"/>d</speak>
                """,
            attributes: SpeechAttributes())
        #expect(text.runs.map(\.text) == ["a b", "c", "d"])
        let announcement = Announcement(runs: text.runs)
        #expect(text.marks.map(\.name) == ["m", "n", "o"])
        let scalars = Array(announcement.text.unicodeScalars)
        #expect(text.marks.map { scalars[$0.offset] } == ["b", "c", "d"])
    }

    @Test("T10: broken markup is read without its tags; a NUL ends nothing")
    func broken() {
        #expect(SSIPText(markup: "<speak>a <b>c", attributes: SpeechAttributes()).runs.map(\.text) == ["a c"])
        #expect(SSIPText("a\0b", attributes: SpeechAttributes()).runs.map(\.text) == ["a b"])
    }

    @Test("T7: a character and a key are said by their names")
    func names() {
        let spelled = SpeechAttributes(spell: true)
        #expect(SSIPText(character: "space", attributes: SpeechAttributes()).runs == [SpeechRun(text: " ", attributes: spelled)])
        let key = SSIPText(key: "shift_a", attributes: SpeechAttributes())
        #expect(key.runs == [SpeechRun(text: "shift"), SpeechRun(text: "a", attributes: spelled)])
        #expect(SSIPText(key: "_", attributes: SpeechAttributes()).runs == [SpeechRun(text: "_", attributes: spelled)])
    }

    @Test("SSIP: what a client sets is how it is spoken, and what it does not set is the user's")
    func settings() {
        let usual = SpeechAttributes(language: "de", rate: 309, pitch: 40, volume: 80)
        var settings = SSIPSettings()
        #expect(settings.attributes(usual: usual) == SpeechAttributes())
        let own = SSIPQuery.allCases.map { settings.value(of: $0, usual: usual) }
        #expect(own == ["49", "-20", "0", "60", "de", "MALE1", "none", "espeak-ng"])
        let parameters: [SSIPParameter] = [
            .rate(-100), .pitch(100), .volume(0), .punctuation(.most), .capitals(.icon), .spelling(true), .voiceType(.female2),
        ]
        for parameter in parameters { #expect(settings.set(parameter).isSuccess) }
        #expect(
            settings.attributes(usual: usual)
                == SpeechAttributes(
                    voice: "de+f2", rate: 80, pitch: 100, volume: 50, punctuation: .most, capitals: .sound, spell: true))
        _ = settings.set(.synthesisVoice("German"))
        #expect(settings.attributes(usual: usual).voice == "German")
        // Another language, another voice; "C" is none.
        _ = settings.set(.language("fr"))
        #expect(settings.attributes(usual: usual).voice == "fr+f2" && settings.attributes(usual: usual).language == "fr")
        _ = settings.set(.language("C"))
        #expect(settings.attributes(usual: usual).language == nil)
    }

    @Test("SSIP: marks have their bounds")
    func bounds() {
        var sessions = SSIPSessions()
        let client = ClientID(1)
        sessions[client] = SSIPSession(id: client)
        let text = String(repeating: "a", count: 100_000)
        for _ in 0..<100 {
            let number = sessions.nextNumber()
            let name = SSIPMessage.name(number, of: client)
            var message = SSIPMessage(
                number: number, priority: .message, announcement: Announcement(runs: [SpeechRun(text: text)]), notifications: [],
                quietUntil: Instant(seconds: 0))
            message.marks = Array(repeating: Mark(offset: 0, name: text), count: 1)[...]
            sessions.add(message, named: name, of: client)
        }
        #expect((3_000_000...SSIPSessions.mostMarks).contains(sessions.markBytes))
        sessions.remove(client)
        #expect(sessions.markBytes == 0 && sessions.departed.count <= 64)
    }

    @Test func `SPELLING spells texts and characters, not the names of keys and icons`() {
        let attributes = SpeechAttributes(spell: true)
        let texts = [
            SSIPText("ab", attributes: attributes), SSIPText(key: "shift_a", attributes: attributes),
            SSIPText(icon: "bell", attributes: attributes),
        ]
        #expect(texts.map { $0.runs.map(\.attributes.spell) } == [[true], [nil, true], [nil]])
    }

    @Test func `A NUL ends no text: in whatever it stands, it becomes a space`() {
        let attributes = SpeechAttributes()
        let texts = [
            SSIPText("a\0b", attributes: attributes), SSIPText(key: "control_a\0b", attributes: attributes),
            SSIPText(key: "kp-\0x", attributes: attributes), SSIPText(character: "\0", attributes: attributes),
        ]
        #expect(texts.map { $0.runs.map(\.text) } == [["a b"], ["control", "a b"], ["keypad  x"], [" "]])
    }
}
