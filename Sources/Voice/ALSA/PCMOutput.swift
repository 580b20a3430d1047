import CALSA
import Glibc

/// The sound device, through libasound. An error of the device is thrown by the next call that meets it, and leaves the PCM closed;
/// opening it again is the caller's decision.
final class PCMOutput: SpeechOutput {
    /// How long less than a period of a sound may stay in a device after the moment that it named for the end.
    private static let patience = Duration.milliseconds(500)

    let name: String
    private(set) var framesWritten = 0
    var hasBegun: Bool { framesWritten - framesAtStart > pcm?.bufferFrames ?? 0 }

    private let rate: SampleRate
    private let buffer: Duration
    private var pcm: PCM?
    /// The earliest moment at which, as one look at the device told, all of it will have been heard.
    private var heardBy: ContinuousClock.Instant?
    /// The room that it had at that look.
    private var roomAtLook = 0
    /// The room that it had when there was last more of it, and when that was.
    private var progress = (room: 0, at: ContinuousClock.now)
    /// How much was left when it last hung in the middle of its buffer; nil once it has played another to its end.
    private var leftInHang: Int?
    /// ``framesWritten`` when the device was last opened, silenced or made ready again.
    private var framesAtStart = 0
    /// The frames written last, as many as the buffer holds: what can be taken back (Q14). Kept for hardware only.
    private var recent: [Int16] = []

    /// - Parameter buffer: how much sound the device should hold.
    init(name: String, rate: SampleRate, buffer: Duration) {
        self.name = name
        self.rate = rate
        self.buffer = buffer
    }

    /// Keeps libasound from writing to standard error; once, before anything else of it is used.
    static func silenceErrorLines() {
        calsa_silence_error_lines()
    }

    /// libasound's version.
    static var version: String {
        // SAFETY: a constant C string.
        unsafe String(cString: snd_asoundlib_version())
    }

    var isOpen: Bool { pcm != nil }

    func check() throws(OutputError) {
        try PCMNames.check(name)
    }

    func open() throws(OutputError) {
        guard pcm == nil else { return }
        do {
            pcm = try PCM.open(name, rate: rate, buffer: buffer)
        } catch {
            // A name that ALSA does not know gets its better message here too.
            if error.code == ENOENT { try PCMNames.check(name) }
            throw error
        }
        startAgain()
    }

