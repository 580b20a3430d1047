import Conductor
import SpeechQueue
import Testing
import VoiceProtocol
import VoiceSupervision

@Suite struct VoiceReportTests {
    @Test func `Where a stopped utterance fell silent is reported`() {
        let position = TextPosition(segment: 1, offset: 12)
        #expect(VoiceReport(.stopped(id: 7, position: position)) == .silenced(UtteranceID(7), RunPosition(run: 1, offset: 12)))
    }

    @Test func `A stop with no position is not reported`() {
        #expect(VoiceReport(.stopped(id: 7, position: nil)) == nil)
    }
}
