import Conductor
import Messages
import Narration
import Testing

/// M7: what the user does about media sessions.
@Suite struct MediaByUserTests {
    private static let begin = #""type":"mediaSession","op":"begin","session":"s","mode":"record","lease":60"#

    private static func recording(_ change: (inout NarrationSettings) -> Void = { _ in }) -> Screen {
        var screen = Screen {
            $0.style.hints = false
            change(&$0)
        }
        screen.post(#""type":"hello","app":"recorder""#)
        screen.post(#""type":"screenChanged","elements":[{"id":"r","label":"Record","traits":["startsMediaSession"]}]"#)
        screen.waitForSilence()
        screen.wait(until: 2)
        screen.post(begin)
        _ = screen.heard()
        return screen
    }

    @Test("M7: any client ends all sessions; held announcements are spoken after the quiet")
    func all() {
        var screen = Self.recording()
        screen.post(#""type":"announcement","text":"alarm","priority":"high""#, as: "b")
        screen.wait(until: 5)
        screen.post(#""type":"mediaSession","op":"end","all":true"#, as: "c")
        screen.waitForSilence()
        #expect(screen.heard() == ["2.0 held by M3: alarm", "5.0 session ended", "5.3 alarm"])
        let ends = screen.sent.compactMap { if case .mediaSession(let event) = $0.message { event.reason } else { nil } }
        #expect(ends == [.user] && screen.errors(of: "c").isEmpty)
        screen.post(#""type":"mediaSession","op":"end","all":true"#, as: "c")
        #expect(screen.errors(of: "c").isEmpty)
    }

    @Test("M7: an app's sessions are ended by its name; another app's stay, and an app without any is an error")
    func ofAnApp() {
        var screen = Self.recording()
        screen.post(#""type":"hello","app":"player""#, as: "b")
        screen.post(#""type":"mediaSession","op":"begin","session":"p""#, as: "b")
        screen.post(#""type":"mediaSession","op":"end","app":"plaier""#, as: "c")
        #expect(
            screen.errors(of: "c").map(\.message) == ["app: \"plaier\" has no media session; expected one of \"player\", \"recorder\""])
        screen.post(#""type":"mediaSession","op":"end","app":"recorder""#, as: "c")
        #expect(screen.conductor.status(at: screen.now).media.map(\.client) == ["player"])
    }

    @Test("M7: what the user has ended begins again only after 60 s, on whichever connection of the app, or by an activation")
    func refusal() {
        var screen = Self.recording()
        screen.post(#""type":"mediaSession","op":"end","all":true"#, as: "c")
        screen.wait(until: 10)
        screen.post(Self.begin)
        screen.post(#""type":"hello","app":"recorder""#, as: "b")
        screen.post(Self.begin, as: "b")
        let refused = "session: the user has ended this app's sessions; it can begin another in 52 s, or when the user activates something"
        #expect(screen.errors().map(\.message) == [refused] && screen.errors(of: "b").map(\.code) == [.notAllowed])
        screen.post(Self.begin, as: "d")
        #expect(screen.errors(of: "d").isEmpty)
        screen.wait(until: 62)
        screen.post(Self.begin)
        #expect(screen.errors().count == 1)
        screen.post(#""type":"mediaSession","op":"end","app":"recorder""#, as: "c")
        screen.post(#""type":"elementActivated","element":"r""#)
        screen.post(Self.begin)
        #expect(screen.errors().count == 1)
    }

    @Test("M7: of a program that begins sessions for other apps, only those of the name that the user has ended are refused")
    func forOthers() {
        var screen = Screen()
        screen.post(#""type":"hello","app":"watcher","note":"fine""#)
        func begin(_ app: String) { screen.post(#""type":"mediaSession","op":"begin","mode":"play","session":"\#(app) records""#) }
        begin("A")
        begin("B")
        screen.post(#""type":"mediaSession","op":"end","app":"watcher""#, as: "c")
        begin("C")
        #expect(screen.errors().isEmpty && screen.conductor.status(at: screen.now).media.map(\.session) == ["C records"])
        begin("A")
        begin("B")
        #expect(screen.errors().map(\.code) == [.notAllowed, .notAllowed])
        screen.wait(until: 61)
        begin("A")
        #expect(screen.errors().count == 2)
    }

    @Test("M7: the user's own command may begin a session at once, after ending another of its runs")
    func own() {
        var screen = Screen()
        for run in ["run 1", "run 2"] {
            screen.post(#""type":"hello","app":"announce""#, as: run)
            screen.post(Self.begin, as: run)
            screen.post(#""type":"mediaSession","op":"end","all":true"#, as: "c")
            #expect(screen.errors(of: run).isEmpty)
        }
    }

    @Test("M7: a changed configuration ends the sessions that it no longer allows")
    func configured() {
        let screen = Self.recording()
        var conductor = screen.conductor
        var options = NarrationSettings()
        options.apps["recorder", default: .init()].media = .never
        _ = conductor.configure(SpeechAttributes(language: "en"), options: options, device: "default", at: screen.now)
        #expect(screen.conductor.status(at: screen.now).media.count == 1)
        #expect(conductor.status(at: screen.now).media.isEmpty)
    }

    @Test("M7: an app that the configuration allows no sessions gets an error; its element that starts one is a plain button")
    func never() {
        var screen = Self.recording { $0.apps["recorder", default: .init()].media = .never }
        let refused = #"session: the user's configuration forbids "recorder" to begin one; expected apps."NAME".media = "allowed""#
        #expect(screen.errors().map(\.message) == [refused])
        screen.post(#""type":"elementActivated","element":"r""#)
        #expect(screen.replies().last?.warnings.map(\.code) == [.ignored])
        screen.waitForSilence()
        #expect(screen.heard() == ["2.15 Record"])
        screen.post(Self.begin, as: "b")
        screen.post(#""type":"hello","app":"recorder""#, as: "b")
        #expect(screen.conductor.status(at: screen.now).media.isEmpty)
    }
}
