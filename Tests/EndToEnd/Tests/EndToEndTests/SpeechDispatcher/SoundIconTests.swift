import TestSupport
import Testing

extension EndToEnd {
    /// Sound icons of speech-dispatcher's clients: real files, and what is heard of them.
    struct SoundIconTests {
        private let folder: TemporaryFolder
        private let icons: IconFolder
        private let socket: String

        init() throws {
            folder = try TemporaryFolder()
            icons = try IconFolder()
            socket = folder.path("ssip")
        }

        private func daemon(_ configuration: String = "") async throws -> Daemon {
            let file = folder.path("heard.wav")
            return try await Daemon(
                configuration: steady + configuration, ["--speech-dispatcher", socket, "--wav", file], environment: icons.environment)
        }

        private var heard: Sound { get throws { try Sound(wavFile: folder.path("heard.wav")).trimmed() } }

        /// Asks for an icon.
        /// - Returns: the message's number.
        private func play(_ name: String, _ client: SSIPConnection) async throws -> Int {
            let answer = try await client.ask("SOUND_ICON \(name)")
            #expect(answer.code == 225)
            return try #require(answer.data.first.flatMap { Int($0) })
        }

        @Test func `An icon of the configured theme is heard as its sound, from BEGIN to END`() async throws {
            try icons.theme("mine")
            try icons.theme("freedesktop")
            let tone = WAVBytes.tone(seconds: 0.4)
            try icons.write(WAVBytes.of(tone), to: "sounds/mine/stereo/bell.wav")
            try icons.write(WAVBytes.of(WAVBytes.tone(880)), to: "sounds/freedesktop/stereo/bell.wav")
            let daemon = try await daemon("earcons.theme = \"mine\"\n")
            let client = try await SSIPConnection(socket, as: "orca")
            let number = try await play("bell-window", client)
            #expect(try await client.event() == (701, number))
            #expect(try await client.event() == (702, number))
            try await daemon.end()
            #expect(try heard == Sound(tone).trimmed())
        }

        @Test func `An icon that is not installed is heard by its name, and so is any with sounds switched off`() async throws {
            let daemon = try await daemon()
            let client = try await SSIPConnection(socket, as: "orca")
            let number = try await play("bell", client)
            try await client.await(702, of: number)
            try await daemon.end()
            #expect(try await heard.isLike(reference("bell")))

            try icons.write(WAVBytes.of(WAVBytes.tone()), to: "sounds/speech-dispatcher/bell.wav")
            let silent = try await self.daemon("earcons.enabled = false\n")
            let other = try await SSIPConnection(socket, as: "orca")
            let name = try await play("bell", other)
            try await other.await(702, of: name)
            try await silent.end()
            #expect(try await heard.isLike(reference("bell")))
        }

        @Test func `Q14: STOP silences an icon`() async throws {
            try icons.write(WAVBytes.of(WAVBytes.tone(seconds: 10)), to: "sounds/speech-dispatcher/long.wav")
            let daemon = try await daemon()
            let client = try await SSIPConnection(socket, as: "orca")
            let number = try await play("long", client)
            #expect(try await client.event() == (701, number))
            #expect(try await client.ask("STOP self").code == 210)
            #expect(try await client.event() == (703, number))
            try await daemon.end()
            #expect(try heard.duration < .seconds(9))
        }

        @Test func `T23: an announcement's sound is heard before its text, and by its name if there is none`() async throws {
            let tone = WAVBytes.tone(seconds: 0.4)
            try icons.write(WAVBytes.of(tone), to: "sounds/speech-dispatcher/bell.wav")
            let daemon = try await daemon()
            for name in ["bell", "gong"] {
                let announce = try announceProcess(["--socket", daemon.socket, "--wait", "--sound", name, "Dinner"])
                #expect(try await announce.exit() == .code(0))
            }
            try await daemon.end()
            let places = [
                try heard.place(of: Sound(tone).trimmed()), try await heard.place(of: reference("Dinner")),
                try await heard.place(of: reference("gong")),
            ]
            #expect(places == places.sorted())
            #expect(try await heard.find(reference("bell")).correlation < 0.9)
        }

        @Test func `A file that is no sound is heard by its name`() async throws {
            try icons.write("RIFF, but no sound", to: "sounds/speech-dispatcher/bell.wav")
            let daemon = try await daemon()
            let client = try await SSIPConnection(socket, as: "orca")
            let number = try await play("bell", client)
            try await client.await(702, of: number)
            try await daemon.end()
            #expect(try await heard.isLike(reference("bell")))
        }
    }
}
