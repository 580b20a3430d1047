import Glibc
import TestSupport
import Testing

extension EndToEnd.DesktopFaultTests {
    /// A fault of a bus's connections: a function of the relay.
    enum Fault: String {
        case endFirstConnections, answerLate, ignoreFirstRequest, endConnectionsUntilOpen
    }

    /// Starts a bus, and a program that passes everything on between it and its clients, but for the fault. Returns the program when
    /// the fault has happened for the first time.
    private func startFaultyBus(_ name: String, _ fault: Fault, in scene: DesktopStage) async throws -> ChildProcess {
        try await scene.startBus("behind")
        let relay = try await scene.serve(
            """
            import itertools, os, socket, threading, time
            folder, failed = os.environ['XDG_RUNTIME_DIR'], []
            def fail(number):
                failed.append(number)
                os.write(1, b'failed\\n')
            def endFirstConnections(data, number, isAnswer):
                if number < 20:
                    fail(number)
                    raise OSError
                return data
            def answerLate(data, number, isAnswer):
                if number < 2 and isAnswer and b':1.' in data and number not in failed:
                    fail(number)
                    time.sleep(7)  # longer than the watcher waits for an answer
                return data
            def ignoreFirstRequest(data, number, isAnswer):
                if b'BecomeMonitor' not in data or failed: return data
                fail(number)
                return b''
            def endConnectionsUntilOpen(data, number, isAnswer):
                if not os.path.exists(folder + '/open'):
                    fail(number)
                    raise OSError
                return data
            def copy(number, source, sink, bus):
                try:
                    while data := source.recv(65536):
                        sink.sendall(\(fault.rawValue)(data, number, source is bus))
                except OSError: pass
                for end in (source, sink): end.shutdown(socket.SHUT_RDWR)
            def accept():
                for number in itertools.count():
                    client, bus = listener.accept()[0], socket.socket(socket.AF_UNIX)
                    bus.connect(folder + '/behind')
                    for ends in ((client, bus), (bus, client)):
                        threading.Thread(target=copy, args=(number, *ends, bus), daemon=True).start()
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(folder + '/relay')
            listener.listen()
            threading.Thread(target=accept, daemon=True).start()
            GLib.idle_add(os.rename, folder + '/relay', folder + '/\(name)')
            main()
            """)
        #expect(try await relay.output.nextLine(within: .seconds(60)) == "failed")
        return relay
    }

    @Test(arguments: [Fault.endFirstConnections, .answerLate, .ignoreFirstRequest])
    func `W1: A session bus that ends connections, answers late or not at all is connected to again`(_ fault: Fault) async throws {
        let scene = try await DesktopStage()
        try await scene.noted()
        scene.kill("session")
        try await scene.noted("notices microphones in use; \(DesktopStage.noBus)")
        let relay = try await startFaultyBus("session", fault, in: scene)
        try await scene.noted()
        try await scene.startServer()
        // To the connection that owns the name.
        try await scene.script("server.Notify('Mail', 0, '', 'Alpha', '', [], {}, -1)")
        #expect(try await scene.next("finished").text == "Mail: Alpha")
        withExtendedLifetime(relay) {}
    }

    @Test func `W3: While the system bus is there, but ends connections, the screen counts as locked`() async throws {
        let scene = try await DesktopStage()
        try await scene.noted()
        scene.kill("system")
        let relay = try await startFaultyBus("system", .endConnectionsUntilOpen, in: scene)
        try await scene.noted(locked)
        try await scene.notify("Alpha")
        #expect(try await scene.next("finished").text == "Mail")
        try scene.makeFile("open")
        try await scene.noted()
        withExtendedLifetime(relay) {}
    }
}
