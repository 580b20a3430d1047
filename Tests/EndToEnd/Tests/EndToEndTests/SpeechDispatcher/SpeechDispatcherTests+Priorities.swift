import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.SpeechDispatcherTests {
    @Test func `Each priority of speech-dispatcher gives way as its table says`() async throws {
        let daemon = try await daemon()
        let long = "alpha bravo charlie delta echo foxtrot golf hotel"
        func client(_ app: String, _ priority: String) async throws -> SSIPConnection {
            try await SSIPConnection(socket, as: app, priority)
        }
        let orca = try await client("orca", "message")
        let browser = try await client("browser", "text")
        let notifier = try await client("notifier", "notification")
        let installer = try await client("installer", "progress")
        let alarm = try await client("alarm", "important")

        // A text interrupts the text before; a message interrupts a text.
        let page = try await browser.speak(long)
        try await browser.await(701, of: page)
        let next = try await browser.speak(long)
        #expect(try await browser.event() == (703, page))
        try await browser.await(701, of: next)
        let button = try await orca.speak("button")
        #expect(try await browser.event() == (703, next))
        try await orca.await(702, of: button)

        // A text also replaces one whose client has already gone; spd-say does not wait.
        let monitor = try await Client(daemon.socket)
        try monitor.send(#"{"type":"subscribe","events":["finished"]}"#)
        try await monitor.ask("ping")
        let gone = try await client("spd-say", "text")
        try await gone.await(701, of: gone.speak(long))
        gone.close()
        let run = try await client("spd-say", "text")
        try await run.await(702, of: run.speak("next"))
        #expect(try await monitor.message { $0.event == "finished" && $0.text == long }.reason == "superseded")

        // A restarted client silences what it said before.
        let former = try await client("reader", "message")
        try await former.await(701, of: former.speak(long))
        former.close()
        try await client("reader", "message").ask("CANCEL self")
        #expect(try await monitor.message { $0.event == "finished" && $0.text == long }.reason == "stopped")
        monitor.close()

        // A notification waits; of several, the last is heard.
        let reading = try await orca.speak("alpha bravo charlie")
        try await orca.await(701, of: reading)
        let stale = try await notifier.speak("stale")
        let fresh = try await notifier.speak("fresh")
        #expect(try await notifier.event() == (703, stale))
        // So does a progress message; but one that has begun is heard to its end, and the last one always.
        let steps = [try await installer.speak("10"), try await installer.speak("20"), try await installer.speak("100")]
        for step in steps.dropLast() { #expect(try await installer.event() == (703, step)) }
        try await orca.await(702, of: reading)
        try await notifier.await(702, of: fresh)
        try await installer.await(702, of: steps[2])
        let last = try await installer.speak("alpha bravo charlie")
        try await installer.await(701, of: last)
        try await orca.await(702, of: orca.speak("button"))
        #expect(try await installer.event() == (702, last))

        // An important message is heard at once, and what it cuts is heard again.
        let cut = try await orca.speak("alpha bravo charlie")
        try await orca.await(701, of: cut)
        let fire = try await alarm.speak("fire")
        try await alarm.await(702, of: fire)
        #expect(try await orca.event() == (702, cut))

        // A block is one message: its parts wait for each other, and end together.
        try await browser.ask("BLOCK BEGIN")
        let parts = [try await browser.speak(long), try await browser.speak("never heard")]
        try await browser.ask("BLOCK END")
        try await browser.await(701, of: parts[0])
        try await browser.ask("STOP self")
        #expect(try await [browser.event(), browser.event()].map(\.number).sorted() == parts)

        // A client may silence another one, or all; and a wrong voice setting silences no one.
        let victim = try await browser.speak(long)
        try await browser.await(701, of: victim)
        let number = try await browser.ask("HISTORY GET CLIENT_ID").data[0]
        #expect(try await orca.ask("CANCEL \(number)").code == 213)
        #expect(try await browser.event() == (703, victim))
        #expect(try await orca.ask("SET self SYNTHESIS_VOICE nobody").code == 209)
        try await orca.await(702, of: orca.speak("heard"))
    }
}
