/// Frames a second, with conversions. Sound is mono, so a frame is a sample.
package struct SampleRate: Sendable, Equatable {
    package let framesPerSecond: Int

    package init(framesPerSecond: Int) { self.framesPerSecond = framesPerSecond }

    /// Returns how long `frames` last.
    package func duration(of frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(framesPerSecond))
    }

    /// Returns how many whole frames fit in `duration`.
    package func frames(in duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * framesPerSecond + Int(attoseconds / 1_000_000_000) * framesPerSecond / 1_000_000_000
    }
}
