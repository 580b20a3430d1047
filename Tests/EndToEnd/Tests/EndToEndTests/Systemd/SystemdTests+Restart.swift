import Glibc
import TestSupport
import Testing

extension EndToEnd.SystemdTests {
    @Test("D1, Q6: 20 that wait through a restart and a SIGKILL are each heard and reported once, on the same connection")
    func nothingIsLost() async throws {
        let stage = try await ServiceStage()
        let client = try await stage.client(hello: #""app":"mail","progress":true"#)
        let other = try await stage.client()
        try other.send(#"{"type":"subscribe","events":["started"]}"#)
        try await other.ask("ping")
        for number in 0..<20 {
            let priority = number % 2 == 0 ? "low" : "high"
            try client.announce("\(number)", "Number \(number).", #""priority":"\#(priority)","maxAge":100,"rate":800"#)
        }
        try client.announce("last", "All of it was heard.", #""priority":"low","maxAge":100"#)
        try await client.reply("last")
        try await client.finish("3")
        let first = try await stage.daemon()
        #expect(try await stage.manager.systemctl("restart", "announced.service").exit == .code(0))
        let second = try await stage.daemon()
        #expect(second != first)
        try await client.finish("9")
        // Once the daemon replies, it has journaled that this outcome was sent.
        try await client.ask("ping")
        try await stage.manager.systemctl("kill", "--signal=KILL", "--kill-whom=main", "announced.service")
        let killed = SuspendingClock.now
        try await client.finish("last", within: .seconds(60))
        #expect(try await stage.daemon() != second)
        try await stage.capture.awaitRecording(until: .now + .milliseconds(400))
        // Between the two daemons there is silence; its length depends on the machine.
        let heard = stage.capture.samples(since: killed)
        _ = try await heard.place(of: reference("All of it was heard."))

        // Outcomes awaited above are not sent again.
        let told = try await client.allSoFar().filter { $0.type == "announcementDidFinish" }
        let ids = (0..<20).filter { $0 != 3 && $0 != 9 }.map(String.init)
        #expect(told.compactMap(\.id).sorted() == ids.sorted() && told.allSatisfy { $0.successful == true }, "\(told)")
        let starts = try await other.allSoFar().filter { $0.event == "started" }
        for id in (0..<20).map(String.init) + ["last"] {
            // Utterances being heard when a daemon ended were started again.
            #expect((1...3).contains(starts.count { $0.id == id }), "\(id)")
        }
        #expect(starts.count <= 21 + 3)
        #expect(try await stage.property("NRestarts") == "1")
        #expect(try await stage.property("NFileDescriptorStore") == "3")
        #expect(try await stage.manager.systemctl("stop", "announced.service").exit == .code(0))
        while try await client.next() != nil {}
    }
}
