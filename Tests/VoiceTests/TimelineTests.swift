import Testing
import VoiceProtocol

@testable import Voice

struct TimelineTests {
    private func word(_ frame: Int, _ offset: Int) -> Timeline.Entry {
        Timeline.Entry(frame: frame, content: .word, segment: 0, offset: offset, length: 1)
    }

    @Test func `Every event is reported once, when its frame is heard`() {
        var timeline = Timeline(from: TextPosition(segment: 0, offset: 0), sendsWords: true)
        for (frame, offset) in [(0, 0), (100, 5), (200, 9)] { timeline.add(word(frame, offset)) }
        #expect(timeline.pass(-1).isEmpty)
        #expect(timeline.nextFrame == 0)
        #expect(timeline.pass(150).map(\.offset) == [0, 5])
        #expect(timeline.position == TextPosition(segment: 0, offset: 5))
        #expect(timeline.pass(150).isEmpty)
        #expect(timeline.nextFrame == 200)
        #expect(timeline.pass(.max).map(\.offset) == [9])
        #expect(timeline.nextFrame == nil)
    }

    @Test func `Words that no one asked for are tracked but not reported`() {
        var timeline = Timeline(from: TextPosition(segment: 0, offset: 3), sendsWords: false)
        #expect(timeline.position == TextPosition(segment: 0, offset: 3))
        timeline.add(word(0, 3))
        timeline.add(word(10, 7))
        #expect(timeline.nextFrame == nil)
        #expect(timeline.pass(10).isEmpty)
        #expect(timeline.position == TextPosition(segment: 0, offset: 7))
    }

    @Test func `Frames that run backwards wait for those before`() {
        var timeline = Timeline(from: TextPosition(segment: 0, offset: 0), sendsWords: true)
        timeline.add(word(100, 0))
        timeline.add(word(90, 4))
        #expect(timeline.pass(95).isEmpty)
        #expect(timeline.pass(100).map(\.offset) == [0, 4])
    }
}
