import CLinux
import Testing
import Voice

@testable import ESpeak

/// Memory that eSpeak NG frees while it reads on in it is freed later.
@MainActor struct HeldMemoryTests {
    /// An Armenian text with a Kannada mark is read with three dictionaries: that of the second is freed, and used.
    @Test func `T11: a dictionary that is changed within a text is freed when that was read`() throws {
        let synthesizer = try LoadedSynthesizer.get()
        let holdsMemory = synthesizer.library.holdsMemory
        #expect(holdsMemory)
        try synthesizer.library.use(voice: "ine/hy")
        _ = free_held_memory()
        _ = synthesizer.library.reads("\u{CD1}")
        #expect(free_held_memory() >= 2, "a dictionary, and what stands around it")
        var output = SegmentOutput(to: DeafSink())
        try synthesizer.library.synthesize("\u{CD1}\u{CD1}", as: .text(endPause: false), into: &output)
        #expect(free_held_memory() == 0, "nothing is held after a text")
    }

    private final class DeafSink: SampleSink {
        func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool { true }
    }
}
