import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// Many subscribers, and requests that lead to many long events.
    struct SubscriberTests {
        @Test func `A stop with 66 texts of 250 kB multiplies with no subscriber; those that read receive all, and none is disconnected`()
            async throws
        {
            let daemon = try await Daemon(["--device", "null"])
            let user = try await Client(daemon.socket)
            try await user.ask("pause")
            var subscribers: [Client] = []
            for number in 0..<60 {
                let subscriber = try await Client(daemon.socket)
                try subscriber.send(#"{"type":"subscribe","id":"\#(number)","events":["posted","cut","held","finished","settled"]}"#)
                try await subscriber.reply("\(number)")
                subscribers.append(subscriber)
            }
            // Four texts are all that may wait for one client.
            let text = String(repeating: "long text ", count: 25_000)
            var posters: [Client] = []
            for number in 0..<66 {
                if number % 4 == 0 { posters.append(try await Client(daemon.socket, hello: #""app":"poster \#(number)""#)) }
                try posters[number / 4].announce("\(number)", "\(number) \(text)", #""priority":"low","maxAge":600"#)
            }
            for poster in posters { try await poster.ask("ping") }
            let before = try residentBytes(of: daemon.process.processID)
            try await user.ask("stop")
            for poster in posters { try await poster.ask("ping") }
            let peak = try residentBytes(of: daemon.process.processID, "VmHWM:")
            print("66 texts, 60 subscribers: \(before) bytes before the stop, \(peak) at most")
            #expect(peak < 192 << 20)
            // They read only now.
            for subscriber in subscribers {
                var ids: Set<String> = []
                for _ in 0..<66 {
                    let event = try await subscriber.message { $0.event == "finished" }
                    #expect(event.shortened == true && event.text?.utf8.count ?? 0 < 4100)
                    ids.insert(event.id ?? "")
                }
                #expect(ids == Set((0..<66).map(String.init)))
                #expect(try await subscriber.allSoFar().allSatisfy { $0.type == "event" })
            }
            for poster in posters.prefix(16) {
                let outcomes = try await poster.allSoFar().filter { $0.type == "announcementDidFinish" }
                #expect(outcomes.count == 4 && outcomes.allSatisfy { $0.text?.utf8.count ?? 0 > 250_000 })
            }
        }
    }
}
