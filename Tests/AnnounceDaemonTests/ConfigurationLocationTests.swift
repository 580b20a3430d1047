import Accessibility
import AnnounceDaemon
import FoundationEssentials
import TestSupport
import Testing

@Suite struct ConfigurationLocationTests {
    @Test(arguments: [
        (["HOME": "/home/a"], ["/home/a/.config/announced/config.toml", "/etc/xdg/announced/config.toml"]),
        (["HOME": "/home/a", "XDG_CONFIG_HOME": "/c"], ["/c/announced/config.toml", "/etc/xdg/announced/config.toml"]),
        (["HOME": "/home/a", "XDG_CONFIG_HOME": ""], ["/home/a/.config/announced/config.toml", "/etc/xdg/announced/config.toml"]),
        ([:], ["/etc/xdg/announced/config.toml"]),
    ])
    func `The user's file comes before the system's`(_ environment: [String: String], _ expected: [String]) {
        #expect(ConfigurationLocation.candidates { environment[$0] } == expected)
    }

    @Test func `The first file that is there is read, and its path told`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("announced"), withIntermediateDirectories: false)
        let path = try folder.write("[voice]\nrate = 200\n", to: "announced/config.toml")
        let loaded = try ConfigurationLocation.load(file: nil) { ["XDG_CONFIG_HOME": folder.path, "LANG": "de_AT.UTF-8"][$0] }
        #expect(loaded.file == path)
        #expect(loaded.configuration.speech.rate == 200)
        #expect(loaded.configuration.speech.language == "de-at")
    }

    @Test func `A file that can't be read, or is no UTF-8, is a mistake`() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: ConfigurationFile.Mistakes.self) {
            try ConfigurationLocation.load(file: folder.path("none.toml")) { _ in nil }
        }
        #expect(missing?.description == "\(folder.path("none.toml")):1:1: can't be read; expected a TOML file")
        let broken = try folder.write([0x23, 0xff], to: "broken.toml")
        let error = #expect(throws: ConfigurationFile.Mistakes.self) { try ConfigurationLocation.load(file: broken) { _ in nil } }
        #expect(error?.description == "\(broken):1:1: is no UTF-8; expected TOML in UTF-8")
    }
}
