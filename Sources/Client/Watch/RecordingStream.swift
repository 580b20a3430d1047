/// A stream that records, as PulseAudio's protocol describes it.
package struct RecordingStream: Sendable, Equatable {
    /// The value of `application.name`, otherwise the program's name.
    package var app: String
    /// Whether an app created the stream. The server itself creates a loopback or a filter.
    package var hasClient: Bool
    /// The file name of the stream's program.
    package var program: String?
    /// The part of the server that created the stream, such as `protocol-native.c`.
    package var driver: String
    package var role: String?
    package var resampling: String?
    /// The stream's PipeWire properties: `node.virtual`, and `resample.peaks` or `stream.monitor`.
    package var isVirtual: Bool
    package var measuresLevel: Bool
    package var isCorked: Bool
    /// The source that the stream records; nil: not known yet.
    package var source: UInt32?
    /// Whether that source is a monitor, which records the sound that a sink plays; nil: not known yet.
    package var isOfMonitor: Bool?

    package init(
        app: String, hasClient: Bool = true, program: String? = nil, driver: String = "protocol-native.c", role: String? = nil,
        resampling: String? = nil, isVirtual: Bool = false, measuresLevel: Bool = false, isCorked: Bool = false, source: UInt32? = nil,
        isOfMonitor: Bool? = nil
    ) {
        self.app = app
        self.hasClient = hasClient
        self.program = program
        self.driver = driver
        self.role = role
        self.resampling = resampling
        self.isVirtual = isVirtual
        self.measuresLevel = measuresLevel
        self.isCorked = isCorked
        self.source = source
        self.isOfMonitor = isOfMonitor
    }

    /// Whether the stream may be an app's that listens to a microphone, once its source is known: it is running, and is not a loopback, a
    /// filter, a mixer's level meter or a stream of announced.
    package var isCandidate: Bool {
        let belongsToServer = !hasClient || isVirtual || driver.hasPrefix("module-") || role == "filter" || role == "abstract"
        let isMeter = measuresLevel || resampling == "peaks"
        return !belongsToServer && !isMeter && !isCorked && program?.hasPrefix("announced") != true
    }

    /// Whether an app listens to a microphone with this stream.
    var isMicrophone: Bool { isCandidate && isOfMonitor == false }
}
