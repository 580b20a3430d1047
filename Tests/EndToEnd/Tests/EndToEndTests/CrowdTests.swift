import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// However many connections others leave open, the user's commands are carried out, and texts and screen readers are heard.
    struct CrowdTests {
        private let ssip: String
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            ssip = folder.path("speech-dispatcher/speechd.sock")
        }

        private func stage() async throws -> Stage { try await Stage(["--speech-dispatcher", ssip]) }

        private func expectServed(_ stage: Stage) async throws {
            #expect(try await stage.announce("stop").exit() == .code(0))
            #expect(try await stage.announce("--wait", "Still here.").exit() == .code(0))
            let reader = try await SSIPConnection(ssip, as: "orca")
            let number = try await reader.speak("Still read.")
            try await reader.await(702, of: number)
        }

        @Test func `300 idle connections of one program keep no one out, and those that give way are told why`() async throws {
            let stage = try await stage()
            var all: [Client] = []
            for _ in 0..<300 { all.append(try await stage.client()) }
            let error = try await all[0].next()
            #expect(error?.code == "tooManyClients" && error?.message?.contains("128 clients of this program") == true)
            #expect(try await all[0].next() == nil)
            #expect(try await all[299].ask("status").status?.clients == 128)
            try await expectServed(stage)
        }

        @Test func `Of 200 that connect at once, those that give way are told why, and all are forgotten in the end`() async throws {
            let stage = try await stage()
            let user = try await stage.client(hello: #""app":"user""#)
            stage.daemon.process.signal(SIGSTOP)
            let all = try (0..<200).map { _ in try UnixSocketConnection(to: stage.daemon.socket) }
            stage.daemon.process.signal(SIGCONT)
            for connection in all[..<73] { #expect(try await connection.nextLine()?.contains("tooManyClients") == true) }
            #expect(try await user.ask("status").status?.clients == 128)
            for connection in all { connection.close() }
            try await user.awaitStatus(\.clients, is: 1)
        }

        @Test func `256 connections of one program that have introduced themselves keep no one out`() async throws {
            let stage = try await stage()
            var all: [Client] = []
            for number in 0..<256 { all.append(try await stage.client(hello: #""app":"app \#(number)""#)) }
            let error = try await all[0].next()
            #expect(error?.code == "tooManyClients" && error?.message?.contains("has been idle") == true)
            try await expectServed(stage)
        }

        @Test(arguments: ["", #"{"type":"hello","app":"PID"}"# + "\n"])
        func `256 programs that are connected and do nothing keep no one out`(line: String) async throws {
            let stage = try await stage()
            let programs = try await forkedClients(256, at: stage.daemon.socket, saying: line)
            try await expectServed(stage)
            programs.closeInput()
        }

        @Test func `SSIP: 256 programs that are connected and do nothing keep no one out`() async throws {
            let stage = try await stage()
            let programs = try await forkedClients(256, at: ssip)
            try await expectServed(stage)
            programs.closeInput()
        }

        @Test func `Clients with waiting speech are never dropped, and the user's commands are carried out nevertheless`() async throws {
            let stage = try await stage()
            #expect(try await stage.announce("pause").exit() == .code(0))
            let line = #"{"type":"announcement","text":"Number PID.","priority":"low"}"# + "\n"
            let programs = try await forkedClients(300, at: stage.daemon.socket, saying: line)
            let user = try await stage.client()
            let status = try await user.ask("status").status
            #expect(status?.waiting["low"] == 240)
            #expect(try await user.ask("ping").ok == true)
            let late = try stage.announce("Late.")
            #expect(try await late.exit() == .code(1))
            #expect(try await late.error.remainingLines().contains { $0.contains("240 clients are busy") })
            #expect(try await stage.announce("resume").exit() == .code(0))
            try await expectServed(stage)
            programs.closeInput()
        }
    }
}