    func write(_ samples: Span<Int16>) throws(OutputError) -> Int {
        rest()
        // Two recoveries at most: a device that runs dry between recovering and writing is not worth a spin.
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
                if result.isError { throw lost(result, "snd_pcm_writei") }
                remember(samples, count: result.rawValue)
                return result.rawValue
            }
        }
        return 0
    }

    /// A PCM that has run dry may go on telling the latency of what comes after it (the pulse plugin does), or be late to tell that it
    /// is dry. So it is also over when its buffer is empty and the moment has come that the device itself named for the end.
    func delay() throws(OutputError) -> Int {
        guard let state = pcm?.state else { throw ALSAResult(-EBADFD).error("snd_pcm_delay", name: name) }
        switch state {
        case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING: break
        case SND_PCM_STATE_XRUN:
            // It ran dry, unless the sound server has ended the stream: then it has no delay, not even none, and can't go on.
            if pcm?.delay().result == ALSAResult(-EBADFD) { try prepare() }
            leftInHang = nil
            return 0
        case SND_PCM_STATE_DISCONNECTED: throw lost(ALSAResult(-ENODEV), "snd_pcm_state")
        default: return 0
        }
        guard let (told, result) = pcm?.delay() else { return 0 }
        if result == .underrun { return 0 }
        if result.isError, result != .suspended { throw lost(result, "snd_pcm_delay") }
        // For a while after a drop, the pulse plugin tells 0 though its buffer is full: what it holds can't have been heard.
        let room = pcm?.available() ?? .again
        let frames = max(told, room.isError ? 0 : (pcm?.bufferFrames ?? 0) - room.rawValue)
        guard frames > 0 else { return 0 }
        let now = ContinuousClock.now
        if heardBy == nil { roomAtLook = room.rawValue }
        if heardBy == nil || room.rawValue > progress.room { progress = (room.rawValue, now) }
        let end = min(now + rate.duration(of: frames), heardBy ?? .now + .seconds(3600))
        heardBy = end
        if now < end { return frames }
        return try keepsPlaying(room, since: end) ? frames : 0
    }

    /// Whether it is to be waited for, though the moment has come that it named for the `end`.
    /// - Throws: when it hangs, or its sound server has nothing to play on.
    private func keepsPlaying(_ room: ALSAResult, since end: ContinuousClock.Instant) throws(OutputError) -> Bool {
        let left = room.isError ? 0 : (pcm?.bufferFrames ?? 0) - room.rawValue
        guard left > 0 else {
            leftInHang = nil
            return false
        }
        // A device that has not begun counts down all the same (the pulse plugin does), and tells by its room alone that it has not.
        let isPlaying = hasBegun || room.rawValue > roomAtLook
        let late = max(end, progress.at).duration(to: .now)
        // Some play whole periods only, and never tell that the last one was heard.
        guard let period = pcm?.periodFrames, left > period else { return late < (isPlaying ? Self.patience : DevicePatience.toBegin) }
        if late < (isPlaying ? DevicePatience.toGoOn : DevicePatience.toBegin) { return true }
        // What is left each time is no hang but the device's way: nothing would be gained by saying it again.
        if isPlaying, let leftInHang, abs(leftInHang - left) <= period { return false }
        if isPlaying { leftInHang = left }
        throw OutputError.stalled(name)
    }

    func descriptors() -> [pollfd] { pcm?.descriptors() ?? [] }

    func isReady(_ polled: ArraySlice<pollfd>) -> Bool { pcm?.isReady(polled) ?? true }

    func timeUntilRoom() -> Duration? { nil }

    func silence() {
        fade()
        pcm?.drop()
        startAgain()
    }

    /// Makes a silenced PCM ready, before its next sound asks for it. One that ran dry stays as it is: what it may still hold is its own
    /// latency, and dropping that could cut the end.
    func rest() {
        if pcm?.state == SND_PCM_STATE_SETUP { pcm?.prepare() }
    }

    func close() {
        pcm = nil
    }

    /// Goes on after the stream has ended. Where a sound server has ended it, because its device is gone, this is what fails.
    private func prepare() throws(OutputError) {
        if let result = pcm?.prepare(), result.isError { throw lost(result, "snd_pcm_prepare") }
        framesAtStart = framesWritten
    }

    private func startAgain() {
        framesAtStart = framesWritten
        heardBy = nil
        recent = []
    }

    /// The place where reopening with back-off begins (O4): the PCM is closed, and the next ``open()`` tries again.
    private func lost(_ result: ALSAResult, _ cause: String) -> OutputError {
        pcm = nil
        return result.error(cause, name: name)
    }

    private func remember(_ samples: Span<Int16>, count: Int) {
        framesWritten += count
        heardBy = nil
        guard let size = pcm?.bufferFrames, pcm?.isHardware == true else { return }
        for index in max(0, count - size)..<count { recent.append(samples[index]) }
        if recent.count > 2 * size { recent.removeFirst(recent.count - size) }
    }

    /// Puts a ramp in the place of what sounds next, and waits until it was heard: 4 ms. Where the device can't take frames back,
    /// nothing: then silence at once is all there is (Q14).
    private func fade() {
        guard pcm?.isHardware == true, pcm?.state == SND_PCM_STATE_RUNNING, let rewindable = pcm?.rewindable() else { return }
        // The millisecond that sounds next stays: the device may be reading it already.
        let margin = rate.frames(in: .milliseconds(1))
        let ramp = rate.frames(in: FadeOut.duration)
        let wanted = min(rewindable.rawValue, recent.count) - margin
        guard wanted >= ramp, let taken = pcm?.rewind(wanted).rawValue, taken >= ramp, taken <= recent.count else { return }
        let faded = FadeOut.applied(to: recent.suffix(taken).prefix(ramp))
        guard let result = pcm?.write(faded.span), !result.isError else { return }
        var nothing = PollSet()
        nothing.wait(timeout: rate.duration(of: margin + ramp))
    }
}
