import Testing

@testable import ALSA

struct NearNamesTests {
    @Test(arguments: [
        ("pulsed", ["pulse"]), ("PULSE", ["pulse"]), ("plughv", ["plughw"]), ("xyz", []), ("defualt", ["default"]),
    ])
    func `A mistyped name is recognized, another is not`(name: String, near: [String]) {
        #expect(PCMNames.nearest(to: name, among: ["default", "pulse", "plughw", "null", "hw"]) == near)
    }

    @Test func `A name becomes one argument`() {
        #expect(PCM.quoted("hw:1,0") == "'hw:1,0'")
        #expect(PCM.quoted("it's \\") == "'it\\'s \\\\'")
    }
}
