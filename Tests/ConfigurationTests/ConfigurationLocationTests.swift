import Configuration
import FoundationEssentials
import Glibc
import Messages
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

    @Test func `The first file that exists is read, and its path reported`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("announced"), withIntermediateDirectories: false)
        let path = try folder.write("[voice]\nrate = 200\n", to: "announced/config.toml")
        let loaded = ConfigurationLocation.load(file: nil) { ["XDG_CONFIG_HOME": folder.path, "LANG": "de_AT.UTF-8"][$0] }
        #expect(loaded.file == path)
        #expect(loaded.configuration.speech.rate == 200)
        #expect(loaded.configuration.speech.language == "de-at")
    }

    @Test func `O6: a file that can't be read as text is a mistake, and reading it does not block`() throws {
        let folder = try TemporaryFolder()
        let fifo = folder.path("fifo")
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        let files = [
            (folder.path("none.toml"), "can't be read (No such file or directory)"), (folder.path, "is not a file"),
            (fifo, "is not a file"),
            (try folder.write([0x23, 0xff], to: "broken.toml"), "is not valid UTF-8"), ("/dev/zero", "is longer than 1048576 bytes"),
        ]
        for (file, problem) in files {
            let loaded = ConfigurationLocation.load(file: file) { _ in nil }
            #expect(loaded.mistakes.map(\.description) == ["\(file):1:1: \(problem); expected a TOML file in UTF-8"])
            #expect(loaded.configuration == Configuration(language: "en"))
            #expect(throws: ConfigurationFile.Mistakes.self) { try loaded.withoutMistakes() }
        }
    }
}
