import Glibc
import TestSupport
import Testing

extension EndToEnd.DesktopFaultTests {
    /// A fault of a bus's connections: a function of the relay.
    enum Fault: String {
        case endFirstConnections, answerLate, ignoreFirstRequest, endConnectionsUntilOpen, stopReading
    }

    /// Starts a bus, and a program that passes everything on between it and its clients, but for the fault. The program writes `failed`
    /// whenever that happens.
    private func startFaultyBus(_ name: String, _ fault: Fault, in scene: DesktopStage) async throws -> ChildProcess {
        try await scene.startBus("behind")
        let relay = try await scene.serve(
            """
            import itertools, os, socket, threading, time
            folder, failed = os.environ['XDG_RUNTIME_DIR'], []
            def fail(number):
                failed.append(number)
                os.write(1, b'failed\\n')
            def endFirstConnections(data, number, sink, isAnswer):
                if number < 20:
                    fail(number)
                    raise OSError
                return data
            def answerLate(data, number, sink, isAnswer):
                if len(failed) < 2 and isAnswer and b':1.' in data and number not in failed:
                    fail(number)
                    time.sleep(7)  # longer than the watcher waits for an answer
                return data
            def ignoreFirstRequest(data, number, sink, isAnswer):
                if b'BecomeMonitor' not in data or failed: return data
                fail(number)
                return b''
            def endConnectionsUntilOpen(data, number, sink, isAnswer):
                if not os.path.exists(folder + '/open'):
                    fail(number)
                    raise OSError
                return data
            def stopReading(data, number, sink, isAnswer):
                if isAnswer and b'NameOwnerChanged' in data and b'org.freedesktop.Notifications' in data:
                    fail(number)
                    sink.shutdown(socket.SHUT_RD)
                return data
            def copy(number, source, sink, bus):
                try:
                    while data := source.recv(65536):
                        sink.sendall(\(fault.rawValue)(data, number, sink, source is bus))
                except OSError: pass
                sink.shutdown(socket.SHUT_RDWR)
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
        return relay
    }

    private func awaitFault(_ relay: ChildProcess) async throws {
        #expect(try await relay.output.nextLine(within: .seconds(60)) == "failed")
    }

    @Test(arguments: [Fault.endFirstConnections, .answerLate, .ignoreFirstRequest])
    func `W1: A session bus that ends connections, answers late or not at all is connected to again`(_ fault: Fault) async throws {
        let scene = try await DesktopStage()
        try await scene.noted()
        scene.kill("session")
        try await scene.noted("notices microphones in use; \(DesktopStage.noBus)")
        let relay = try await startFaultyBus("session", fault, in: scene)
        try await awaitFault(relay)
        try await scene.noted()
        try await scene.startServer()
        // To the connection that owns the name.
        try await scene.script("server.Notify('Mail', 0, '', 'Alpha', '', [], {}, -1)")
        #expect(try await scene.next("finished").text == "Mail: Alpha")
        withExtendedLifetime(relay) {}
    }

    @Test func `W1: A session bus that stops reading while it sends a signal for several receivers is connected to again`() async throws {
        let scene = try await DesktopStage()
        try await scene.noted()
        scene.kill("session")
        try await scene.noted("notices microphones in use; \(DesktopStage.noBus)")
        let relay = try await startFaultyBus("session", .stopReading, in: scene)
        try await scene.noted()
        try await scene.startServer()
        try await awaitFault(relay)
        // Nothing tells when the watcher has noticed, and what is shown until it listens again is lost.
        try await scene.script(
            """
            import time
            for number in range(20):
                server.Notify('Mail', 0, '', 'Alpha', '', [], {}, -1)
                time.sleep(0.5)
            """)
        #expect(try await scene.next("finished").text == "Mail: Alpha")
        try await scene.noted()
        withExtendedLifetime(relay) {}
    }

    @Test func `W3: While the system bus is there, but ends connections, the screen counts as locked`() async throws {
        let scene = try await DesktopStage()
        try await scene.noted()
        scene.kill("system")
        let relay = try await startFaultyBus("system", .endConnectionsUntilOpen, in: scene)
        try await awaitFault(relay)
        try await scene.noted(locked)
        try await scene.notify("Alpha")
        #expect(try await scene.next("finished").text == "Mail")
        try scene.makeFile("open")
        try await scene.noted()
        withExtendedLifetime(relay) {}
    }
}
