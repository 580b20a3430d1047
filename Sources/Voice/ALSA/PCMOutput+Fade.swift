import CALSA
import Voice

// The fade at the end of speech that is cut or stopped (Q14).
extension PCMOutput {
    /// Whether frames that were written can be replaced. A kernel device plays from the buffer itself, and PipeWire's plugin keeps the
    /// frames until PipeWire fetches them. PulseAudio's plugin has already passed them on, although it claims otherwise.
    var canTakeBack: Bool { isFetchedFrom || pcm?.isHardware == true }

    /// Replaces the next frames by a ramp. A kernel device has played the ramp when this returns, 4 ms later; PipeWire plays it by itself.
    /// - Returns: whether the ramp was written. If not, the sound ends abruptly.
    func fade() -> Bool {
        guard canTakeBack, pcm?.state == SND_PCM_STATE_RUNNING, let rewindable = pcm?.rewindable() else { return false }
        // Leave the next millisecond alone: the device may already be reading it.
        let margin = rate.frames(in: .milliseconds(1))
        let ramp = rate.frames(in: FadeOut.duration)
        let wanted = min(rewindable.rawValue, recent.count) - margin
        // If less than a ramp is left, the ramp is that short.
        guard wanted > 0, let taken = pcm?.rewind(wanted).rawValue, taken > 0, taken <= recent.count else { return false }
        let faded = FadeOut.applied(to: recent.suffix(taken).prefix(ramp))
        guard let result = pcm?.write(faded.span), !result.isError else { return false }
        if isFetchedFrom {
            let left = pcm?.delay().frames ?? 0
            fadesUntil = .now + min(rate.duration(of: max(0, left)), Self.longestFade)
        } else {
            var nothing = PollSet()
            nothing.wait(timeout: rate.duration(of: margin + ramp))
        }
        return true
    }

    /// Whether PipeWire still has to play a fade.
    var isFading: Bool { fadesUntil.map { $0 > .now } ?? false }

    /// Waits until PipeWire has played the fade, if there is one, so that the stream can be stopped.
    func awaitFade() {
        guard let end = fadesUntil else { return }
        fadesUntil = nil
        var nothing = PollSet()
        if end > .now { nothing.wait(timeout: end - .now) }
    }

    /// How long to wait for a fade, regardless of the delay that PipeWire reports.
    private static let longestFade = Duration.milliseconds(150)
}
