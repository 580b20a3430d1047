import Messages
import Testing

@testable import Systemd

/// The text that `systemctl status` shows.
@Suite struct ServiceStatusTests {
    private func status(
        voice: Status.Voice = .init(state: .ready), device: Status.Device = .init(state: .closed, name: "default"), clients: Int = 0,
        waiting: [String: Int] = [:], paused: Bool = false, media: [Status.Media] = []
    ) -> Status {
        Status(
            version: "1", processID: 1, uptime: 1, paused: paused, clients: clients,
            speaking: .init(id: "a", client: "b", class: "high", text: "secret"), waiting: waiting, next: [], voice: voice, device: device,
            media: media)
    }

    @Test("Problems come first, then the clients, and no announced text")
    func text() {
        #expect(ServiceStatus.text(status(), mistakes: []) == "No clients")
        #expect(ServiceStatus.text(status(clients: 1, waiting: ["low": 2]), mistakes: []) == "Serving 1 client")
        #expect(
            ServiceStatus.text(
                status(
                    device: .init(state: .unavailable, name: "hw:1", message: "No such device"), clients: 3, waiting: ["low": 2, "high": 1]),
                mistakes: []
            ) == "Sound device hw:1 unavailable: No such device; 4 announcements wait; serving 3 clients")
        #expect(
            ServiceStatus.text(
                status(voice: .init(state: .failed, message: "exited with code 3")), mistakes: ["a.toml:1:1: no key", "a.toml:2:1: no key"])
                == "No voice: exited with code 3; 1 announcement waits; the configuration has mistakes: a.toml:1:1: no key, and 1 more; no clients"
        )
        #expect(
            ServiceStatus.text(
                status(
                    voice: .init(state: .starting), paused: true,
                    media: [.init(client: "Recorder", session: "s", mode: .record, endsIn: 3)]), mistakes: [])
                == "The voice is starting; 1 announcement waits; paused; a media session of Recorder holds speech; no clients")
    }
}
