import TestSupport

extension Sound {
    /// Returns the silences inside the sound that are at least that long.
    func pauses(from shortest: Duration, threshold: Int16 = 100) -> [Duration] {
        var pauses: [Duration] = []
        var lastLoud: Int?
        for (index, sample) in samples.enumerated() where sample > threshold || sample < -threshold {
            if let lastLoud {
                let pause = Duration.seconds(index - lastLoud) / Self.rate
                if pause >= shortest { pauses.append(pause) }
            }
            lastLoud = index
        }
        return pauses
    }
}
