import VoiceProtocol

// Opening and choosing the device, and reporting its state.
extension VoiceLoop {
    /// The PCM that replaces a chosen PCM that does not exist (O6).
    static let usualDevice = "default"

    /// Opens the device. A device that has never existed is replaced by the default one, and tried again at the next opening.
    func openOutput() throws(OutputError) {
        guard !output.isOpen else { return }
        // In the middle of speech it is too late for another sandbox, because the sentence would be repeated.
        if utterance?.hasStarted != true { checkSandbox() }
        if let chosenDevice, chosenDevice != output.name { output = pcm(chosenDevice) }
        missingDevice = nil
        sendDevice(.opening)
        do {
            try output.open()
            hasOpenedDevice = true
        } catch {
            guard error.isMissing, !hasOpenedDevice, let usual = usualOutput else { throw sandboxed(error) }
            // If the default device can't be opened either, the chosen device's error is more helpful.
            do { try usual.open() } catch _ { throw sandboxed(error) }
            output = usual
            missingDevice = message(of: error)
        }
        sendDevice(.open, missingDevice)
    }

    func closeOutput() {
        output.standBy()
        closing = nil
        sendDevice(.closed, missingDevice)
    }

    /// Switches to another device from the next opening on, or reports the current one.
    func chooseDevice(_ name: String?) {
        guard chosenDevice != nil else {
            return sendDevice(output.isOpen ? .open : .closed, name == nil ? nil : "The sound goes to a file; --wav outranks a device.")
        }
        if let name {
            if name != chosenDevice { hasOpenedDevice = false }
            chosenDevice = name
            missingDevice = nil
            if name != output.name, utterance == nil || !output.isOpen { output = pcm(name) }
        }
        let failure = checkOutput()
        events.write(
            .device(
                .init(
                    state: failure?.state ?? (output.isOpen && output.name == chosenDevice ? .open : .closed),
                    name: chosenDevice ?? output.name,
                    message: failure?.message)))
    }

    /// Returns what is wrong with the chosen device, as far as possible without opening it; nil if nothing is wrong.
    func checkOutput() -> (state: VoiceEvent.Device.State, message: String)? {
        do {
            try (chosenDevice.map { $0 == output.name ? output : pcm($0) } ?? output).check()
            return nil
        } catch {
            let hasUsual = usualOutput.map { (try? $0.check()) != nil } ?? false
            return (error.isMissing && hasUsual && !hasOpenedDevice ? .closed : .unavailable, message(of: error))
        }
    }

    /// Sends the device's state if it has changed.
    func sendDevice(_ state: VoiceEvent.Device.State, _ message: String? = nil) {
        let device = VoiceEvent.Device(state: state, name: output.name, message: message)
        if device != sentDevice { events.write(.device(device)) }
        sentDevice = device
    }

    func message(of error: OutputError) -> String { error.message(choosing: settings.deviceSetting) }

    private func pcm(_ name: String) -> any SpeechOutput {
        settings.output(to: .device(name: name), device: device, rate: synthesizer.rate)
    }

    /// The device that replaces a missing device; nil if the chosen device is that device.
    private var usualOutput: (any SpeechOutput)? {
        chosenDevice.flatMap { $0 == Self.usualDevice ? nil : pcm(Self.usualDevice) }
    }
}
