import SpeechQueue
import Testing

/// The hash of the daemon's own ids.
@Suite struct CountedIDTests {
    private static func hash(_ value: some Hashable, seed: Int) -> Int { value._rawHashValue(seed: seed) }

    @Test("Tables use the ids' own hash, which depends on the table's seed")
    func witness() {
        #expect(Self.hash(UtteranceID(5), seed: 7) == Int(((5 ^ 7) as UInt64 &* 0x9E37_79B9_7F4A_7C15) >> 32))
        #expect(Self.hash(ClientID(5), seed: 0) == Self.hash(UtteranceID(5), seed: 0))
        #expect(Self.hash(UtteranceID(5), seed: 0) != Self.hash(UtteranceID(5), seed: 7))
    }

    @Test("Numbers at equal distances share their places in a table with few others", arguments: [1, 2, 3, 7, 16, 64, 256, 4096])
    func spread(distance: UInt64) {
        for seed in [0, 0x7f3a_5c00_1000, 0x55d0_dead_b000] {
            var counts: [Int: Int] = [:]
            for place in 0..<4096 as Range<UInt64> {
                counts[Self.hash(UtteranceID(12_345 + place * distance), seed: seed) & 8191, default: 0] += 1
            }
            #expect(counts.values.allSatisfy { $0 <= 4 }, "\(seed)")
        }
    }
}
