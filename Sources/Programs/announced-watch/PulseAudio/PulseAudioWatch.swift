import CPulseAudio
import Glibc
import Watch

// PulseAudioWatch observes which apps record, as the sound server reports them.

/// PA_INVALID_INDEX, which Swift can't import.
private let noIndex = UInt32.max

/// Tracks which apps use a microphone, through PulseAudio or PipeWire's PulseAudio server.
@safe final class PulseAudioWatch {
    private(set) var use: MicrophoneUse
    /// Whether a server answers.
    private(set) var isConnected = false

    private let loop: MainLoop
    private let didChange: () -> Void
    private let path: String?
    private var socket: ServerSocket?
    private var context: OpaquePointer?
    /// Whether the subscription includes changes of the default sink.
    private var subscribesToSinks = false
    /// Whether the server was queried for headphones, and has not answered yet.
    private var awaitsHeadphones = false

    /// - Parameters:
    ///   - path: the server's socket; nil if it can't be watched.
    ///   - didChange: called when ``use`` or ``isConnected`` may have changed.
    init(path: String?, on loop: MainLoop, settings: WatchSettings, didChange: @escaping () -> Void) {
        self.path = path
        self.loop = loop
        self.didChange = didChange
        use = MicrophoneUse(settings: settings)
    }

    /// Applies new settings: connects or disconnects, if they require it.
    func apply(_ settings: WatchSettings) {
        use.settings = settings
        if settings.noticesMicrophones, socket == nil {
            socket = ServerSocket(path: path, on: loop) { [unowned self] in connect() }
            socket?.start()
        } else if !settings.noticesMicrophones {
            socket = nil
            disconnect()
        }
        report()
    }

    // MARK: The connection

    private var own: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Returns the object behind a callback's pointer.
    private static func watch(_ pointer: UnsafeMutableRawPointer?) -> PulseAudioWatch {
        // SAFETY: only ``own`` is ever passed, and the contexts are released before it.
        unsafe Unmanaged<PulseAudioWatch>.fromOpaque(pointer!).takeUnretainedValue()
    }

