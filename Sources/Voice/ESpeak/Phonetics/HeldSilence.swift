import Voice

/// Holds back silence at the beginning, and its events, until sound follows: phonemes may make no sound at all, such as German [ɫ] alone.
final class HeldSilence: SampleSink {
    private let sink: any SampleSink
    private var held: [(samples: [Int16], events: [SynthesisEvent])] = []
    /// Whether sound has begun, or is no longer needed because the sink has asked to stop.
    private(set) var isOver: Bool

    /// - Parameter isMuted: whether silence is wanted, so that nothing is held back.
    init(to sink: any SampleSink, isMuted: Bool) {
        self.sink = sink
        isOver = isMuted
    }

    func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool {
        guard !isOver else { return sink.receive(samples, events) }
        guard samples.indices.contains(where: { samples[$0] != 0 }) else {
            held.append((samples.indices.map { samples[$0] }, events))
            return true
        }
        isOver = true
        for (samples, events) in held where !sink.receive(samples.span, events) { return false }
        held = []
        return sink.receive(samples, events)
    }
}
