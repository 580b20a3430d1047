import CHeldMemory
import Testing

@testable import Voice

/// What eSpeak NG frees while it reads on in it is freed later.
struct HeldMemoryTests {
    /// An Armenian text with a Kannada mark is read with three dictionaries: that of the second is freed, and used.
    @Test func `T11: a dictionary that is changed within a text is freed when that was read`() throws {
        let synthesizer = try Synthesizer()
        let holdsMemory = synthesizer.holdsMemory
        #expect(holdsMemory)
        try synthesizer.use(voice: "ine/hy")
        _ = free_held_memory()
        _ = synthesizer.reads("\u{CD1}")
        #expect(free_held_memory() >= 2, "a dictionary, and what stands around it")
        let sink = CountingSink()
        try synthesizer.synthesize("\u{CD1}\u{CD1}", as: .text(endPause: false), into: sink)
        #expect(free_held_memory() == 0, "nothing is held after a text")
    }

    private final class CountingSink: SampleSink {
        func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool { true }
    }
}
