import CALSA

// Keeps parts of the device while nothing sounds, so that the next sound starts sooner.
extension PCMOutput {
    /// Keeps the stream if it goes to PipeWire, which then runs nothing for it. Each stream to PulseAudio makes the server wake up, so only
    /// the connection is kept.
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

    /// Uses the parts that were kept.
    /// - Returns: whether the device is open. Its sound server may have gone since.
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
