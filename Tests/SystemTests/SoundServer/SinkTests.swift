import System
import TestSupport
import Testing

/// What a sound server says of its sinks.
struct SinkTests {
    @Test(arguments: [
        ("bluez_sink.AA.a2dp_sink", ["device.api": "bluez", "device.bus": "bluetooth"], Sink.Link.bluetooth),
        ("bluez_output.AA.1", ["device.api": "bluez5"], .bluetooth), ("x", ["device.bus": "bluetooth"], .bluetooth),
        ("alsa_output.pci-0000_00_03.0.hdmi-stereo", ["device.api": "alsa", "device.profile.name": "hdmi-stereo"], .hdmi),
        ("alsa_output.pci-0000_00_1f.3.HiFi__hw_sofhdadsp_3__sink", ["alsa.id": "HDMI1 (*)"], .hdmi),
        ("x", ["device.string": "hdmi:0"], .hdmi), ("x", ["api.alsa.path": "hdmi:0,1"], .hdmi), ("x", ["alsa.name": "HDMI 0"], .hdmi),
        ("alsa_output.pci-0000_00_1f.3.analog-stereo", ["device.api": "alsa", "device.bus": "pci", "alsa.id": "ALC295 Analog"], nil),
        ("alsa_output.usb", ["device.bus": "usb"], nil), ("nul", [:], nil),
    ])
    func `O1: Bluetooth and HDMI are known by the sink's properties`(_ name: String, _ properties: [String: String], _ link: Sink.Link?) {
        let sink = Sink(name: name, properties: properties)
        #expect(sink.link == link && (sink.leadIn > 0) == (link != nil))
    }

    @Test(arguments: SoundSystem.allCases)
    func `O1: A server names its default sink, another one, and what it is`(_ system: SoundSystem) async throws {
        let server = try await system.start()
        func ask(_ name: String? = nil, _ more: [String: String] = [:]) -> Sink? {
            let environment = server.environment.merging(more) { $1 }
            return Sink.ask(for: name, environment: { environment[$0] }, user: 0)
        }
        #expect(ask() == Sink(name: "nul", properties: [:]))
        try await server.addSink("headset", properties: ["device.bus": "bluetooth", "device.description": "Ä"])
        let headset = Sink(name: "headset", properties: ["device.bus": "bluetooth"])
        #expect(ask("headset") == headset && ask(nil, ["PULSE_SINK": "headset"]) == headset)
        #expect(ask("unknown") == nil && ask(nil, ["PULSE_SERVER": "tcp:host"]) == nil)
        try await server.makeDefault("headset")
        #expect(ask() == headset)
        try await server.kill()
        #expect(ask() == nil)
    }

    @Test func `O1: A server that hangs is waited for briefly`() async throws {
        let server = try await SoundSystem.pulseAudio.start()
        server.freeze()
        let start = SuspendingClock.now
        #expect(Sink.ask(environment: { server.environment[$0] }, user: 0) == nil)
        #expect(start.duration(to: .now) < .seconds(1))
        server.thaw()
    }
}
