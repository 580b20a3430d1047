import Glibc
import TestSupport
import Testing

// The progress of programs, and their prompts.
extension EndToEnd.PipeCommandTests {
    @Test func `U9: what a terminal would show of a program's progress is heard, and pv's numbers are percentages`() async throws {
        for (name, options) in [("docker", []), ("pip", ["--match", "."]), ("pv", [])] {
            let pipe = try pipe(options, input: .file(repositoryFile("Tests/Recordings/\(name)")))
            #expect(try await pipe.error.remainingLines() == [])
            #expect(try await pipe.exit() == .code(0))
            let spoken = try repositoryText("Tests/Recordings/\(name).spoken").split(separator: "\n").map(String.init)
            let heard = try await heard()
            // A newer percentage replaces one that still waits.
            var rest = spoken[...]
            for line in heard {
                rest = rest.drop { $0 != line && $0.hasSuffix("%") }
                #expect(rest.popFirst() == line)
            }
            #expect(rest.isEmpty)
        }
        for (options, last) in [([], "100%"), (["--kind", "number"], "100")] {
            let pipe = try pipe(
                ["--updates-frequently", "--label", "Copy"] + options, input: .file(repositoryFile("Tests/Recordings/pv-n")))
            #expect(try await pipe.exit() == .code(0))
            #expect(try await heard().last?.hasSuffix("\(last).") == true)
        }
    }

    @Test func `Q9: A percentage that waits gives way to a newer one, so that an error comes soon`() async throws {
        try await watcher.ask("pause")
        let pipe = try pipe([], input: .pipe)
        try watcher.send(#"{"type":"subscribe","id":"p","events":["started","posted"]}"#)
        try await watcher.reply("p")
        for percent in stride(from: 10, through: 90, by: 10) {
            try pipe.write("\rDownloading \(percent)%")
            // The first shows only once it is rewritten that it is a line of progress.
            if percent > 10 { try await watcher.message { $0.event == "posted" && $0.text?.hasPrefix("Downloading, ") == true } }
        }
        try pipe.write("\nerror: disk full\n")
        pipe.closeInput()
        try await watcher.message { $0.event == "posted" && $0.text == "error: disk full" }
        #expect(try await watcher.ask("status").status?.waiting == ["low": 2])
        try await watcher.ask("resume")
        #expect(try await pipe.exit() == .code(0))
        #expect(try await heard() == ["Downloading, 90%", "error: disk full"])
    }

    @Test(
        "U7: the last value is spoken in the daemon's words if it was not heard",
        arguments: [
            (["--kind", "time"], "14:04", "14:05", "fourteen oh 5"), (["--kind", "number"], "1", "-5", "minus 5"),
            (["--kind", "duration"], "1h 1m", "1h 2m", "one hour and two minutes"), ([], "40", "41", "41%"),
        ])
    func lastValue(_ options: [String], _ first: String, _ last: String, _ read: String) async throws {
        let pipe = try announceProcess(
            ["pipe", "--socket", daemon.socket, "--updates-frequently", "--label", "Copy"] + options,
            environment: ["LC_ALL": "de_DE.UTF-8"], input: .pipe)
        try pipe.write("\(first)\n")
        #expect(try await watcher.message { $0.event == "started" }.text?.hasPrefix("Copy, ") == true)
        // The app is in the background from now on, so its values are stored and not spoken (N5).
        let other = try await Client(daemon.socket)
        try other.send(#"{"type":"screenChanged","title":"Other"}"#)
        let title = try await watcher.message { $0.event == "started" }.text
        #expect(title == "Other.")
        try pipe.write("\(last)\n")
        pipe.closeInput()
        #expect(try await pipe.error.remainingLines() == [])
        #expect(try await pipe.exit() == .code(0))
        let heard = try await heard()
        #expect(heard == ["Copy, \(read)."])
    }

    @Test func `U9: a prompt is heard while its program waits, and the answer's line by itself`() async throws {
        let pipe = try pipe(["--prefix", "apt:"])
        try pipe.write("Reading lists...\nContinue? [Y/n] ")
        for text in ["apt: Reading lists...", "apt: Continue? [Y/n]"] {
            try await watcher.message { $0.event == "started" && $0.text == text }
        }
        try pipe.write("Done.\n")
        pipe.closeInput()
        #expect(try await pipe.exit() == .code(0))
        #expect(try await heard() == ["apt: Done."])
    }
}
