import Testing
import VoiceProtocol

@testable import VoiceSupervision

@Suite struct UnsentCommandsTests {
    private static func speak(_ id: UInt64) -> VoiceCommand { .speak(SpeakCommand(id: id, segments: [SpeechSegment(text: "a")])) }

    private static func sent(_ commands: [VoiceCommand], by unsent: inout UnsentCommands) -> [VoiceCommand] {
        for command in commands { unsent.append(command) }
        return unsent.take()
    }

    @Test func `An utterance that is spoken and stopped at once is never sent`() {
        var unsent = UnsentCommands()
        #expect(Self.sent([Self.speak(1), .stop, Self.speak(2), .stop, Self.speak(3)], by: &unsent) == [Self.speak(3)])
        #expect(Self.sent([.stop, Self.speak(4), .stop], by: &unsent) == [.stop])
        #expect(Self.sent([Self.speak(5), .stop], by: &unsent) == [])
        #expect(Self.sent([], by: &unsent) == [])
    }

    @Test func `An utterance that was sent to the voice is stopped`() {
        var unsent = UnsentCommands()
        #expect(Self.sent([Self.speak(1)], by: &unsent) == [Self.speak(1)])
        #expect(Self.sent([Self.speak(2), .stop, Self.speak(3)], by: &unsent) == [.stop, Self.speak(3)])
        #expect(Self.sent([.stop], by: &unsent) == [.stop])
        #expect(Self.sent([.stop], by: &unsent) == [])
    }

    @Test func `All else stays, in order`() {
        var unsent = UnsentCommands()
        let commands: [VoiceCommand] = [.pause, Self.speak(1), .voices, .resume, .ping, .device(name: nil)]
        #expect(Self.sent(commands, by: &unsent) == commands)
        #expect(Self.sent([.pause, Self.speak(2), .stop, .voices], by: &unsent) == [.pause, .stop, .voices])
    }
}
