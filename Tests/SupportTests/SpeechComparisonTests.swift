import TestSupport
import Testing

struct SpeechComparisonTests {
    private static let text = """
        Every announcement is heard as it was meant, in the order that the table of classes gives it, and nothing is lost \
        when the sound server goes away, comes back, or stands still for a while. The reader may stop at any moment.
        """

    @Test func `References differ with the text and the voice, and are what was asked for`() async throws {
        let sound = try await ESpeakReference("OK").sound()
        #expect(try await ESpeakReference("OK").sound() == sound)
        #expect(sound.duration < .seconds(1))
        let (slow, fast) = (ESpeakReference(Self.text, rate: 120), ESpeakReference(Self.text, rate: 300))
        #expect(try await slow.sound().duration > fast.sound().duration * 2)
        await #expect(throws: ESpeakReference.Failed.self) { try await ESpeakReference("OK", voice: "nobody").sound() }
    }

    @Test func `Long speech is compared quickly`() async throws {
        let speech = try await ESpeakReference(Self.text).soundWithoutLeadingSilence()
        let other = try await ESpeakReference("-- " + Self.text, pitch: 70).soundWithoutLeadingSilence()
        let start = ProcessorTime.ofThread()
        let same = (.silence(.milliseconds(63)) + speech).correlation(with: speech)
        let taken = ProcessorTime.ofThread() - start
        let different = speech.correlation(with: other)
        #expect(same > 0.99)
        #expect(different < 0.5)
        #expect(taken < .seconds(3))
    }

    @Test func `A sentence is found in long speech`() async throws {
        let words = try await ESpeakReference("one two three").sound().trimmed()
        let long = try await ESpeakReference(Self.text).sound()
        let other = try await ESpeakReference("seven eight nine").sound().trimmed()
        let whole = long + words + .silence(.milliseconds(200)) + other
        let match = whole.find(words)
        #expect(match.correlation > 0.99)
        #expect(match.offset == long.samples.count)
        #expect(whole.find(other).offset > match.offset)
        #expect(long.find(words).correlation < 0.6)
    }
}
