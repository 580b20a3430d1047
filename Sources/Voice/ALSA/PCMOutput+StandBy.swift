import CALSA

// The parts of a device that are kept while nothing sounds, so that the next sound comes sooner.
extension PCMOutput {
    /// Keeps the stream to PipeWire, which then runs nothing for it. Each stream to PulseAudio has it wake up, so only the connection is kept.
    package func standBy() {
        let types = PCMParts(of: name).types
        if types.contains("pipewire") {
            awaitFade()
            pcm?.drop()
            startAgain()
            prepareSilenced()
        } else {
            pcm = nil
            if types.contains("pulse") { pcm = try? PCM.connect(name) }
        }
        isStandingBy = pcm?.isServerPlugin == true
        if !isStandingBy { pcm = nil }
    }

    /// Uses what was kept.
    /// - Returns: whether the device is open. Its sound server may have gone meanwhile.
    func leaveStandBy() -> Bool {
        guard isStandingBy else { return false }
        isStandingBy = false
        let isUsable =
            switch pcm?.state {
            case SND_PCM_STATE_PREPARED: pcm?.available().isError == false
            case SND_PCM_STATE_OPEN: (try? pcm?.configure(rate: rate, buffer: buffer)) != nil
            default: false
            }
        if isUsable { startAgain() } else { pcm = nil }
        return isUsable
    }
}
