import CALSA
import Glibc
import Voice

/// An open, nonblocking libasound playback PCM; `deinit` closes it. Thread: the voice's only one. Counts are in frames of one 16-bit
/// sample.
@safe struct PCM: ~Copyable {
    let name: String
    /// The buffer and period sizes in frames, as granted by the device; 0 until it is configured.
    private(set) var bufferFrames = 0
    private(set) var periodFrames = 0
    // SAFETY of every use below: the handle is valid from a successful `snd_pcm_open` to `deinit`, and never leaves this type.
    private let handle: OpaquePointer

    /// Opens `name` for mono 16-bit sound at `rate`. If the device refuses that format, it is opened through ALSA's converting `plug`
    /// instead.
    static func open(_ name: String, rate: SampleRate, buffer: Duration) throws(OutputError) -> PCM {
        do {
            var pcm = try PCM(name, device: name)
            try pcm.configure(rate: rate, buffer: buffer)
            return pcm
        } catch  where error.code == EINVAL {
            var pcm = try PCM(name, device: "plug:\(quoted(name))")
            try pcm.configure(rate: rate, buffer: buffer)
            return pcm
        }
    }

    /// Opens `name` as far as is possible without a format: the PCM is connected to its sound server, but has no stream yet.
    static func connect(_ name: String) throws(OutputError) -> PCM { try PCM(name, device: name) }

    /// Returns `name` quoted as one argument within another PCM's name.
    static func quoted(_ name: String) -> String {
        "'" + name.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private init(_ name: String, device: String) throws(OutputError) {
        var opened: OpaquePointer?
        let result = ALSAResult(unsafe snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
        guard !result.isError, let handle = unsafe opened else { throw result.error("snd_pcm_open", name: name) }
        self.name = name
        unsafe self.handle = handle
    }

    /// Sets the format: mono 16-bit sound at `rate`. The PCM can then be written to.
    mutating func configure(rate: SampleRate, buffer: Duration) throws(OutputError) {
        (bufferFrames, periodFrames) = try unsafe Self.configure(handle, name: name, rate: rate, buffer: buffer)
    }

    deinit {
        // Drop first: on some plugins, closing alone would play what is left.
        unsafe snd_pcm_drop(handle)
        unsafe snd_pcm_close(handle)
    }

    var state: snd_pcm_state_t { unsafe snd_pcm_state(handle) }
    /// Whether this is a kernel device. Only kernel devices report correctly how many frames can be rewound: plugins that have already
    /// passed the sound on claim that they can rewind it, and dmix claims that it can't (alsa-lib 1.2.8).
    var isHardware: Bool { unsafe snd_pcm_type(handle) == SND_PCM_TYPE_HW }

    /// Whether this is a sound server's plugin itself, not a device in its place, and with no other plugin before it.
    var isServerPlugin: Bool { unsafe snd_pcm_type(handle) == SND_PCM_TYPE_IOPLUG }

    /// Whether sound may pass through ALSA's rate converter. The converter passes on whole periods only, so the rest of the last period
    /// would never be heard.
    var mayConvert: Bool {
        [SND_PCM_TYPE_PLUG, SND_PCM_TYPE_RATE, SND_PCM_TYPE_SOFTVOL].contains(unsafe snd_pcm_type(handle))
    }

    /// Queues as many of `samples` as there is room for.
    func write(_ samples: Span<Int16>) -> ALSAResult {
        unsafe samples.withUnsafeBufferPointer { unsafe ALSAResult(snd_pcm_writei(handle, $0.baseAddress, snd_pcm_uframes_t($0.count))) }
    }

    /// Returns the number of frames until the next frame written would be heard; valid unless `result` is an error.
    func delay() -> (frames: Int, result: ALSAResult) {
        var delay: snd_pcm_sframes_t = 0
        let result = ALSAResult(unsafe snd_pcm_delay(handle, &delay))
        return (delay, result)
    }

    /// Returns how many frames there is room for.
    func available() -> ALSAResult { ALSAResult(unsafe snd_pcm_avail(handle)) }

    /// Prepares a stream that was stopped, ran dry or was never started, so that it can be written to.
    @discardableResult
    func prepare() -> ALSAResult { ALSAResult(unsafe snd_pcm_prepare(handle)) }

    /// Silences the device at once and discards what has not been heard yet.
    @discardableResult
    func drop() -> ALSAResult { ALSAResult(unsafe snd_pcm_drop(handle)) }

    /// Resumes after a system suspend; returns ``ALSAResult/again`` until the device is available again.
    func resume() -> ALSAResult { ALSAResult(unsafe snd_pcm_resume(handle)) }

    /// Returns how many frames can safely be rewound.
    func rewindable() -> ALSAResult { ALSAResult(unsafe snd_pcm_rewindable(handle)) }
    func rewind(_ frames: Int) -> ALSAResult { ALSAResult(unsafe snd_pcm_rewind(handle, snd_pcm_uframes_t(frames))) }

    /// Returns the descriptors to poll for room.
    func descriptors() -> [pollfd] {
        let count = max(0, Int(unsafe snd_pcm_poll_descriptors_count(handle)))
        var polled = [pollfd](repeating: pollfd(), count: count)
        let filled = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe snd_pcm_poll_descriptors(handle, $0.baseAddress, UInt32($0.count))
        }
        return Array(polled.prefix(max(0, Int(filled))))
    }

    /// Passes the descriptors' events to libasound, because some of its plugins acknowledge their wake-up here. Returns whether there is
    /// room, or an error.
    func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool {
        var polled = Array(polled)
        var events: UInt16 = 0
        let result = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe snd_pcm_poll_descriptors_revents(handle, $0.baseAddress, UInt32($0.count), &events)
        }
        return result < 0 || events != 0
    }
}
