import Testing

@testable import Watch

@Suite struct PlayersTests {
    private static func players(_ setting: WatchSettings.Players = .holdLow, isEnabled: Bool = true) -> Players {
        var settings = WatchSettings()
        settings.players = setting
        settings.isEnabled = isEnabled
        var players = Players(settings: settings)
        players.update("vlc.instance7", identity: "VLC media player", file: "org.videolan.vlc", isPlaying: true)
        players.update("firefox", identity: nil, file: nil, isPlaying: false)
        return players
    }

    @Test func `W4: The title that plays is spoken, and lows are held for it if the user wants that`() {
        var players = Self.players()
        #expect(players.sessions == ["VLC media player plays"])
        #expect(players.note(hasBus: true) == "VLC media player plays")
        players.update("firefox", identity: nil, file: nil, isPlaying: true)
        #expect(players.sessions == ["VLC media player plays", "firefox plays"])
        #expect(players.note(hasBus: true) == "VLC media player, firefox play")
        players.remove("vlc.instance7")
        #expect(players.sessions == ["firefox plays"])
        players.clear()
        #expect(players.sessions == [] && players.note(hasBus: true) == nil)
        #expect(players.note(hasBus: false) == Players.noBusNote)
        #expect(Self.players(.nothing).sessions == [] && Self.players(.nothing).note(hasBus: false) == nil)
        #expect(Self.players(.nothing).note(hasBus: true) == "VLC media player plays")
        #expect(Self.players(isEnabled: false).sessions == [] && Self.players(isEnabled: false).note(hasBus: true) == nil)
    }

    @Test(arguments: [
        ("vlc", true), ("org.videolan.VLC", true), ("VLC media player", true), ("org.example.mail", false), ("", false),
        ("announce", false),
    ])
    func `W4: A player that keeps a session itself has no second`(_ client: String, _ isOne: Bool) {
        var players = Self.players()
        players.clients = [client]
        #expect(players.sessions.isEmpty == isOne)
    }

    @Test func `W4: Players that don't play hide none that does, and of many that play each has its turn`() {
        var players = Self.players()
        for number in 0..<100 { players.update("paused\(number)", identity: nil, file: nil, isPlaying: false) }
        players.update("mpv", identity: nil, file: nil, isPlaying: true)
        #expect(players.sessions == ["VLC media player plays", "mpv plays"])
        #expect(players.note(hasBus: true) == "VLC media player, mpv play")
        for number in 0..<100 { players.update("p\(number)", identity: nil, file: nil, isPlaying: true) }
        #expect(players.sessions.count == 16)
        for number in 0..<100 { players.update("p\(number)", identity: nil, file: nil, isPlaying: false) }
        #expect(players.sessions == ["VLC media player plays", "mpv plays"])
    }

    @Test func `Neither many players nor long names take room`() {
        var players = Self.players()
        for number in 0..<100 {
            players.update("p\(number)", identity: String(repeating: "é\n", count: 1000), file: nil, isPlaying: true)
        }
        #expect(players.sessions.count == 2 && players.sessions.allSatisfy { $0.unicodeScalars.count < 256 })
    }
}
