import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// O10: an app's own manner of speaking.
@Suite struct AppProfileTests {
    private static let hello = #""type":"hello","app":"mail""#
    private static let button = #""type":"elementFocused","element":{"id":"b","label":"Send","traits":["button"],"hint":"Sends it"}"#

    private static func screen(_ change: (inout NarrationSettings.App) -> Void) -> Screen {
        var screen = Screen { change(&$0.apps["mail", default: .init()]) }
        screen.post(hello)
        return screen
    }

    /// The manner in which the last utterance is spoken.
    private static func manner(_ screen: Screen) -> SpeechAttributes? { screen.given.last?.runs.last?.attributes }

    @Test("O10: an app's announcements and elements are spoken in its manner, other apps' are not")
    func manner() {
        var screen = Self.screen { $0.speech = SpeechAttributes(voice: "x/de", rate: 300, pitch: 20, volume: 40) }
        for line in [#""type":"announcement","text":"a""#, Self.button, #""type":"layoutChanged","text":"b""#] {
            screen.post(line)
            screen.waitForSilence()
            let manner = Self.manner(screen)
            #expect(manner?.voice == "x/de" && manner?.rate == 300 && manner?.pitch == 20 && manner?.volume == 40, "\(line)")
        }
        screen.post(#""type":"where""#, as: "user")
        screen.waitForSilence()
        #expect(Self.manner(screen)?.voice == "x/de", "the user hears whose element it is")
        screen.post(#""type":"announcement","text":"c""#, as: "other")
        #expect(Self.manner(screen)?.voice == nil && Self.manner(screen)?.rate == nil)
    }

    @Test("O10: an announcement's own attributes go before the app's, and those before the user's settings")
    func order() {
        var screen = Self.screen { $0.speech = SpeechAttributes(rate: 300, pitch: 20) }
        screen.post(#""type":"settings","rate":200,"volume":30"#, as: "user")
        screen.post(#""type":"announcement","text":"a","pitch":70"#)
        let manner = Self.manner(screen)
        #expect(manner?.rate == 300 && manner?.pitch == 70 && manner?.volume == 30)
    }

    @Test("O10, T9: an app's voice reads only texts in its languages")
    func language() {
        var screen = Self.screen { $0.speech.voice = "x/de" }
        screen.post(#""type":"announcement","text":"bonjour","language":"fr""#)
        #expect(Self.manner(screen)?.voice == nil && Self.manner(screen)?.language == "fr")
    }

    @Test("O10, K2: deleted text is lower than the app's own pitch")
    func deletion() {
        var screen = Self.screen { $0.speech.pitch = 90 }
        screen.post(#""type":"elementFocused","element":{"id":"f","label":"Name","value":"ab","traits":["textEntry"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"f","value":"a""#)
        #expect(Self.manner(screen)?.pitch == 65)
    }

    @Test("O10, E7: an app's own verbosity", arguments: [(Verbosity.label, ["Send."]), (.brief, ["Send. Button."])])
    func verbosity(_ verbosity: Verbosity, _ heard: [String]) {
        var screen = Self.screen { $0.verbosity = verbosity }
        screen.post(Self.button)
        screen.waitForSilence()
        #expect(screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) } == heard)
        screen.post(Self.button, as: "other")
        screen.waitForSilence()
        #expect(screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) } == ["Send. Button.", "Sends it."])
    }

    @Test("O10, T21: an app's long tokens")
    func longTokens() {
        var screen = Self.screen { $0.longTokens = .full }
        let line = #""type":"announcement","text":"see https://example.org/a/b/report.html""#
        for (client, isWhole) in [("a", true), ("b", false)] {
            screen.post(line, as: client)
            screen.waitForSilence()
            #expect(screen.given.last?.runs.contains { $0.text.contains("/a/b/") } == isWhole, "\(client)")
        }
    }

    @Test("O10, O6: a voice that the synthesizer lacks is a mistake, and the user's own voice speaks")
    func unknownVoice() {
        var screen = Self.screen { $0.speech = SpeechAttributes(voice: "Germna", rate: 300) }
        screen.post(#""type":"announcement","text":"a","priority":"high""#)
        #expect(screen.given.last?.runs.last?.attributes.voice == nil && screen.given.last?.runs.last?.attributes.rate == 300)
        screen.post(#""type":"status""#)
        guard case .status(let status) = screen.replies().last?.result else { return #expect(Bool(false)) }
        #expect(
            status.mistakes.map(\.sentence) == [
                "apps.mail.voice: \"Germna\" is unknown; near matches: \"German\"; `announce voices` lists all"
            ])
    }
}
