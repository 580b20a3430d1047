package import CALSA
import Glibc
package import Voice

/// The sound device, through libasound. The next call that meets a device error throws it and leaves the PCM closed; reopening it is up to
/// the caller.
package final class PCMOutput: SoundDevice {
    /// How long a device may still report less than a period of sound after the end that it predicted.
    private static let patience = Duration.milliseconds(500)

    package let name: String
    package private(set) var framesWritten = 0
    package var hasBegun: Bool { framesWritten - framesAtStart > pcm?.bufferFrames ?? 0 }

    let rate: SampleRate
    let buffer: Duration
    var pcm: PCM?
    /// Whether `pcm` is kept only for the next opening.
    var isStandingBy = false
    /// The earliest end of playback that any look at the device has predicted.
    private var heardBy: SuspendingClock.Instant?
    /// The room at the first of the looks at the device.
    private var roomAtLook = 0
    /// The largest room seen, and when it was first seen.
    private var progress = (room: 0, at: SuspendingClock.now)
    /// How many frames were left when the device last hung mid-buffer; nil after it has played another buffer to its end.
    private var leftInHang: Int?
    /// ``framesWritten`` when the device was last opened, silenced or prepared.
    private var framesAtStart = 0
    /// Whether the end of the written sound may not be played until more follows. PipeWire's PulseAudio server plays only as much at once
    /// as one of its cycles takes, and is indistinguishable from PulseAudio.
    private var withholdsEnd = false
    /// The silence after the last sample, as a range of ``framesWritten``.
    private var padding = 0..<0
    /// Whether only that silence is left to be played.
    private var endsInSilence = false
    /// The last written frames, as many as the buffer holds, for the fade (Q14). Empty for a device that can't rewind frames.
    var recent: [Int16] = []
    /// Whether the device keeps the sound in this process until its server fetches it, as PipeWire's plugin does.
    var isFetchedFrom = false
    /// When the fade that PipeWire plays by itself will have been heard.
    var fadesUntil: SuspendingClock.Instant?

    package init(name: String, rate: SampleRate, buffer: Duration) {
        self.name = name
        self.rate = rate
        self.buffer = buffer
    }

    /// Keeps libasound from writing to standard error. Call it once, before any other use of libasound.
    package static func silenceErrorLines() {
        calsa_silence_error_lines()
    }

    /// The version of libasound.
    package static var version: String {
        // SAFETY: a constant C string.
        unsafe String(cString: snd_asoundlib_version())
    }

    package var isOpen: Bool { pcm != nil && !isStandingBy }

    package static func needs(of name: String) -> DeviceNeeds { PCMParts(of: name).needs }

    package func check() throws(OutputError) {
        try PCMNames.check(name)
    }

    package func open() throws(OutputError) {
        guard !isOpen, !leaveStandBy() else { return }
        do {
            pcm = try PCM.open(name, rate: rate, buffer: buffer)
            let types = PCMParts(of: name).types
            withholdsEnd = types.contains("pulse")
            isFetchedFrom = types.contains("pipewire") && pcm?.isServerPlugin == true
        } catch {
            // For a name unknown to ALSA, prefer the more helpful error of `check`.
            if error.code == ENOENT { try PCMNames.check(name) }
            throw error
        }
        startAgain()
    }

    package func write(_ samples: Span<Int16>) throws(OutputError) -> Int {
        // The next sound need not wait for the end of the silence.
        if endsInSilence, pcm?.state == SND_PCM_STATE_RUNNING { silence() }
        endsInSilence = false
        prepareSilenced()
        // Recover up to two times: a device that runs dry between recovery and write is not worth a busy loop.
        for _ in 0..<3 {
            guard let result = pcm?.write(samples) else { throw ALSAResult(-EBADFD).error("snd_pcm_writei", name: name) }
            switch result {
            case .again: return 0
            case .interrupted: continue
            case .underrun: try prepare()
            case .suspended:
                let resumed = pcm?.resume()
                if resumed == .again { return 0 }
                if resumed?.isError != false { try prepare() }
            default:
                if result.isError { throw close(after: result, "snd_pcm_writei") }
                remember(samples, count: result.rawValue)
                return result.rawValue
            }
        }
        return 0
    }

    package func padEnd() throws(OutputError) -> Bool {
        guard pcm?.state == SND_PCM_STATE_RUNNING, let period = pcm?.periodFrames, let all = pcm?.bufferFrames else { return true }
        let padded = padding.upperBound == framesWritten ? padding.count : 0
        let toPeriod = pcm?.mayConvert == true ? (period - (framesWritten - framesAtStart) % period) % period : 0
        let missing = withholdsEnd ? all - padded : toPeriod
        guard missing > 0 else { return true }
        let start = framesWritten - padded
        let isPadded = try write([Int16](repeating: 0, count: missing).span) == missing
        padding = start..<framesWritten
        return isPadded
    }

    /// After a PCM has run dry, it may continue to report the latency of later sound (the pulse plugin does), or report the underrun late.
    /// So playback also counts as finished when the buffer is empty and the end that the device predicted has passed.
    package func delay() throws(OutputError) -> Int {
        guard let state = pcm?.state else { throw ALSAResult(-EBADFD).error("snd_pcm_delay", name: name) }
        switch state {
        case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING: break
        case SND_PCM_STATE_XRUN:
            // The PCM ran dry, unless the sound server has ended the stream: then `delay()` fails too, and the stream can't continue.
            if pcm?.delay().result == ALSAResult(-EBADFD) { try prepare() }
            leftInHang = nil
            return 0
        case SND_PCM_STATE_DISCONNECTED: throw close(after: ALSAResult(-ENODEV), "snd_pcm_state")
        default: return 0
        }
        guard let (delay, result) = pcm?.delay() else { return 0 }
        if result == .underrun { return 0 }
        if result.isError, result != .suspended { throw close(after: result, "snd_pcm_delay") }
        // For a while after a drop, the pulse plugin reports 0 although its buffer is full. Sound that is still in the buffer can't have
        // been heard.
        let room = pcm?.available() ?? .again
        let frames = max(delay, room.isError ? 0 : (pcm?.bufferFrames ?? 0) - room.rawValue)
        guard frames > 0 else { return 0 }
        let now = SuspendingClock.now
        if heardBy == nil { roomAtLook = room.rawValue }
        if heardBy == nil || room.rawValue > progress.room { progress = (room.rawValue, now) }
        let end = min(now + rate.duration(of: frames), heardBy ?? .now + .seconds(3600))
        heardBy = end
        if now < end { return frames }
        return try keepsPlaying(room, since: end) ? frames : 0
    }

    /// Returns whether to keep waiting for the device, although the `end` that it predicted has passed.
    /// - Throws: if the device hangs, or its sound server has no device to play on.
    private func keepsPlaying(_ room: ALSAResult, since end: SuspendingClock.Instant) throws(OutputError) -> Bool {
        let left = room.isError ? 0 : (pcm?.bufferFrames ?? 0) - room.rawValue
        guard left > 0 else {
            leftInHang = nil
            return false
        }
        // A device that has not begun still counts down (the pulse plugin does); only its room shows that it has not begun.
        let isPlaying = hasBegun || room.rawValue > roomAtLook
        let late = max(end, progress.at).duration(to: .now)
        // Some devices play whole periods only, and never report the last one as heard.
        guard let period = pcm?.periodFrames, left > period else { return late < (isPlaying ? Self.patience : DevicePatience.toBegin) }
        if late < (isPlaying ? DevicePatience.toGoOn : DevicePatience.toBegin) { return true }
        // If the same amount is left each time, this is the device's normal behaviour rather than a hang, and repeating the speech would
        // not help.
        if isPlaying, let leftInHang, abs(leftInHang - left) <= period { return false }
        if isPlaying { leftInHang = left }
        throw OutputError.stalled(name)
    }

    package func descriptors() -> [pollfd] { pcm?.descriptors() ?? [] }

    package func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool { pcm?.handleEvents(polled) ?? true }

    package func timeUntilRoom() -> Duration? { nil }

    package func silence() {
        // PipeWire fetches the fade by itself, and the next sound follows it. A drop would lose the fade, or the previous one.
        let fades = fade() || isFading && recent.isEmpty
        if !fades || !isFetchedFrom { pcm?.drop() }
        startAgain()
    }

    package func didFallSilent() {
        prepareSilenced()
        guard !padding.isEmpty, padding.upperBound == framesWritten, let left = try? delay() else { return }
        endsInSilence = left <= padding.count
    }

    /// Prepares a silenced PCM, so that its next sound starts without that step. A PCM that ran dry is left alone: it may still hold its
    /// latency's worth of sound, and a drop could cut the end.
    func prepareSilenced() {
        if pcm?.state == SND_PCM_STATE_SETUP { pcm?.prepare() }
    }

    package func close() {
        awaitFade()
        pcm = nil
        isStandingBy = false
    }

    /// Restarts the stream after its end. If the sound server ended the stream because the device is gone, this call is the one that fails.
    private func prepare() throws(OutputError) {
        if let result = pcm?.prepare(), result.isError { throw close(after: result, "snd_pcm_prepare") }
        framesAtStart = framesWritten
    }

    func startAgain() {
        framesAtStart = framesWritten
        heardBy = nil
        endsInSilence = false
        recent = []
    }

    /// Closes the PCM; the next ``open()`` tries again. Reopening with back-off begins here (O4).
    private func close(after result: ALSAResult, _ cause: String) -> OutputError {
        pcm = nil
        return result.error(cause, name: name)
    }

    private func remember(_ samples: Span<Int16>, count: Int) {
        framesWritten += count
        heardBy = nil
        guard let size = pcm?.bufferFrames, canTakeBack else { return }
        for index in max(0, count - size)..<count { recent.append(samples[index]) }
        if recent.count > 2 * size { recent.removeFirst(recent.count - size) }
    }
}
