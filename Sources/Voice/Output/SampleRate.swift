/// Frames a second, with conversions. Sound is mono: a frame is a sample.
struct SampleRate: Equatable {
    let framesPerSecond: Int

    /// Returns how long `frames` sound.
    func duration(of frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(framesPerSecond))
    }

    /// Returns how many whole frames fit in `duration`.
    func frames(in duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * framesPerSecond + Int(attoseconds / 1_000_000_000) * framesPerSecond / 1_000_000_000
    }
}
