import Testing

@testable import announce

@Suite struct MisspeltCommandTests {
    @Test(arguments: [
        ("staus", "status"), ("statsu", "status"), ("histroy", "history"), ("resum", "resume"), ("pasue", "pause"), ("stopp", "stop"),
        ("screen-chnged", "screen-changed"), ("setings", "settings"),
        // These are texts: commands themselves, short words, words that are two slips from a short command, and names.
        ("status", nil), ("hello", nil), ("help", nil), ("day", nil), ("Staus", nil), ("done", nil), ("ready", nil), ("tea", nil),
        ("größe", nil), ("finished", nil), ("hist", nil), ("building", nil), ("", nil),
    ])
    func `A word that is all but a command's name is known as one, and other words are not`(word: String, command: String?) {
        #expect(MisspeltCommand.meant(by: word, of: Announce.commandNames) == command)
    }
}