    private func connect() {
        // SAFETY: the context is this object's, until ``disconnect()``.
        unsafe context = pa_context_new(loop.api, "announced-watch")
        unsafe pa_context_set_state_callback(context, { _, watch in unsafe PulseAudioWatch.watch(watch).stateDidChange() }, own)
        unsafe pa_context_set_subscribe_callback(
            context, { _, event, index, watch in unsafe PulseAudioWatch.watch(watch).didReceive(event.rawValue, index) }, own)
        if unsafe pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) < 0, unsafe context != nil { didFail() }
    }

    private func stateDidChange() {
        switch unsafe pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            isConnected = true
            socket?.didConnect()
            subscribe()
            // SAFETY: the context and this object outlive the operation, which the context ends.
            unsafe release(pa_context_get_source_output_info_list(context, Self.didDescribeStream, own))
            report()
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: didFail()
        default: break
        }
    }

    private func didFail() {
        // The server listens, but ends the connection: it may have too many.
        let error = unsafe context.map { unsafe pa_context_errno($0) }
        let isThere = isConnected || error == CInt(PA_ERR_CONNECTIONTERMINATED.rawValue)
        disconnect()
        if isThere { socket?.didLose(expectsReturn: true) } else { socket?.didFail() }
        report()
    }

    private func disconnect() {
        // SAFETY: without callbacks, nothing refers to this object any more.
        if let old = unsafe context {
            unsafe context = nil
            unsafe pa_context_set_state_callback(old, nil, nil)
            unsafe pa_context_set_subscribe_callback(old, nil, nil)
            unsafe pa_context_disconnect(old)
            unsafe pa_context_unref(old)
        }
        isConnected = false
        subscribesToSinks = false
        awaitsHeadphones = false
        use.clear()
    }

    /// Releases an operation without cancelling it.
    private func release(_ operation: OpaquePointer?) {
        if let operation = unsafe operation { unsafe pa_operation_unref(operation) }
    }

    private func subscribe() {
        var events = PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue
        if subscribesToSinks { events |= PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue }
        unsafe release(pa_context_subscribe(context, pa_subscription_mask_t(events), nil, nil))
    }

    /// Follows the default sink only while an app records, because the sink changes with each change of the volume.
    private func report() {
        if isConnected, use.needsHeadphones != subscribesToSinks {
            subscribesToSinks.toggle()
            subscribe()
            awaitsHeadphones = subscribesToSinks
            if awaitsHeadphones { askForHeadphones() }
        }
        // With headphones on, no session begins.
        if !awaitsHeadphones { didChange() }
    }

    private func didLearnHeadphones() {
        awaitsHeadphones = false
        didChange()
    }

    // MARK: Streams

    private func didReceive(_ event: UInt32, _ index: UInt32) {
        let isRemoval = event & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
        guard event & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue == PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT.rawValue else {
            return askForHeadphones()
        }
        if isRemoval {
            use.remove(index)
            report()
        } else {
            unsafe release(pa_context_get_source_output_info(context, index, Self.didDescribeStream, own))
        }
    }

    private static let didDescribeStream: pa_source_output_info_cb_t = { _, info, end, watch in
        guard let info = unsafe info, end == 0 else { return }
        // SAFETY: the description is valid for the call.
        let stream = unsafe RecordingStream(info.pointee)
        unsafe PulseAudioWatch.watch(watch).didDescribe(stream, at: info.pointee.index)
    }

    private func didDescribe(_ stream: RecordingStream, at index: UInt32) {
        use.update(stream, at: index)
        if stream.isCandidate, let source = stream.source {
            unsafe release(pa_context_get_source_info_by_index(context, source, Self.didDescribeSource, own))
        }
        report()
    }

    private static let didDescribeSource: pa_source_info_cb_t = { _, info, end, watch in
        guard let info = unsafe info, end == 0 else { return }
        let watch = unsafe PulseAudioWatch.watch(watch)
        unsafe watch.use.update(source: info.pointee.index, isMonitor: info.pointee.monitor_of_sink != noIndex)
        watch.report()
    }

    // MARK: Headphones

    private func askForHeadphones() {
        guard unsafe context != nil else { return }
        unsafe release(
            pa_context_get_server_info(
                context,
                { context, info, watch in
                    guard let name = unsafe info?.pointee.default_sink_name else {
                        return unsafe PulseAudioWatch.watch(watch).didLearnHeadphones()
                    }
                    let operation = unsafe pa_context_get_sink_info_by_name(context, name, PulseAudioWatch.didDescribeSink, watch)
                    unsafe PulseAudioWatch.watch(watch).release(operation)
                }, own))
    }

    private static let didDescribeSink: pa_sink_info_cb_t = { _, info, end, watch in
        let watch = unsafe PulseAudioWatch.watch(watch)
        if let info = unsafe info, end == 0 {
            let port = unsafe info.pointee.active_port?.pointee
            let type = unsafe port.map { unsafe pa_device_port_type($0.type) }
            let name = unsafe port?.name.map { unsafe String(cString: $0) } ?? ""
            let shape = unsafe PulseAudioWatch.text(info.pointee.proplist, PA_PROP_DEVICE_FORM_FACTOR)
            watch.use.hasHeadphones =
                type == PA_DEVICE_PORT_TYPE_HEADPHONES || type == PA_DEVICE_PORT_TYPE_HEADSET || name.contains("headphone")
                || name.contains("headset") || shape == "headphone" || shape == "headset"
        } else {
            // The end of the answer, or there is no such sink.
            watch.didLearnHeadphones()
        }
    }

    fileprivate static func text(_ properties: OpaquePointer?, _ name: String) -> String? {
        unsafe pa_proplist_gets(properties, name).map { unsafe String(cString: $0) }
    }
}

extension RecordingStream {
    /// - Parameter info: valid for the call.
    @unsafe fileprivate init(_ info: pa_source_output_info) {
        func property(_ name: String) -> String? { unsafe PulseAudioWatch.text(info.proplist, name) }
        let program = property(PA_PROP_APPLICATION_PROCESS_BINARY)
        let name = property(PA_PROP_APPLICATION_NAME).flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            app: name ?? program ?? "A program", hasClient: unsafe info.client != noIndex,
            program: program, driver: unsafe info.driver.map { unsafe String(cString: $0) } ?? "", role: property(PA_PROP_MEDIA_ROLE),
            resampling: unsafe info.resample_method.map { unsafe String(cString: $0) }, isVirtual: property("node.virtual") == "true",
            measuresLevel: property("resample.peaks") == "true" || property("stream.monitor") == "true",
            isCorked: unsafe info.corked != 0, source: unsafe info.source == noIndex ? nil : info.source)
    }
}
