import CPulseAudio
import CSystemd
import Glibc

// One thread and one poll serve the sound server, the D-Bus buses and the daemon's socket.

/// libpulse's main loop, also used for our own descriptors and timers. Lives as long as the process.
@safe final class MainLoop {
    let api: UnsafeMutablePointer<pa_mainloop_api>
    private let mainloop: OpaquePointer

    init() {
        // SAFETY: the loop is never freed.
        unsafe mainloop = pa_mainloop_new()
        unsafe api = pa_mainloop_get_api(mainloop)
        unsafe pa_signal_init(api)
    }

    /// How long after the last event the loop rests, in microseconds: many events come in bursts.
    private static let warmTime: CInt = 500_000

    /// Serves events forever.
    /// - Parameter rest: called once whenever no event has followed for a while.
    func run(resting rest: () -> Void) {
        var timeout = Self.warmTime
        while unsafe pa_mainloop_prepare(mainloop, timeout) >= 0, unsafe pa_mainloop_poll(mainloop) >= 0 {
            let served = unsafe pa_mainloop_dispatch(mainloop)
            if served < 0 { return }
            if served == 0, timeout > 0 { rest() }
            timeout = served == 0 ? -1 : Self.warmTime
        }
    }

    /// Calls `handler` whenever `descriptor` has input or its other end is gone, until the source is released.
    func watch(_ descriptor: CInt, _ handler: @escaping () -> Void) -> DescriptorSource {
        DescriptorSource(descriptor, on: self, handler)
    }

    /// Calls `handler` once, unless the source is released before.
    func after(_ delay: Duration, _ handler: @escaping () -> Void) -> TimerSource { TimerSource(delay, on: self, handler) }

    /// Calls `handler` whenever the process receives a signal, as long as it lives.
    func onSignal(_ number: CInt, _ handler: @escaping () -> Void) {
        // SAFETY: the handler is kept forever, as the loop is.
        unsafe pa_signal_new(
            number, { _, _, _, handler in unsafe Callback.call(handler) }, Unmanaged.passRetained(Callback(handler)).toOpaque())
    }
}

/// The receiver of a callback from C code.
private final class Callback {
    let call: () -> Void

    init(_ call: @escaping () -> Void) { self.call = call }

    /// Calls the handler behind a pointer. The handler stays alive until the call returns, even if the call releases its source.
    static func call(_ pointer: UnsafeMutableRawPointer?) {
        // SAFETY: the pointer refers to a handler that its source keeps alive.
        guard let pointer = unsafe pointer else { return }
        let handler = unsafe Unmanaged<Callback>.fromOpaque(pointer).takeUnretainedValue()
        handler.call()
    }
}

/// A descriptor in an ``MainLoop``.
@safe final class DescriptorSource {
    private let loop: MainLoop
    private let handler: Callback
    private let event: OpaquePointer?

    fileprivate init(_ descriptor: CInt, on loop: MainLoop, _ handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = Callback(handler)
        // SAFETY: the event is freed before the handler.
        let data = unsafe Unmanaged.passUnretained(self.handler).toOpaque()
        unsafe event = loop.api.pointee.io_new(
            loop.api, descriptor, PA_IO_EVENT_INPUT, { _, _, _, _, data in unsafe Callback.call(data) }, data)
    }

    /// Whether the handler is also called whenever the descriptor accepts output.
    var wantsOutput = false {
        didSet {
            guard wantsOutput != oldValue else { return }
            let events = PA_IO_EVENT_INPUT.rawValue | (wantsOutput ? PA_IO_EVENT_OUTPUT.rawValue : 0)
            unsafe loop.api.pointee.io_enable(event, pa_io_event_flags_t(events))
        }
    }

    deinit { unsafe loop.api.pointee.io_free(event) }
}

/// A timer in an ``MainLoop``.
@safe final class TimerSource {
    private let loop: MainLoop
    private let handler: Callback
    private let event: OpaquePointer?

    fileprivate init(_ delay: Duration, on loop: MainLoop, _ handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = Callback(handler)
        var time = timeval()
        // SAFETY: the event is freed before the handler.
        let data = unsafe Unmanaged.passUnretained(self.handler).toOpaque()
        unsafe gettimeofday(&time, nil)
        let (seconds, attoseconds) = delay.components
        unsafe pa_timeval_add(&time, UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000))
        unsafe event = loop.api.pointee.time_new(loop.api, &time, { _, _, _, data in unsafe Callback.call(data) }, data)
    }

    deinit { unsafe loop.api.pointee.time_free(event) }
}
