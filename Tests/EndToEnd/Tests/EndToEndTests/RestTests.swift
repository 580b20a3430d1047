import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// The memory and files that the processes keep while nothing happens.
    struct RestTests {
        @Test func `At rest both processes return the memory of their code and sleep, and then speak as before`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            try client.announce("first", "Hello.")
            #expect(try await client.finish("first").reason == "spoken")
            let processes = [stage.daemon.process.processID, try await stage.daemon.voice()]
            let warm = try processes.map(residentCode)
            try await look(for: "less code in memory") { try zip(processes, warm).allSatisfy { try residentCode(of: $0) * 2 <= $1 } }
            let before = try processes.map(wakeUps)
            #expect(try await ChildProcess("sleep", ["1.2"]).exit() == .code(0))
            #expect(try processes.map(wakeUps) == before)

            let start = SuspendingClock.now
            try client.announce("second", "Back again.")
            #expect(try await client.finish("second").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.isLike(reference("Back again.")))
        }

        /// Returns how much of a program's own code is in its process's memory, in KiB.
        private func residentCode(of process: Int32) throws -> Int {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            var isCode = false
            var total = 0
            for line in try String(contentsOfFile: "/proc/\(process)/smaps", encoding: .utf8).split(separator: "\n") {
                let fields = line.split(separator: " ", omittingEmptySubsequences: true)
                if !fields[0].hasSuffix(":") {
                    isCode = fields[1] == "r-xp" && line.hasSuffix(program)
                } else if isCode, fields[0] == "Rss:" {
                    total += try #require(Int(fields[1]))
                }
            }
            return total
        }
    }
}
