import CSystemd
import Glibc
import Watch

// DesktopWatch observes on the session bus which notifications the desktop shows, which players play, and whether the user wants to be
// disturbed.

/// A connection to a D-Bus bus that comes and goes with the bus.
@safe final class Bus {
    private static let name = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"
    /// How long answers to our calls may take, in microseconds.
    private static let patience: UInt64 = 5_000_000
    /// The errors of an attempt to connect after which the next attempt may succeed, although nothing has changed at the bus's socket.
    private static let passingErrors = [EAGAIN, ECONNRESET, EPIPE, ETIMEDOUT, ENOBUFS, ENOMEM, EMFILE, ENFILE]
    /// The number of messages in a row after which other events have their turn.
    private static let mostAtOnce = 64
    /// The maximum number of unanswered queries: one for each possible player, and others.
    private static let mostQuestions = 1280

    /// The result of the last attempt to connect.
    enum State {
        /// The first attempt has no result yet.
        case unknown
        /// The bus has answered.
        case connected
        /// There is no bus, or it has ended.
        case absent
        /// There is a bus, but it refused us, or did not answer in time.
        case refused
    }

    private(set) var state = State.unknown
    var isConnected: Bool { state == .connected }
    /// Whether there is a connection, answered or not.
    var isOpen: Bool { unsafe bus != nil }
    /// Whether sd-bus is processing. It does not allow nested calls.
    private var isProcessing = false
    /// The receiver of a monitor's messages.
    var didReceive: ((BusMessage) -> Void)?

    private let address: BusAddress
    private let isMonitor: Bool
    private let loop: MainLoop
    private let didOpen: (Bus) -> Void
    private let didChange: () -> Void
    private var socket: ServerSocket?
    private var bus: OpaquePointer?
    private var source: DescriptorSource?
    private var timer: TimerSource?
    /// Callback receivers, kept alive until sd-bus releases them.
    private var handlers: [ObjectIdentifier: BusHandler] = [:]
    /// Unanswered queries. The value says whether the query has been asked again since.
    private var questions: [String: Bool] = [:]

    /// - Parameters:
    ///   - didOpen: makes the calls of a new connection.
    ///   - didChange: called after ``isConnected`` has changed.
    init(
        _ address: BusAddress, isMonitor: Bool = false, on loop: MainLoop, didOpen: @escaping (Bus) -> Void,
        didChange: @escaping () -> Void
    ) {
        self.address = address
        self.isMonitor = isMonitor
        self.loop = loop
        self.didOpen = didOpen
        self.didChange = didChange
    }

    deinit { disconnect() }

    /// Connects as soon as there is a bus, and whenever it restarts.
    func start() {
        socket = ServerSocket(path: address.path, on: loop) { [unowned self] in connect() }
        socket?.start()
    }

    /// Disconnects for good.
    func stop() {
        socket = nil
        disconnect()
    }

    // MARK: Calls

