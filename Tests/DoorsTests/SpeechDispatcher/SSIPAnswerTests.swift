import SpeechDispatcher
import Testing

@Suite struct SSIPAnswerTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("SSIP: an answer has a line of data each, and a last line")
    func answers() {
        #expect(text(SSIPReply.receiving.bytes) == "230 OK RECEIVING DATA\r\n")
        #expect(text(SSIPReply.queued(42).bytes) == "225-42\r\n225 OK MESSAGE QUEUED\r\n")
        let voices = SSIPReply.voices(["English\ten\tnone", "Deutsch\tde\tnone"])
        #expect(text(voices.bytes) == "249-English\ten\tnone\r\n249-Deutsch\tde\tnone\r\n249 OK VOICE LIST SENT\r\n")
        // A name that somebody else has given can't end the answer.
        #expect(text(SSIPReply.value("a\r\n251 OK").bytes) == "251-a  251 OK\r\n251 OK GET RETURNED\r\n")
    }

    @Test(
        "SSIP: an event names the message and its client",
        arguments: [
            (.begin, "701-7\r\n701-3\r\n701 BEGIN\r\n"), (.end, "702-7\r\n702-3\r\n702 END\r\n"),
            (.cancel, "703-7\r\n703-3\r\n703 CANCELED\r\n"),
            (.pause, "704-7\r\n704-3\r\n704 PAUSED\r\n"), (.resume, "705-7\r\n705-3\r\n705 RESUMED\r\n"),
            (.indexMark("0:5"), "700-7\r\n700-3\r\n700-0:5\r\n700 INDEX MARK\r\n"),
        ] as [(SSIPEvent, String)])
    func events(event: SSIPEvent, expected: String) {
        #expect(text(event.bytes(message: 7, client: 3)) == expected)
    }

    @Test("SSIP: a rate is as many words a minute as speech-dispatcher makes of it, and back")
    func rates() {
        let table = [(-100, 80), (-50, 125), (0, 170), (2, 175), (50, 309), (100, 449), (1000, 449)]
        for (rate, words) in table { #expect(SSIPScale.wordsPerMinute(ofRate: rate) == words) }
        for (words, rate) in [(80, -100), (170, 0), (175, 1), (449, 100), (900, 100), (1, -100)] {
            #expect(SSIPScale.rate(ofWordsPerMinute: words) == rate)
        }
        for (value, percent) in [(-100, 0), (0, 50), (100, 100)] {
            #expect(SSIPScale.percent(of: value) == percent && SSIPScale.value(ofPercent: percent) == value)
        }
    }

    @Test("SSIP: a key's name is taken apart")
    func keys() {
        #expect(SSIPKeyName.parts(of: "a") == [.character("a")])
        #expect(SSIPKeyName.parts(of: "control_alt_delete") == [.word("control"), .word("alt"), .word("delete")])
        #expect(SSIPKeyName.parts(of: "shift_kp-enter") == [.word("shift"), .word("keypad enter")])
        for mark in [".", "-", ",", "+"] {
            #expect(SSIPKeyName.parts(of: "kp-\(mark)") == [.word("keypad"), .character(mark)])
        }
        #expect(SSIPKeyName.parts(of: "double-quote") == [.word("double quote")])
        #expect(SSIPKeyName.parts(of: "_") == [])
    }
}
