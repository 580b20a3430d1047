import VoiceProtocol

// Which device is open, and what is told of it.
extension VoiceLoop {
    /// The PCM in the place of a chosen one that does not exist (O6).
    private static let usualDevice = "default"

    /// Opens the device. One that has never been there gives way to the usual one, and is tried again at the next opening.
    func openOutput() throws(OutputError) {
        guard !output.isOpen else { return }
        if let chosenDevice, chosenDevice != output.name { output = pcm(chosenDevice) }
        missingDevice = nil
        tellDevice(.opening)
        do {
            try output.open()
            hasOpenedDevice = true
        } catch {
            guard error.isMissing, !hasOpenedDevice, let usual = usualOutput else { throw error }
            // Where there is no usual device either, the chosen one's own failure says more.
            do { try usual.open() } catch _ { throw error }
            output = usual
            missingDevice = message(of: error)
        }
        tellDevice(.open, missingDevice)
    }

    func closeOutput() {
        output.close()
        closing = nil
        tellDevice(.closed, missingDevice)
    }

    /// Takes another device from the next opening on, or tells about the one there is.
    func chooseDevice(_ name: String?) {
        guard chosenDevice != nil else {
            return tellDevice(output.isOpen ? .open : .closed, name == nil ? nil : "The sound goes to a file; --wav outranks a device.")
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

    /// What is wrong with the chosen device, as far as can be known without opening it; nil: nothing.
    func checkOutput() -> (state: VoiceEvent.Device.State, message: String)? {
        do {
            try (chosenDevice.map { $0 == output.name ? output : pcm($0) } ?? output).check()
            return nil
        } catch {
            let hasUsual = usualOutput.map { (try? $0.check()) != nil } ?? false
            return (error.isMissing && hasUsual && !hasOpenedDevice ? .closed : .unavailable, message(of: error))
        }
    }

    /// Tells the device's state when it has changed.
    func tellDevice(_ state: VoiceEvent.Device.State, _ message: String? = nil) {
        let device = VoiceEvent.Device(state: state, name: output.name, message: message)
        if device != toldDevice { events.write(.device(device)) }
        toldDevice = device
    }

    func message(of error: OutputError) -> String { error.message(choosing: settings.deviceSetting) }

    private func pcm(_ name: String) -> PCMOutput { PCMOutput(name: name, rate: synthesizer.rate, buffer: settings.buffer) }

    /// The device in a missing one's place; nil: the chosen one is that.
    private var usualOutput: PCMOutput? {
        chosenDevice.flatMap { $0 == Self.usualDevice ? nil : pcm(Self.usualDevice) }
    }
}
