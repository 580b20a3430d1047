import Glibc
import Messages
import Watch

/// Reads the notifications that any program shows on the desktop.
final class NotificationMonitor {
    static let server = "org.freedesktop.Notifications"
    static let gnome = "org.gtk.Notifications"
    /// The server's answers contain the numbers of the notifications. dbus-broker ignores a monitor's `destination`.
    private static let rules = [
        "type='method_call',destination='\(server)',interface='\(server)',member='Notify'",
        "type='method_call',destination='\(server)',interface='\(server)',member='CloseNotification'",
        "type='method_return',sender='\(server)'",
        "type='signal',sender='\(server)',interface='\(server)',member='NotificationClosed'",
        "type='method_call',destination='\(gnome)',interface='\(gnome)'",
    ]

    /// An event of a notification.
    enum Event {
        case shown(DesktopNotification, NotificationID, replacing: UInt32?)
        /// The server's answer to a call.
        case numbered(NotificationID, UInt32)
        case closed(NotificationID)
    }

    /// Whether the monitor receives notifications; nil: the bus has not answered yet.
    private(set) var isMonitoring: Bool?
    private var bus: Bus?
    private let isOwner: (_ connection: String, _ name: String) -> Bool

    /// - Parameter isOwner: returns whether a connection owns a name. dbus-broker does not report this to a monitor.
    init(
        _ address: BusAddress, on loop: MainLoop, isOwner: @escaping (_ connection: String, _ name: String) -> Bool,
        didReceive: @escaping (Event) -> Void, didChange: @escaping () -> Void
    ) {
        self.isOwner = isOwner
        bus = Bus(
            address, isMonitor: true, on: loop,
            didOpen: { [unowned self] bus in
                isMonitoring = nil
                bus.becomeMonitor(Self.rules) { [unowned self] answer in
                    isMonitoring = answer != nil
                    didChange()
                }
            },
            didChange: { [unowned self] in
                if bus?.isConnected != true { isMonitoring = nil }
                didChange()
            })
        bus?.didReceive = { [unowned self] message in event(message).map(didReceive) }
    }

    deinit { bus?.stop() }

    func start() { bus?.start() }

    /// Returns whether a call is for the owner of a name. A call that the owner passes on to another program is not read twice.
    private func isCall(_ message: BusMessage, to name: String) -> Bool {
        message.destination == name || isOwner(message.destination, name)
    }

    private func event(_ message: BusMessage) -> Event? {
        switch (message.interface, message.member) {
        case (Self.server, "Notify") where isCall(message, to: Self.server): return Self.shown(message)
        case (Self.server, "CloseNotification") where isCall(message, to: Self.server), (Self.server, "NotificationClosed"):
            guard let number = message.number() else { return nil }
            // The second number is the reason: 1 means that the notification's time was over.
            return message.member == "NotificationClosed" && message.number() == 1 ? nil : .closed(.number(number))
        case (Self.gnome, "AddNotification") where isCall(message, to: Self.gnome): return Self.added(message)
        case (Self.gnome, "RemoveNotification") where isCall(message, to: Self.gnome):
            guard let app = message.text(256), let name = message.text(256) else { return nil }
            return .closed(.name(app: app, name: name))
        case ("", ""):
            guard let cookie = message.replyCookie, let number = message.number() else { return nil }
            return .numbered(.call(sender: message.destination, cookie: cookie), number)
        default: return nil
        }
    }

    /// Reads the arguments of `Notify`: susssasa{sv}i.
    private static func shown(_ message: BusMessage) -> Event? {
        guard let app = message.text(256), let replaced = message.number() else { return nil }
        message.skip("s")
        guard let title = message.text(), let body = message.text() else { return nil }
        message.skip("as")
        var notification = DesktopNotification(app: app, title: title, body: body)
        message.properties { name, value in
            switch name {
            case "urgency": notification.urgency = value.number == 0 ? .low : value.number == 2 ? .critical : .normal
            case "transient": notification.isTransient = value.flag ?? (value.number == 1)
            case "desktop-entry": notification.appID = value.text.map { String($0.prefix(256)) }
            case "value": notification.percent = value.number.map { min(max($0, 0), 999) }
            case "x-canonical-private-synchronous", "x-dunst-stack-tag", "synchronous":
                notification.tag = value.text.map { String($0.prefix(100)) }
            default: break
            }
        }
        return .shown(notification, .call(sender: message.sender, cookie: message.cookie), replacing: replaced == 0 ? nil : replaced)
    }

    /// Reads the arguments of GNOME's `AddNotification`: ssa{sv}.
    private static func added(_ message: BusMessage) -> Event? {
        guard let app = message.text(256), let name = message.text(256) else { return nil }
        // org.gnome.Nautilus, or a file name that ends with .desktop.
        let parts = app.split(separator: ".").filter { $0 != "desktop" }
        var notification = DesktopNotification(app: parts.last.map(String.init) ?? app, appID: parts.joined(separator: "."))
        message.properties { name, value in
            switch name {
            case "title": notification.title = value.text ?? ""
            case "body": notification.body = value.text ?? ""
            case "priority": notification.urgency = value.text == "low" ? .low : value.text == "urgent" ? .critical : .normal
            default: break
            }
        }
        return .shown(notification, .name(app: app, name: name), replacing: nil)
    }
}
