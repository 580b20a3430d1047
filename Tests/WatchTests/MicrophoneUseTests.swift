import Testing

@testable import Watch

@Suite struct MicrophoneUseTests {
    private static let recorder = RecordingStream(app: "Recorder", program: "parecord", resampling: "copy", source: 1)

    private static func changed(_ change: (inout RecordingStream) -> Void) -> RecordingStream {
        var stream = recorder
        change(&stream)
        return stream
    }

    /// Streams as PulseAudio 16 and pipewire-pulse 0.3.65 describe them; source 1 is a microphone, 2 a monitor, 3 unknown.
    @Test(arguments: [
        ("a recorder", recorder, true),
        ("PipeWire's recorder", changed { $0.driver = "PipeWire" }, true),
        ("a recorder that is paused, or not yet connected", changed { $0.isCorked = true }, false),
        ("a recorder whose source is not known yet", changed { $0.source = nil }, false),
        ("a recorder of a source that the server has not described", changed { $0.source = 3 }, false),
        ("a screen's recorder", changed { $0.source = 2 }, false),
        ("a mixer's level meter", changed { $0.resampling = "peaks" }, false),
        ("PipeWire's level meter", changed { $0.measuresLevel = true }, false),
        ("module-loopback", changed { ($0.hasClient, $0.driver, $0.role) = (false, "module-loopback.c", "abstract") }, false),
        ("module-echo-cancel", changed { ($0.hasClient, $0.driver, $0.role) = (false, "module-echo-cancel.c", "filter") }, false),
        ("PipeWire's loopback", changed { $0.isVirtual = true }, false),
        ("a filter with a client", changed { $0.role = "filter" }, false),
        ("a module with a client", changed { $0.driver = "module-combine-sink.c" }, false),
        ("a stream of ours", changed { $0.program = "announced-voice" }, false),
        ("a program without a name", changed { $0.program = nil }, true),
    ])
    func `Whether a stream is a microphone in use`(_ what: String, _ stream: RecordingStream, _ isOne: Bool) {
        var use = MicrophoneUse(settings: WatchSettings())
        use.update(stream, at: 7)
        use.update(source: 1, isMonitor: false)
        use.update(source: 2, isMonitor: true)
        #expect(use.sessions == (isOne ? ["Recorder uses the microphone"] : []))
        #expect(use.needsHeadphones == isOne)
        use.remove(7)
        #expect(use.sessions == [])
    }

    @Test func `A stream that moves to another source counts again once that is known`() {
        var use = MicrophoneUse(settings: WatchSettings())
        use.update(Self.recorder, at: 7)
        use.update(source: 1, isMonitor: false)
        use.update(Self.changed { $0.isCorked = true }, at: 7)
        #expect(use.sessions == [])
        use.update(Self.recorder, at: 7)
        #expect(use.sessions == ["Recorder uses the microphone"])
        use.update(Self.changed { $0.source = 2 }, at: 7)
        #expect(use.sessions == [])
        use.update(source: 2, isMonitor: false)
        #expect(use.sessions == ["Recorder uses the microphone"])
        // A description that comes late, of a stream that has ended.
        use.remove(7)
        use.update(source: 2, isMonitor: false)
        #expect(use.sessions == [])
    }

    @Test func `Several apps have a session each, two streams of one app the same, and headphones none`() {
        var use = MicrophoneUse(settings: WatchSettings())
        for (index, app) in ["Firefox", "Firefox", "Zoom"].enumerated() {
            use.update(Self.changed { $0.app = app }, at: UInt32(index))
        }
        use.update(source: 1, isMonitor: false)
        let both: Set = ["Firefox uses the microphone", "Zoom uses the microphone"]
        #expect(use.sessions == both)
        use.hasHeadphones = true
        #expect(use.sessions == [])
        #expect(use.note(hasServer: true) == "Firefox uses the microphone; you have headphones on, so nothing is held")
        use.hasHeadphones = false
        use.remove(0)
        #expect(use.sessions == both)
        use.remove(1)
        #expect(use.sessions == ["Zoom uses the microphone"])
        use.clear()
        #expect(use.sessions == [])
    }

    @Test(arguments: [
        (true, WatchSettings.Microphone.hold, WatchSettings.Microphone?.none, true, true), (false, .hold, .hold, false, false),
        (true, .nothing, nil, false, false), (true, .nothing, .hold, true, true), (true, .hold, .nothing, false, true),
    ])
    func `The configuration decides, an app's own entry first`(
        _ isEnabled: Bool, _ microphone: WatchSettings.Microphone, _ own: WatchSettings.Microphone?, _ holds: Bool, _ notices: Bool
    ) {
        var settings = WatchSettings()
        (settings.isEnabled, settings.microphone, settings.apps["Recorder"]) = (isEnabled, microphone, .init(microphone: own))
        var use = MicrophoneUse(settings: settings)
        use.update(Self.recorder, at: 7)
        use.update(source: 1, isMonitor: false)
        #expect(use.sessions.isEmpty != holds && settings.noticesMicrophones == notices)
        #expect(use.note(hasServer: true) == (notices ? "notices microphones in use" : MicrophoneUse.offNote))
        #expect(use.note(hasServer: false) == (notices ? MicrophoneUse.noServerNote : MicrophoneUse.offNote))
    }

    @Test(arguments: [("recorder", false), ("PARECORD", false), ("Parec", true)])
    func `An app's entry is found by its name or its program's, in any case`(_ name: String, _ holds: Bool) {
        var settings = WatchSettings()
        settings.apps[name] = .init(microphone: .nothing)
        var use = MicrophoneUse(settings: settings)
        use.update(Self.recorder, at: 7)
        use.update(source: 1, isMonitor: false)
        #expect(use.sessions.isEmpty != holds)
    }

    @Test func `Names of any length and any characters fit in a session's name, and there are eight sessions at most`() {
        var use = MicrophoneUse(settings: WatchSettings())
        for index in 0..<100 {
            use.update(Self.changed { $0.app = "\(index)\n" + String(repeating: "é", count: 5000) }, at: UInt32(index))
        }
        use.update(source: 1, isMonitor: false)
        #expect(use.sessions.count == 8)
        #expect(use.sessions.allSatisfy { $0.unicodeScalars.count <= 256 && !$0.contains("\n") })
        use.hasHeadphones = true
        #expect(use.note(hasServer: true).unicodeScalars.count <= 256)
    }
}
