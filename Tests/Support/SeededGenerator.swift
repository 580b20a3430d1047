import FoundationEssentials

/// SplitMix64: the same numbers from the same seed, on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a seed for the random part of a test: `TEST_SEED` if it is set, a new one if that is `random`, else always the same, so that a
    /// test that fails has been broken by a change. It is printed at once, because a trap prints nothing.
    package static func seed(for test: String) -> UInt64 {
        let setting = ProcessInfo.processInfo.environment["TEST_SEED"] ?? "1"
        let seed = UInt64(setting) ?? UInt64.random(in: 0...UInt64.max)
        print("\(test): TEST_SEED=\(seed)")
        return seed
    }
}
