/// Frames a second, and what follows from it. Sound is mono: a frame is a sample.
struct SampleRate: Equatable {
    let framesPerSecond: Int

    /// How long `frames` sound.
    func duration(of frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(framesPerSecond))
    }

    /// How many whole frames sound in `duration`.
    func frames(in duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * framesPerSecond + Int(attoseconds / 1_000_000_000) * framesPerSecond / 1_000_000_000
    }
}
