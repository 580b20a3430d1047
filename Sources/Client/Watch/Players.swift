/// The programs that play, as they report over MPRIS, and the programs among them for which lows wait (W4).
package struct Players: Sendable {
    /// The maximum number of players that are named, and of media sessions for them, at once.
    static let mostNamed = 16
    /// The maximum length of a player's name, in Unicode scalars: a session's name may have 256.
    static let longestName = 64

    private struct Player: Sendable {
        /// The player's human-readable name.
        var identity: String
        /// The player's identifiers: `vlc` of `org.mpris.MediaPlayer2.vlc`, and the name of its .desktop file.
        var names: [String]
    }

    package var settings: WatchSettings
    /// The clients of the daemon that have media sessions.
    package var clients: Set<String> = []
    /// The players that are playing. Others are not stored, however many there are.
    private var playing: [String: Player] = [:]

    package init(settings: WatchSettings) { self.settings = settings }

    /// Records a player, or a change in it.
    /// - Parameter name: the player's name on the bus, without the interface's: `vlc`, `firefox.instance123`.
    package mutating func update(_ name: String, identity: String?, file: String?, isPlaying: Bool) {
        guard isPlaying else { return remove(name) }
        let program = name.split(separator: ".").first.map(String.init) ?? name
        let visible = (identity ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(Self.longestName)
        let shown = visible.isEmpty ? program : String(String.UnicodeScalarView(visible))
        playing[name] = Player(identity: shown, names: [shown, program] + (file.map { [$0] } ?? []))
    }

    package mutating func remove(_ name: String) { playing[name] = nil }

    package mutating func clear() { playing = [:] }

    /// Returns the human-readable names of players, each once, because one program may have several players.
    private static func identities(of players: some Sequence<Player>) -> ArraySlice<String> {
        Set(players.map(\.identity)).sorted().prefix(mostNamed)
    }

    /// The names of the media sessions that should be active. None is for a player that is itself a client with a media session.
    package var sessions: Set<String> {
        guard settings.isEnabled, settings.players == .holdLow else { return [] }
        let others = playing.values.filter { player in !clients.contains { Self.matches($0, player) } }
        return Set(Self.identities(of: others).map { "\($0) plays" })
    }

    /// Returns the text for `announce status`; nil if there is nothing to report.
    package func note(hasBus: Bool) -> String? {
        guard settings.isEnabled else { return nil }
        guard hasBus else { return settings.players == .holdLow ? Self.noBusNote : nil }
        guard !playing.isEmpty else { return nil }
        let names = Self.identities(of: playing.values)
        return "\(names.joined(separator: ", ")) \(names.count == 1 ? "plays" : "play")"
    }

    package static let noBusNote = "no session bus answers, so players go unnoticed"

    /// Returns whether a client of the daemon is this player. The client may be called by any of the player's names, as
    /// `org.gnome.Rhythmbox3` or `rhythmbox`.
    private static func matches(_ client: String, _ player: Player) -> Bool {
        func last(_ name: String) -> String { name.lowercased().split(separator: ".").last.map(String.init) ?? "" }
        return player.names.contains { $0.lowercased() == client.lowercased() || last($0) == last(client) }
    }
}
