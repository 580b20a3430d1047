/// Samples of sound: 16 bits, one channel, 22,050 a second.
package struct Sound: Sendable, Equatable, CustomStringConvertible {
    /// Samples a second.
    package static let rate = 22_050

    package let samples: [Int16]

    package init(_ samples: some Sequence<Int16>) {
        self.samples = Array(samples)
    }

    /// Returns how many samples fit in `duration`, rounded down.
    package static func samples(in duration: Duration) -> Int {
        Int(duration / .seconds(1) * Double(rate))
    }

    /// The duration.
    package var duration: Duration { .seconds(1) * samples.count / Self.rate }

    /// The root mean square: 0 for silence, at most 32,768.
    package var rms: Double { Self.rms(samples[...]) }

    /// Removes the quiet at the beginning and the end: samples no further from zero than the threshold.
    package func trimmed(threshold: Int16 = 100) -> Sound {
        guard let last = samples.lastIndex(where: { $0 > threshold || $0 < -threshold }) else { return Sound([]) }
        return Sound(trimmedStart(threshold: threshold).samples.dropLast(samples.count - 1 - last))
    }

    /// Removes the quiet at the beginning.
    package func trimmedStart(threshold: Int16 = 100) -> Sound {
        Sound(samples.drop { $0 <= threshold && $0 >= -threshold })
    }

    /// The sound without the silence that a server leaves where it had nothing to play. Compare it only with another sound without gaps:
    /// the zeros within the sound are gone, too.
    package var withoutGaps: Sound { Sound(samples.filter { $0 != 0 }) }

    /// Returns a part of the sound; anything outside the sound is left out.
    package func part(from start: Duration, for length: Duration) -> Sound {
        Sound(samples.dropFirst(Self.samples(in: start)).prefix(Self.samples(in: length)))
    }

    /// Returns how much of the sound is not silent: the share of windows whose ``rms`` is above the threshold.
    package func loudFraction(window: Duration = .milliseconds(10), threshold: Double = 100) -> Double {
        let length = max(Self.samples(in: window), 1)
        let starts = stride(from: 0, to: samples.count, by: length)
        let loud = starts.count { Self.rms(samples[$0..<min($0 + length, samples.count)]) > threshold }
        return samples.isEmpty ? 0 : Double(loud) / Double((samples.count + length - 1) / length)
    }

    package var description: String {
        "\(samples.count) samples (\(duration)), RMS \(Int(rms))"
    }

    /// Joins two sounds.
    package static func + (first: Sound, second: Sound) -> Sound {
        Sound(first.samples + second.samples)
    }

    package static func silence(_ duration: Duration) -> Sound {
        Sound(repeatElement(0, count: samples(in: duration)))
    }

    private static func rms(_ samples: ArraySlice<Int16>) -> Double {
        guard !samples.isEmpty else { return 0 }
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        return (sum / Double(samples.count)).squareRoot()
    }
}
