import TestSupport
import Testing
import Voice
import VoiceProtocol

/// Stop, pause and resume, by the test's clock.
struct StoppingTests {
    private static let text = "one two three four five six seven eight"
    /// The sound heard of ``text``: all but the silence before its first word.
    private static let whole = Array((0..<8).flatMap { _ in Drum.beat }.dropFirst(Drum.silence))
    /// A moment in the third word's beat.
    private static let inTheThird = 2 * Drum.beat.count + 100

    private static func speak(_ id: UInt64, _ text: String = text) -> VoiceCommand {
        .speak(SpeakCommand(id: id, segments: [SpeechSegment(text: text)], words: true))
    }

    /// The frames that a stop or a pause at ``inTheThird`` may leave: what was heard by the next step and while the voice asked how far the
    /// sound was, and the fade.
    private static let fade = 66
    private static let left = inTheThird...inTheThird + 2 * ClockedVoice.stepFrames + fade

    @Test func `Speech is paced, and the file is what was made`() throws {
        let voice = try ClockedVoice([(0, [Self.speak(1)])])
        #expect(voice.sound.samples == Self.whole)
        #expect(voice.events.last == .finished(id: 1))
        #expect(try #require(voice.heard.last) >= Self.whole.count - ClockedVoice.stepFrames)
    }

    @Test func `Words are reported when they are heard`() throws {
        let voice = try ClockedVoice([(0, [Self.speak(1)])])
        let words = zip(voice.events, voice.heard).filter { $0.0.word != nil }
        #expect(words.count == 8)
        for (number, (event, heard)) in words.enumerated() {
            let begins = max(0, number * Drum.beat.count)
            #expect(heard <= begins + ClockedVoice.stepFrames && heard >= begins - 2 * ClockedVoice.stepFrames, "\(event) \(heard)")
        }
    }

    @Test func `Q14: stop is silence at once, after a fade of 3 ms, and ends all that waits`() throws {
        let voice = try ClockedVoice([(0, [Self.speak(1), Self.speak(2, "never"), Self.speak(3, "heard")]), (Self.inTheThird, [.stop])])
        #expect(
            voice.events.suffix(3) == [.stopped(id: 1, position: TextPosition(segment: 0, offset: 8)), .stopped(id: 2), .stopped(id: 3)])
        let heard = voice.sound.samples
        #expect(Self.left.contains(heard.count), "\(heard.count)")
        #expect(heard.dropLast(Self.fade).elementsEqual(Self.whole.prefix(heard.count - Self.fade)))
        #expect(heard.suffix(Self.fade).elementsEqual(FadeOut.applied(to: Self.whole[(heard.count - Self.fade)..<heard.count])))
    }

    @Test func `An utterance after a stop is spoken`() throws {
        let voice = try ClockedVoice([(0, [Self.speak(1)]), (Self.inTheThird, [.stop, Self.speak(2, "OK")])])
        #expect(voice.events.last == .finished(id: 2))
        #expect(voice.sound.samples.suffix(220).elementsEqual(Drum.beat.suffix(220)))
        #expect(voice.sound.samples.count <= Self.left.upperBound + Drum.beat.count)
    }

    @Test func `O5: pause stops in a word, and resume continues with it`() throws {
        let voice = try ClockedVoice([(0, [Self.speak(1)]), (Self.inTheThird, [.pause, Self.speak(2, "Later"), .resume])])
        let place = try #require(voice.events.firstIndex(of: .paused(id: 1, position: TextPosition(segment: 0, offset: 8))))
        #expect(
            voice.events[(place + 1)...].filter { $0.word == nil } == [
                .started(id: 1), .finished(id: 1), .started(id: 2), .finished(id: 2),
            ])
        #expect(voice.events[(place + 1)...].lazy.compactMap(\.word).first?.offset == 8)
        // Six words, and the later one, each utterance without its first silence.
        let before = voice.sound.samples.count - (7 * Drum.beat.count - 2 * Drum.silence)
        #expect(Self.left.contains(before), "\(before)")
    }

    @Test func `Stop while paused forgets, and the pause remains`() throws {
        let voice = try ClockedVoice([
            (0, [Self.speak(1)]), (Self.inTheThird, [.pause, Self.speak(2, "Later"), .stop, Self.speak(3, "OK"), .ping, .resume]),
        ])
        let place = try #require(voice.events.firstIndex(of: .paused(id: 1, position: TextPosition(segment: 0, offset: 8))))
        #expect(
            voice.events[(place + 1)...].filter { $0.word == nil } == [
                .stopped(id: 1), .stopped(id: 2), .pong, .started(id: 3), .finished(id: 3),
            ])
    }

    @Test func `Silence between utterances is not written`() throws {
        let voice = try ClockedVoice([(0, [Self.speak(1, "OK")]), (ClockedVoice.closed, [Self.speak(2, "OK")])])
        #expect(voice.sound.samples == Drum.beat.suffix(220) + Drum.beat.suffix(220))
    }
}
