import Glibc
import Watch

/// Tracks whether the screen is locked, the user does not want to be disturbed, or a screen reader runs.
final class SurroundingsWatch {
    /// Screen lockers, each with an interface of the same name, at a path of that name.
    private static let lockers = [
        "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver", "org.mate.ScreenSaver",
        "org.xfce.ScreenSaver",
    ]
    private static let inhibition = BusProperty(
        owner: NotificationMonitor.server, path: "/org/freedesktop/Notifications", interface: NotificationMonitor.server,
        name: "Inhibited")
    private static let pause = BusProperty(
        owner: NotificationMonitor.server, path: "/org/freedesktop/Notifications", interface: "org.dunstproject.cmd0", name: "paused")
    /// Xfce's settings, which contain its do-not-disturb.
    private static let xfconf = "org.xfce.Xfconf"
    private static let xfceInhibition = (channel: "xfce4-notifyd", property: "/do-not-disturb")
    /// Orca's names on the bus, from version 49 on.
    private static let orcas = ["org.gnome.Orca.Service", "org.gnome.Orca1.Service"]
    private static let screenReader = BusProperty(
        owner: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Status", name: "ScreenReaderEnabled")
    private static let session = BusProperty(
        owner: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto", interface: "org.freedesktop.login1.Session",
        name: "LockedHint")

    /// The active signs of do-not-disturb, and of a screen reader.
    private var inhibitors: Set<String> = [] { didSet { surroundings.isInhibited = !inhibitors.isEmpty } }
    private var screenReaders: Set<String> = [] { didSet { surroundings.hasScreenReader = !screenReaders.isEmpty } }
    private(set) var surroundings = Surroundings() { didSet { if surroundings != oldValue { didChange() } } }
    /// Whether all first queries were answered, or will not be in time. Until then, nothing is spoken, so that nothing private is spoken on
    /// a locked screen. There may be no system bus.
    var isKnown: Bool {
        guard let session, let system else { return false }
        return session.isConnected && system.state != .unknown && unanswered.isEmpty
    }

    /// The connections of the programs that show notifications, by their names.
    private var owners: [String: String] = [:]
    private let didChange: () -> Void
    private var session: Bus?
    private var system: Bus?
    /// The first queries that have not ended, by their bus.
    private var unanswered: [ObjectIdentifier: Set<String>] = [:]
    /// Whether the first queries are being sent.
    private var isOpening = false
    /// Whether the notification server is dunst, which does not report when it is paused.
    private var serverCanPause = false
    private let loop: MainLoop
    /// The queries that were not answered in time, and the timer for repeating them.
    private var late: [String: () -> Void] = [:]
    private var timer: TimerSource?
    private static let timeToNextQuestion = Duration.seconds(10)

    /// - Parameter didChange: called when ``surroundings`` or ``isKnown`` may have changed.
    init(_ session: BusAddress, _ system: BusAddress, on loop: MainLoop, didChange: @escaping () -> Void) {
        self.loop = loop
        self.didChange = didChange
        self.session = Bus(session, on: loop, didOpen: { [unowned self] in open($0) }) { [unowned self] in
            if self.session?.isConnected != true { surroundings.lockedBy = surroundings.lockedBy.filter { $0 == Self.session.owner } }
            if let session = self.session { forgetQuestions(to: session) }
            self.didChange()
        }
        self.system = Bus(
            system, on: loop,
            didOpen: { [unowned self] bus in
                // A bus that already counts as locked need not be awaited again.
                isOpening = bus.state != .refused
                // A locker that hangs may have locked the screen, so the screen counts as locked until it answers.
                follow(
                    Self.session, on: bus, didTimeOut: { [unowned self] in setLocked(true, by: Self.session.owner) }
                ) { [unowned self] in setLocked($0?.flag == true, by: Self.session.owner) }
                isOpening = false
            }
        ) { [unowned self] in
            // If the login manager can't be queried, the screen may be locked.
            if self.system?.state == .refused { setLocked(true, by: Self.session.owner) }
            if let system = self.system { forgetQuestions(to: system) }
            self.didChange()
        }
    }

    deinit {
        session?.stop()
        system?.stop()
    }

    func start() {
        session?.start()
        system?.start()
    }

    /// Queries whether the notification server is paused, which only dunst can be.
    func askWhetherPaused(_ didAnswer: @escaping (Bool) -> Void) {
        guard serverCanPause else { return didAnswer(false) }
        session?.get(Self.pause) { didAnswer($0?.flag == true) }
    }

    private static func ownerRule(_ name: String) -> String {
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
    }

    /// Returns whether a connection owns the name of a program that shows notifications.
    func isOwner(_ connection: String, of name: String) -> Bool {
        // The connection may have just taken the name.
        if owners[name] != connection { session?.process() }
        return owners[name] == connection
    }

    private func setLocked(_ isLocked: Bool, by locker: String) {
        if isLocked { surroundings.lockedBy.insert(locker) } else { surroundings.lockedBy.remove(locker) }
    }

    private func open(_ bus: Bus) {
        isOpening = true
        defer { isOpening = false }
        for locker in Self.lockers {
            let path = "/" + locker.replacing(".", with: "/")
            ask(locker, of: locker, on: bus) { [unowned self, unowned bus] isFirst, didEnd in
                bus.call(
                    locker, path, locker, "GetActive",
                    didTimeOut: { [unowned self] in
                        if isFirst { setLocked(true, by: locker) }
                        didEnd(false)
                    }
                ) { [unowned self] answer in
                    setLocked(answer?.flag() == true, by: locker)
                    didEnd(true)
                }
            }
            bus.match("type='signal',sender='\(locker)',interface='\(locker)',member='ActiveChanged'") { [unowned self] in
                setLocked($0.flag() == true, by: locker)
            }
        }
        for name in [NotificationMonitor.server, NotificationMonitor.gnome] {
            bus.match(Self.ownerRule(name)) { [unowned self] message in
                message.skip("ss")
                owners[name] = message.text(256)
            }
            ask("owner of \(name)", of: name, on: bus) { [unowned self, unowned bus] _, didEnd in
                bus.getOwner(of: name) { [unowned self] in
                    owners[name] = $0
                    didEnd(true)
                }
            }
        }
        follow(Self.inhibition, on: bus) { [unowned self] in note(Self.inhibition.owner, $0?.flag == true, in: \.inhibitors) }
        let xfce = Self.xfceInhibition
        let change = "interface='\(Self.xfconf)',arg0='\(xfce.channel)',arg1='\(xfce.property)'"
        ask(
            Self.xfconf, of: Self.xfconf, on: bus, again: "type='signal',sender='\(Self.xfconf)',\(change)"
        ) { [unowned self, unowned bus] _, didEnd in
            bus.call(
                Self.xfconf, "/org/xfce/Xfconf", Self.xfconf, "GetProperty", [xfce.channel, xfce.property], didTimeOut: { didEnd(false) }
            ) { [unowned self] answer in
                note(Self.xfconf, answer?.variant()?.flag == true, in: \.inhibitors)
                didEnd(true)
            }
        }
        follow(Self.pause, on: bus) { [unowned self] in serverCanPause = $0 != nil }
        follow(Self.screenReader, on: bus) { [unowned self] in note(Self.screenReader.owner, $0?.flag == true, in: \.screenReaders) }
        for orca in Self.orcas {
            ask("owner of \(orca)", of: orca, on: bus) { [unowned self, unowned bus] _, didEnd in
                bus.getOwner(of: orca) { [unowned self] in
                    note(orca, $0 != nil, in: \.screenReaders)
                    didEnd(true)
                }
            }
        }
    }

    private func note(_ sign: String, _ isThere: Bool, in signs: ReferenceWritableKeyPath<SurroundingsWatch, Set<String>>) {
        if isThere { self[keyPath: signs].insert(sign) } else { self[keyPath: signs].remove(sign) }
    }

    private func didEnd(_ question: String, to bus: Bus) {
        guard unanswered[ObjectIdentifier(bus)]?.remove(question) != nil, unanswered[ObjectIdentifier(bus)]?.isEmpty == true else { return }
        unanswered[ObjectIdentifier(bus)] = nil
        if unanswered.isEmpty { didChange() }
    }

    /// A bus that has gone no longer answers.
    private func forgetQuestions(to bus: Bus) {
        if !bus.isConnected { unanswered[ObjectIdentifier(bus)] = nil }
    }

    /// Queries a property now, and whenever its owner or its value changes.
    /// - Parameter didTimeOut: called if the owner exists, but does not answer the first query.
    private func follow(
        _ property: BusProperty, on bus: Bus, didTimeOut: @escaping () -> Void = {}, _ didLearn: @escaping (BusValue?) -> Void
    ) {
        let change = "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(property.interface)'"
        ask(
            property.name, of: property.owner, on: bus, again: "type='signal',sender='\(property.owner)',\(change)"
        ) { [unowned bus] isFirst, didEnd in
            bus.get(
                property,
                didTimeOut: {
                    if isFirst { didTimeOut() }
                    didEnd(false)
                }
            ) { value in
                didLearn(value)
                didEnd(true)
            }
        }
    }

    /// Sends a query now, whenever a program takes or releases this name, and whenever a signal matches a rule. Repeats a query that was
    /// not answered in time, because even the bus may be slow while a session begins.
    private func ask(
        _ question: String, of name: String, on bus: Bus, again rule: String? = nil, _ send: @escaping Question
    ) {
        // The bus keeps this closure, so it must not keep the bus's owner.
        let begin = { [unowned self, unowned bus] in ask(question, on: bus, send) }
        bus.match(Self.ownerRule(name)) { _ in begin() }
        if let rule { bus.match(rule) { _ in begin() } }
        begin()
    }

    private typealias Question = (_ isFirst: Bool, _ didEnd: @escaping (_ isAnswered: Bool) -> Void) -> Void

    private func ask(_ question: String, on bus: Bus, _ send: @escaping Question) {
        if isOpening { unanswered[ObjectIdentifier(bus), default: []].insert(question) }
        bus.ask(question) { [unowned self, unowned bus] didEnd in
            send(unanswered[ObjectIdentifier(bus)]?.contains(question) == true) { [unowned self, unowned bus] isAnswered in
                self.didEnd(question, to: bus)
                didEnd()
                if !isAnswered { askLater(question, on: bus, send) }
            }
        }
    }

    private func askLater(_ question: String, on bus: Bus, _ send: @escaping Question) {
        // A new connection sends all queries again.
        guard bus.isOpen else { return }
        late[question] = { [unowned self, unowned bus] in if bus.isOpen { ask(question, on: bus, send) } }
        guard timer == nil else { return }
        timer = loop.after(Self.timeToNextQuestion) { [unowned self] in
            timer = nil
            let questions = late.values
            late = [:]
            for ask in questions { ask() }
        }
    }
}
