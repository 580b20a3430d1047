import Messages
import Narration
import Testing

/// docs/RULES.md §11: the cases that the sources tell of. What is heard is compared whole, with its times.
@Suite struct SeedCaseTests {
    @Test("V9, U1, U2, U4, U5: a stopwatch is read at once after its description, then its newest value every 4 s")
    func stopwatch() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"1:02:55","traits":["updatesFrequently"]}"#)
        // Each is 7 or 8 words, 4 s. What is spoken then is what was shown before the update of the same moment.
        for second in 1...14 {
            screen.wait(until: Double(second))
            screen.post(#""type":"elementUpdated","element":"t","value":"1:03:\#(second < 10 ? "0" : "")\#(second)""#)
        }
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 one hour, two minutes, and fifty five seconds.", "4.0 one hour, three minutes, and three seconds.",
                "8.0 one hour, three minutes, and seven seconds.", "12.0 one hour, three minutes, and eleven seconds.",
                "16.0 one hour, three minutes, and fourteen seconds.",
            ])
    }

    @Test("V10, N4: without the trait each update is spoken, in order, late")
    func everyUpdate() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"0"}"#)
        for second in 1...4 {
            screen.wait(until: Double(second) / 10)
            screen.post(#""type":"elementUpdated","element":"t","value":"number \#(second)""#)
        }
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 0.", "0.5 number 1.", "1.5 number 2.", "2.5 number 3.", "3.5 number 4."])
    }

    @Test("V11, U3: a timer that stands still is silent")
    func standing() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"5","traits":["updatesFrequently"]}"#)
        for second in 1...9 {
            screen.wait(until: Double(second))
            screen.post(#""type":"elementUpdated","element":"t","value":"5""#)
        }
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 5."])
    }

    @Test("V12, U6: counting, not focused: silence")
    func elsewhere() {
        var screen = Screen()
        screen.post(
            #""type":"screenChanged","elements":[{"id":"b","label":"Start"},{"id":"t","value":"5","traits":["updatesFrequently"]}]"#)
        screen.wait(until: 5)
        _ = screen.heard()
        screen.post(#""type":"elementUpdated","element":"t","value":"6""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["5.0 silent by U6"])
    }

    @Test("V13, M1: a button that starts a media session silences an announcement, and speaks no label")
    func mediaButton() {
        var screen = Screen()
        screen.post(#""type":"screenChanged","elements":[{"id":"r","label":"Record","traits":["button","startsMediaSession"]}]"#)
        screen.wait(until: 5)
        _ = screen.heard()
        screen.post(#""type":"announcement","text":"a long announcement that goes on""#)
        screen.wait(until: 6)
        screen.post(#""type":"elementActivated","element":"r""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "5.0 a long announcement that goes on", "6.0 cut by M1: a long announcement that goes on",
                "6.0 mediaSession: a long announcement that goes on", "6.0 session began", "11.0 session ended",
            ])
    }

    @Test("V14, Q8: a plain button says its label again, 150 ms after its activation")
    func echo() {
        var screen = Screen()
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Play","traits":["button"]}]"#)
        screen.wait(until: 5)
        screen.post(#""type":"elementActivated","element":"b""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Play. Button.", "5.15 Play"])
    }

    @Test("V15, Y1–Y4: a summary is spoken once, with traits and hint, and the focus stays")
    func summary() {
        var screen = Screen()
        let summary = #"{"id":"s","label":"Rain today","hint":"Shows the forecast.","traits":["summaryElement","button"]}"#
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Menu","traits":["button"]},\#(summary)]"#)
        screen.waitForSilence()
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Menu","traits":["button"]},\#(summary)]"#)
        screen.waitForSilence()
        #expect(
            screen.log == [
                "0.0 focus b", "0.0 Menu. Button.", "1.0 Rain today. Button.", "2.9 Shows the forecast.", "4.4 focus b",
                "4.4 Menu. Button.",
            ])
    }

    @Test("V16, N6: an announcement leaves the focus where it is")
    func announcement() {
        var screen = Screen()
        screen.post(#""type":"announcement","text":"Hello World""#)
        screen.waitForSilence()
        #expect(screen.log == ["0.0 Hello World"])
    }

    @Test("V17, N1, N2: a new screen cuts, plays its tones, moves the focus and describes it; Q16: what it cut follows")
    func newScreen() {
        var screen = Screen { $0.earcons = [.screenChanged] }
        screen.post(#""type":"announcement","text":"a long announcement that goes on""#)
        screen.wait(until: 1)
        screen.post(#""type":"screenChanged","title":"Inbox","element":{"id":"m","label":"Mail","traits":["header"]}"#)
        screen.waitForSilence()
        #expect(
            screen.log == [
                "0.0 a long announcement that goes on", "1.0 focus m", "1.0 cut by Q16: a long announcement that goes on",
                "1.0 Inbox. Mail. Header.", "1.0 earcon screenChanged", "2.62 a long announcement that goes on",
            ])
    }

    @Test("V19, H1, H2: the hint comes after 400 ms of silence; switched off it does not, and nothing else changes")
    func hints() {
        for hasHints in [true, false] {
            var screen = Screen { $0.style.hints = hasHints }
            screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
            screen.waitForSilence()
            #expect(screen.heard() == ["0.0 Search. Search field."] + (hasHints ? ["1.9 Double tap to edit."] : []))
        }
    }

    @Test("V22, Q15: a polite announcement waits for the field's description, and the focus stays")
    func polite() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
        screen.post(#""type":"announcement","text":"Auto search results below","priority":"polite""#)
        screen.waitForSilence()
        #expect(screen.log == ["0.0 focus q", "0.0 Search. Search field.", "1.5 Auto search results below"])
    }
}
