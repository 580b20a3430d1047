import VoiceProtocol

/// Where the sound goes: to the device that the user has chosen, to the one that replaces it (O6), or to a file.
struct OutputChoice {
    private(set) var output: any SpeechOutput
    /// The device that the user has chosen; nil if the sound goes to a file.
    private(set) var device: String?
    /// Whether ``device`` has ever been open: if it is lost after that, the voice waits for it (O4).
    private var hasBeenOpen = false
    /// Why ``output`` is `default` instead of ``device``.
    private(set) var missing: String?
    /// The state that was reported last.
    private var reported: VoiceEvent.Device?
    private let settings: VoiceSettings
    private let kind: any SoundDevice.Type
    private let rate: SampleRate

    /// The PCM that replaces a chosen PCM that does not exist.
    private static let usualDevice = "default"

    init(_ settings: VoiceSettings, kind: any SoundDevice.Type, rate: SampleRate) {
        (self.settings, self.kind, self.rate) = (settings, kind, rate)
        output = settings.output(to: settings.destination, device: kind, rate: rate)
        if case .device(let name) = settings.destination { device = name }
    }

    /// The needs of the devices that may be opened.
    var needs: DeviceNeeds { device.map { kind.needs(of: $0) + kind.needs(of: Self.usualDevice) } ?? DeviceNeeds() }

    /// Returns to the chosen device before another opening.
    mutating func retry() {
        if let device, device != output.name { output = pcm(device) }
        missing = nil
    }

    /// Opens the device. A device that has never existed is replaced by the default one, and tried again at the next opening.
    mutating func open() throws(OutputError) {
        do {
            try output.open()
            hasBeenOpen = true
        } catch {
            guard error.isMissing, !hasBeenOpen, let usual = usualOutput else { throw error }
            // If the default device can't be opened either, the chosen device's error is more helpful.
            do { try usual.open() } catch _ { throw error }
            output = usual
            missing = message(of: error)
        }
    }

    /// Chooses another device, from the next opening on.
    /// - Parameter isSpeaking: whether an utterance is being spoken, which continues on the open device.
    mutating func choose(_ name: String, isSpeaking: Bool) {
        if name != device { hasBeenOpen = false }
        device = name
        missing = nil
        if name != output.name, !isSpeaking || !output.isOpen { output = pcm(name) }
    }

    /// Returns what is wrong with the chosen device, as far as possible without opening it; nil if nothing is wrong.
    func check() -> (state: VoiceEvent.Device.State, message: String)? {
        do {
            try (device.map { $0 == output.name ? output : pcm($0) } ?? output).check()
            return nil
        } catch {
            let hasUsual = usualOutput.map { (try? $0.check()) != nil } ?? false
            return (error.isMissing && hasUsual && !hasBeenOpen ? .closed : .unavailable, message(of: error))
        }
    }

    /// Returns the event of the device's state; nil if the state was reported last.
    mutating func event(_ state: VoiceEvent.Device.State, _ message: String?) -> VoiceEvent? {
        let device = VoiceEvent.Device(state: state, name: output.name, message: message)
        defer { reported = device }
        return device == reported ? nil : .device(device)
    }

    func message(of error: OutputError) -> String { error.message(choosing: settings.deviceSetting) }

    private func pcm(_ name: String) -> any SpeechOutput { settings.output(to: .device(name: name), device: kind, rate: rate) }

    /// The device that replaces a missing device; nil if the chosen device is that device.
    private var usualOutput: (any SpeechOutput)? { device.flatMap { $0 == Self.usualDevice ? nil : pcm(Self.usualDevice) } }
}