    /// Calls a method with texts as arguments. The call starts no program.
    /// - Parameters:
    ///   - didTimeOut: called instead of `didAnswer`, if given, when the program is there and does not answer, or the call can't be sent.
    ///   - didAnswer: receives nil if the answer is an error, or there is none.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String] = [],
        didTimeOut: (() -> Void)? = nil, _ didAnswer: @escaping (BusMessage?) -> Void
    ) {
        unsafe call(
            destination, path, interface, member,
            append: { message in
                for argument in arguments { unsafe sd_bus_message_append_basic(message, CChar(bitPattern: UInt8(ascii: "s")), argument) }
            }, didTimeOut: didTimeOut, didAnswer)
    }

    /// Queries a property.
    func get(_ property: BusProperty, didTimeOut: (() -> Void)? = nil, _ didAnswer: @escaping (BusValue?) -> Void) {
        call(
            property.owner, property.path, "org.freedesktop.DBus.Properties", "Get", [property.interface, property.name],
            didTimeOut: didTimeOut
        ) { didAnswer($0?.variant()) }
    }

    /// Queries which connection owns a name; nil if none does.
    func getOwner(of name: String, _ didAnswer: @escaping (String?) -> Void) {
        callBus("GetNameOwner", [name]) { didAnswer($0?.text(256)) }
    }

    /// Calls a method of the bus itself. Connects again if the bus does not answer in time, because it may be slow while a session begins.
    func callBus(_ member: String, _ arguments: [String] = [], _ didAnswer: @escaping (BusMessage?) -> Void) {
        call(Self.name, Self.path, Self.name, member, arguments, didTimeOut: { [unowned self] in reconnect() }, didAnswer)
    }

    /// Sends a query. If it is asked again while unanswered, repeats it once, after the answer.
    func ask(_ question: String, _ send: @escaping (_ didEnd: @escaping () -> Void) -> Void) {
        if questions[question] != nil { return questions[question] = true }
        guard questions.count < Self.mostQuestions else { return }
        questions[question] = false
        send { [unowned self] in
            if questions.removeValue(forKey: question) == true { ask(question, send) }
        }
    }

    /// Receives the messages that match one of the rules, whoever their receiver is. After that, nothing can be sent on this connection.
    /// Connects again if the bus does not answer in time.
    func becomeMonitor(_ rules: [String], _ didAnswer: @escaping (BusMessage?) -> Void) {
        unsafe call(
            Self.name, Self.path, "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
            append: { message in
                let text = CChar(bitPattern: UInt8(ascii: "s"))
                unsafe sd_bus_message_open_container(message, CChar(bitPattern: UInt8(ascii: "a")), "s")
                for rule in rules { unsafe sd_bus_message_append_basic(message, text, rule) }
                unsafe sd_bus_message_close_container(message)
                var flags: UInt32 = 0
                unsafe sd_bus_message_append_basic(message, CChar(bitPattern: UInt8(ascii: "u")), &flags)
            }, didTimeOut: { [unowned self] in reconnect() }, didAnswer)
    }

    private func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, append: (OpaquePointer) -> Void,
        didTimeOut: (() -> Void)? = nil, _ didAnswer: @escaping (BusMessage?) -> Void
    ) {
        var message: OpaquePointer?
        func fail() { if let didTimeOut { didTimeOut() } else { didAnswer(nil) } }
        guard let bus = unsafe bus, unsafe sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) >= 0,
            let message = unsafe message
        else { return fail() }
        unsafe sd_bus_message_set_auto_start(message, 0)
        unsafe append(message)
        let handler = BusHandler { [unowned self] handler, answer in
            handlers[ObjectIdentifier(handler)] = nil
            if answer.isTimeout { fail() } else { didAnswer(answer.isError ? nil : answer) }
            return false
        }
        handlers[ObjectIdentifier(handler)] = handler
        let result = unsafe sd_bus_call_async(bus, nil, message, BusHandler.receive, handler.pointer, Self.patience)
        unsafe sd_bus_message_unref(message)
        // The call may be answered too late, or not be sent yet, with no other event following.
        guard result < 0 else { return timer = loop.after(.zero) { [unowned self] in process() } }
        handlers[ObjectIdentifier(handler)] = nil
        fail()
    }

    /// Receives the signals that match a rule, as long as the connection lasts.
    func match(_ rule: String, _ didReceive: @escaping (BusMessage) -> Void) {
        guard let bus = unsafe bus else { return }
        let handler = BusHandler { [unowned self] handler, message in
            didReceive(message)
            // The handler may have disconnected; then the library must not call the other matches.
            return handlers[ObjectIdentifier(handler)] != nil
        }
        handlers[ObjectIdentifier(handler)] = handler
        unsafe sd_bus_add_match_async(bus, nil, rule, BusHandler.receive, nil, handler.pointer)
    }

    // MARK: The connection

    private func connect() {
        var new: OpaquePointer?
        guard unsafe sd_bus_new(&new) >= 0, let new = unsafe new else { return didLose(isThere: true) }
        unsafe bus = new
        unsafe sd_bus_set_address(new, address.text)
        unsafe sd_bus_set_bus_client(new, 1)
        // A monitor that accepts no descriptors gets no message that carries any.
        unsafe sd_bus_negotiate_fds(new, isMonitor ? 1 : 0)
        if isMonitor { unsafe sd_bus_set_monitor(new, 1) }
        let result = unsafe sd_bus_start(new)
        guard result >= 0 else { return didLose(isThere: Self.passingErrors.contains(-result)) }
        source = unsafe loop.watch(sd_bus_get_fd(new)) { [unowned self] in process() }
        didOpen(self)
        // A call that can't be sent may have disconnected.
        if isOpen { process() }
    }

    private func disconnect() {
        source = nil
        timer = nil
        // SAFETY: a released bus calls no handler any more.
        if let old = unsafe bus {
            unsafe bus = nil
            unsafe sd_bus_close(old)
            unsafe sd_bus_unref(old)
        }
        handlers = [:]
        questions = [:]
    }

    func process() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        timer = nil
        for _ in 0..<Self.mostAtOnce {
            var message: OpaquePointer?
            let result = unsafe isMonitor ? sd_bus_process(bus, &message) : sd_bus_process(bus, nil)
            if let message = unsafe message {
                didReceive?(unsafe BusMessage(message))
                unsafe sd_bus_message_unref(message)
            }
            // A handler may have disconnected.
            guard isOpen else { return }
            guard result >= 0 else { return didLose(isThere: true) }
            if !isConnected, unsafe sd_bus_is_ready(bus) > 0 {
                state = .connected
                socket?.didConnect()
                didChange()
            }
            if result == 0 { return awaitEvents() }
        }
        timer = loop.after(.zero) { [unowned self] in process() }
    }

    /// Waits for the events that the library needs.
    private func awaitEvents() {
        timer = nil
        let events = unsafe sd_bus_get_events(bus)
        guard events >= 0 else { return didLose(isThere: true) }
        source?.wantsOutput = events & POLLOUT != 0
        var due: UInt64 = .max
        guard unsafe sd_bus_get_timeout(bus, &due) >= 0, due != .max else { return }
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
        timer = loop.after(.microseconds(due > now ? due - now : 0)) { [unowned self] in process() }
    }

    /// Connects again.
    private func reconnect() {
        if isOpen { didLose(isThere: true) }
    }

    /// - Parameter isThere: whether there is a bus, which may accept the next attempt.
    private func didLose(isThere: Bool) {
        disconnect()
        state = isThere && !isConnected ? .refused : .absent
        if isThere { socket?.didLose(expectsReturn: true) } else { socket?.didFail() }
        didChange()
    }
}

/// A property of an object on a bus.
struct BusProperty {
    /// The well-known name of the program that has the property.
    var owner: String
    var path: String
    var interface: String
    var name: String
}

/// The receiver of a message from the library.
private final class BusHandler {
    private let handle: (BusHandler, BusMessage) -> Bool

    /// - Parameter handle: returns whether other handlers may receive the message too.
    init(_ handle: @escaping (BusHandler, BusMessage) -> Bool) { self.handle = handle }

    /// The pointer for the library; the bus keeps the handler alive.
    var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Receives a message. Returns 1 if the library must stop processing it, otherwise 0.
    static let receive: sd_bus_message_handler_t = { message, pointer, _ in
        // SAFETY: the pointer refers to a handler that its bus keeps alive.
        guard let message = unsafe message, let pointer = unsafe pointer else { return 0 }
        let handler = unsafe Unmanaged<BusHandler>.fromOpaque(pointer).takeUnretainedValue()
        return handler.handle(handler, unsafe BusMessage(message)) ? 0 : 1
    }
}
