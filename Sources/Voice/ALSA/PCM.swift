import CALSA
import Glibc

/// An open playback PCM of libasound, nonblocking; closed with the value. Thread: the voice's only one. Counts are in frames of one
/// 16-bit sample.
@safe struct PCM: ~Copyable {
    let name: String
    /// The size of its buffer and of a period, in frames: what the device granted, not what was asked for.
    let bufferFrames: Int
    let periodFrames: Int
    // SAFETY of every use below: the handle is valid from a successful `snd_pcm_open` to `deinit`, and never leaves this type.
    private let handle: OpaquePointer

    /// Opens `name` for mono 16-bit sound at `rate`; a device that refuses that is opened again behind ALSA's converting `plug`.
    static func open(_ name: String, rate: SampleRate, buffer: Duration) throws(OutputError) -> PCM {
        do {
            return try PCM(name, device: name, rate: rate, buffer: buffer)
        } catch  where error.code == EINVAL {
            return try PCM(name, device: "plug:\(quoted(name))", rate: rate, buffer: buffer)
        }
    }

    /// `name` as one argument of another PCM's name.
    static func quoted(_ name: String) -> String {
        "'" + name.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private init(_ name: String, device: String, rate: SampleRate, buffer: Duration) throws(OutputError) {
        var opened: OpaquePointer?
        let result = ALSAResult(unsafe snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
        guard !result.isError, let handle = unsafe opened else { throw result.error("snd_pcm_open", name: name) }
        do {
            (bufferFrames, periodFrames) = try unsafe Self.configure(handle, name: name, rate: rate, buffer: buffer)
        } catch {
            unsafe snd_pcm_close(handle)
            throw error
        }
        self.name = name
        unsafe self.handle = handle
    }

    deinit {
        // Dropped first: closing alone would play what is left on some plugins.
        unsafe snd_pcm_drop(handle)
        unsafe snd_pcm_close(handle)
    }

    var state: snd_pcm_state_t { unsafe snd_pcm_state(handle) }
    /// Whether it is the kernel's own device. Only such a one tells the truth about what it can take back: plugins that have already
    /// passed the sound on say that they can, and dmix that it can't (alsa-lib 1.2.8).
    var isHardware: Bool { unsafe snd_pcm_type(handle) == SND_PCM_TYPE_HW }

    /// Queues as many of `samples` as there is room for.
    func write(_ samples: Span<Int16>) -> ALSAResult {
        unsafe samples.withUnsafeBufferPointer { unsafe ALSAResult(snd_pcm_writei(handle, $0.baseAddress, snd_pcm_uframes_t($0.count))) }
    }

    /// Frames until what is written next would be heard, in the first field if the second is no error.
    func delay() -> (frames: Int, result: ALSAResult) {
        var delay: snd_pcm_sframes_t = 0
        let result = ALSAResult(unsafe snd_pcm_delay(handle, &delay))
        return (delay, result)
    }

    /// Room in frames.
    func available() -> ALSAResult { ALSAResult(unsafe snd_pcm_avail(handle)) }

    /// Makes a stream that stopped, ran dry or was never started ready to be written.
    @discardableResult
    func prepare() -> ALSAResult { ALSAResult(unsafe snd_pcm_prepare(handle)) }

    /// Silence now: what was not heard yet is thrown away.
    @discardableResult
    func drop() -> ALSAResult { ALSAResult(unsafe snd_pcm_drop(handle)) }

    /// After the machine slept; ``ALSAResult/again`` until the device is back.
    func resume() -> ALSAResult { ALSAResult(unsafe snd_pcm_resume(handle)) }

    /// How many frames can surely be taken back, and taking them back.
    func rewindable() -> ALSAResult { ALSAResult(unsafe snd_pcm_rewindable(handle)) }
    func rewind(_ frames: Int) -> ALSAResult { ALSAResult(unsafe snd_pcm_rewind(handle, snd_pcm_uframes_t(frames))) }

    /// What to poll for room.
    func descriptors() -> [pollfd] {
        let count = max(0, Int(unsafe snd_pcm_poll_descriptors_count(handle)))
        var polled = [pollfd](repeating: pollfd(), count: count)
        let filled = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe snd_pcm_poll_descriptors(handle, $0.baseAddress, UInt32($0.count))
        }
        return Array(polled.prefix(max(0, Int(filled))))
    }

    /// What the descriptors' events mean; libasound must see them, since some plugins acknowledge their wake-up here.
    func isReady(_ polled: ArraySlice<pollfd>) -> Bool {
        var polled = Array(polled)
        var events: UInt16 = 0
        let result = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe snd_pcm_poll_descriptors_revents(handle, $0.baseAddress, UInt32($0.count), &events)
        }
        return result < 0 || events != 0
    }
}
