import Watch

/// Tracks which players are playing, over MPRIS.
final class PlayersWatch {
    private static let prefix = "org.mpris.MediaPlayer2."
    private static let path = "/org/mpris/MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    /// Far more names than a desktop has, because a player beyond the limit could play unnoticed.
    private static let mostNames = 1024

    private(set) var players: Players
    var isConnected: Bool { bus?.isConnected == true }

    private let didChange: () -> Void
    private var bus: Bus?
    /// The players' names, by the names of their connections. A connection may have several.
    private var names: [String: Set<String>] = [:]

    /// - Parameter didChange: called when ``players`` or ``isConnected`` may have changed.
    init(_ address: BusAddress, on loop: MainLoop, settings: WatchSettings, didChange: @escaping () -> Void) {
        players = Players(settings: settings)
        self.didChange = didChange
        bus = Bus(address, on: loop, didOpen: { [unowned self] in open($0) }) { [unowned self] in
            if !isConnected { clear() }
            didChange()
        }
    }

    deinit { bus?.stop() }

    func start() { bus?.start() }

    func apply(_ settings: WatchSettings) { players.settings = settings }

    /// Receives which clients of the daemon have media sessions.
    func learn(_ clients: Set<String>) {
        guard players.clients != clients else { return }
        players.clients = clients
        didChange()
    }

    private func clear() {
        players.clear()
        names = [:]
    }

    private func open(_ bus: Bus) {
        bus.match(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'"
        ) { [unowned self] message in
            guard let name = message.text(256), message.text(256) != nil, let owner = message.text(256) else { return }
            for other in names.keys { names[other]?.remove(name) }
            names = names.filter { !$0.value.isEmpty }
            players.remove(Self.short(name))
            if owner.isEmpty { didChange() } else { add(name, of: owner, on: bus) }
        }
        bus.match(
            "type='signal',path='\(Self.path)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(Self.player)'"
        ) { [unowned self] message in
            var hasChanged = false
            message.skip("s")
            message.properties { name, _ in hasChanged = hasChanged || name == "PlaybackStatus" }
            if hasChanged { for name in names[message.sender] ?? [] { ask(name, on: bus) } }
        }
        // Unowned, because the bus keeps these closures.
        bus.callBus("ListNames") { [unowned self, unowned bus] answer in
            for name in answer?.texts(beginningWith: Self.prefix, most: Self.mostNames) ?? [] {
                bus.getOwner(of: name) { [unowned self, unowned bus] in
                    if let owner = $0 { add(name, of: owner, on: bus) }
                }
            }
        }
    }

    private func add(_ name: String, of owner: String, on bus: Bus) {
        // playerctld forwards other players.
        guard Self.short(name) != "playerctld", names.reduce(0, { $0 + $1.value.count }) < Self.mostNames else { return }
        names[owner, default: []].insert(name)
        ask(name, on: bus)
    }

    private func ask(_ name: String, on bus: Bus) {
        func property(_ property: String, _ interface: String) -> BusProperty {
            BusProperty(owner: name, path: Self.path, interface: interface, name: property)
        }
        // None of these closures keeps this object or the bus alive.
        bus.ask(name) { [unowned self, unowned bus] didEnd in
            bus.get(property("Identity", "org.mpris.MediaPlayer2")) { [unowned self, unowned bus] identity in
                bus.get(property("DesktopEntry", "org.mpris.MediaPlayer2")) { [unowned self, unowned bus] file in
                    bus.get(property("PlaybackStatus", Self.player)) { [unowned self] status in
                        defer { didEnd() }
                        guard names.values.contains(where: { $0.contains(name) }) else { return }
                        players.update(
                            Self.short(name), identity: identity?.text, file: file?.text, isPlaying: status?.text == "Playing")
                        didChange()
                    }
                }
            }
        }
    }

    private static func short(_ name: String) -> String { String(name.dropFirst(prefix.count)) }
}
