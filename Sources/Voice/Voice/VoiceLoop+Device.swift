import VoiceProtocol

// Opening and choosing the device, and reporting its state.
extension VoiceLoop {
    /// Opens the device.
    func openOutput() throws(OutputError) {
        guard !output.isOpen else { return }
        // In the middle of speech it is too late for another sandbox, because the sentence would be repeated.
        if utterance?.hasStarted != true { checkSandbox() }
        choice.retry()
        sendDevice(.opening)
        do { try choice.open() } catch { throw sandboxed(error) }
        sendDevice(.open, choice.missing)
    }

    func closeOutput() {
        output.standBy()
        rest.didClose()
        sendDevice(.closed, choice.missing)
    }

    /// Switches to another device from the next opening on, or reports the current one.
    func chooseDevice(_ name: String?) {
        guard let chosen = name ?? choice.device, choice.device != nil else {
            return sendDevice(output.isOpen ? .open : .closed, name == nil ? nil : "The sound goes to a file; --wav outranks a device.")
        }
        if name != nil { choice.choose(chosen, isSpeaking: utterance != nil) }
        let failure = choice.check()
        let state = failure?.state ?? (output.isOpen && output.name == chosen ? .open : .closed)
        events.write(.device(.init(state: state, name: chosen, message: failure?.message)))
    }

    /// Sends the device's state if it has changed.
    func sendDevice(_ state: VoiceEvent.Device.State, _ message: String? = nil) {
        if let event = choice.event(state, message) { events.write(event) }
    }
}
