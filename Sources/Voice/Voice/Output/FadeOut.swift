/// The end of speech that is cut or stopped: a ramp instead of a click (Q14).
package enum FadeOut {
    /// The length of the ramp.
    package static let duration = Duration.milliseconds(3)

    /// Returns `samples` under a linear ramp that ends in silence.
    package static func applied(to samples: some Collection<Int16>) -> [Int16] {
        let count = samples.count
        return samples.enumerated().map { index, sample in Int16(Int(sample) * (count - 1 - index) / count) }
    }
}
