import Glibc
import TestSupport
import Testing

@testable import Systemd

/// The messages to a service manager, from a socket that another program reads.
@Suite struct NotifySocketTests {
    /// A program that receives one datagram at an address: it prints the text's lines, then what each descriptor that came along holds.
    private func receiver(at address: String) async throws -> ChildProcess {
        let script = """
            import os, socket, sys
            manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            manager.bind(sys.argv[1].replace("@", "\\0", 1))
            print("bound", flush=True)
            text, descriptors, _, _ = socket.recv_fds(manager, 4096, 253)
            print(text.decode())
            for descriptor in descriptors: print("holds", os.pread(descriptor, 100, 0).decode())
            """
        let program = try ChildProcess("python3", ["-c", script, address])
        #expect(try await program.output.nextLine() == "bound")
        return program
    }

    @Test("A message arrives with its descriptors, at a path and at a name", arguments: [false, true])
    func arrives(isName: Bool) async throws {
        let folder = try TemporaryFolder()
        let address = isName ? "@announced-test-\(getpid())" : folder.path("notify")
        let manager = try await receiver(at: address)
        let socket = try #require(NotifySocket(address: address))
        let files = try ["one", "two", "three"].map { name in try unsafe open(folder.write(name, to: name), O_RDONLY | O_CLOEXEC) }
        try socket.send(.storeDescriptors(name: "client", isPolled: false), .status("Two\nlines"), descriptors: files)
        for file in files { close(file) }
        #expect(
            try await manager.output.remainingLines()
                == ["FDSTORE=1", "FDNAME=client", "FDPOLL=0", "STATUS=Two lines", "holds one", "holds two", "holds three"])
    }

    @Test("An invalid manager's address is ignored")
    func addresses() {
        for address in [nil, "", "@", "relative", "vsock:2:99", "/" + String(repeating: "x", count: 107)] {
            #expect(NotifySocket(address: address) == nil, "\(address ?? "nil")")
        }
    }

    @Test("A manager that does not read delays nothing; one that is gone is an error")
    func fails() async throws {
        let folder = try TemporaryFolder()
        let address = folder.path("notify")
        let manager = try await receiver(at: address)
        manager.signal(SIGSTOP)
        let socket = try #require(NotifySocket(address: address))
        var failure: NotifySocket.Failure?
        // More than any system lets wait.
        for _ in 0..<10_000 where failure == nil {
            do { try socket.send(.watchdog) } catch { failure = error }
        }
        #expect(failure?.isTemporary == true)
        manager.close()
        #expect { try socket.send(.ready) } throws: { ($0 as? NotifySocket.Failure)?.isTemporary == false }
    }

    @Test("Notifications have one assignment a line, and a status is one line that is not too long")
    func fields() {
        #expect(ServiceField.ready.assignments == "READY=1")
        #expect(ServiceField.reloading(microseconds: 12).assignments == "RELOADING=1\nMONOTONIC_USEC=12")
        #expect(ServiceField.status("a\r\nWATCHDOG=1\t\u{7F}b").assignments == "STATUS=a  WATCHDOG=1  b")
        let long = ServiceField.status(String(repeating: "é", count: 5000)).assignments
        #expect((898...900).contains(long.utf8.count - "STATUS=".count) && long.hasSuffix("é…"))
        #expect(ServiceField.storeDescriptors(name: "a", isPolled: true).assignments == "FDSTORE=1\nFDNAME=a")
    }

    @Test("Descriptors for another process, or that no one passed, are left alone")
    func others() {
        func sockets(_ process: String?, _ count: String?) -> [ActivationSockets.Descriptor] {
            ActivationSockets(process: process, count: count, names: "announced").descriptors
        }
        #expect(sockets("1", "1") == [] && sockets(nil, "1") == [] && sockets("\(getpid())", nil) == [])
        #expect(sockets("\(getpid())", "-1") == [] && sockets("\(getpid())", "999999999") == [] && sockets("\(getpid())", "x") == [])
    }
}
