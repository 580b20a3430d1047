import Testing

@testable import ALSA

struct NearNamesTests {
    @Test func `A name becomes one argument`() {
        #expect(PCM.quoted("hw:1,0") == "'hw:1,0'")
        #expect(PCM.quoted("it's \\") == "'it\\'s \\\\'")
    }
}
