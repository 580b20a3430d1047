import Testing
import Voice

struct FadeOutTests {
    @Test func `Q14 a straight ramp down to silence`() {
        #expect(FadeOut.applied(to: [1000, 1000, 1000, -1000, -1000]) == [800, 600, 400, -200, 0])
        #expect(FadeOut.applied(to: [Int16.min]) == [0])
        #expect(FadeOut.applied(to: []).isEmpty)
    }
}
