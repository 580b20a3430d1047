import Messages
import Testing
import VoiceProtocol

@testable import VoiceSupervision

/// The segment that the voice gets for a run.
struct SpeechSegmentTests {
    @Test("N1 H1 D5 T12: a run's earcon, pause, mark and pronunciation reach the voice")
    func extras() {
        for earcon in Earcon.allCases {
            let run = SpeechRun(text: "Go", attributes: SpeechAttributes(volume: 50), earcon: earcon, pause: 0.4, mark: "here")
            #expect(SpeechSegment(run) == SpeechSegment(text: "Go", volume: 50, earcon: earcon, pause: 0.4, mark: "here"))
        }
        #expect(SpeechSegment(SpeechRun(text: "Go", ipa: "ɡəʊ")) == SpeechSegment(text: "Go", ipa: "ɡəʊ"))
        #expect(SpeechSegment(SpeechRun(text: "Go")) == SpeechSegment(text: "Go"))
    }
}
