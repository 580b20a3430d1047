import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// O4: another program holds the device.
    struct BusyDeviceTests {
        @Test func `O4: An announcement posted while another program holds the device is heard once that lets it go`() async throws {
            let server = try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
            let capture = try Capture(of: server)
            let device = try await ExclusivePCM(of: server)
            let holder = try ChildProcess(
                "aplay", ["-f", "S16_LE", "-r", "22050", "-c", "1", "/dev/zero"], environment: .inherited(with: device.environment),
                output: .null, error: .pipe)
            // The program reports that the device is open.
            _ = try #require(await holder.error.firstLine { $0.hasPrefix("Playing") })
            let daemon = try await Daemon(configuration: steady, environment: device.environment)
            try await capture.ready()

            let client = try await Client(daemon.socket)
            let start = SuspendingClock.now
            try client.announce("a", "Heard in the end.")
            let log = try await daemon.log("sound device unavailable")
            #expect(log.contains("close the program that holds it"), "\(log)")
            let status = try #require(await client.ask("status").status)
            #expect(status.device.state == "unavailable" && status.speaking?.id == "a")
            let message = try #require(status.device.message)
            #expect(message.contains("busy") && message.contains("close the program that holds it"), "\(message)")
            let stopwatch = Stopwatch()
            #expect(try stopwatch.elapsed(at: client.askBlocking("ping")) < .milliseconds(100))
            let told = try await client.allSoFar()
            #expect(!told.contains { $0.type == "announcementDidFinish" })

            holder.signal(SIGKILL)
            try await holder.exit()
            let did = try await client.finish("a")
            #expect(did.successful == true && did.reason == "spoken" && did.attempts == 1)
            let heard = try await capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("Heard in the end.")))
            let after = SuspendingClock.now
            #expect(try await capture.isSilent(from: heard.ended + .milliseconds(50), to: after + .milliseconds(300)))
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
            #expect(try await client.ask("status").status?.device.message == nil)
        }
    }
}
