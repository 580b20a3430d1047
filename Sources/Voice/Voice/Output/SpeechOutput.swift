package import Glibc
package import System

/// The destination of the sound: accepts 16-bit mono frames, and falls silent at once on request. Opened on demand, closed when nothing has
/// sounded for a while (O2). Every method is called on the voice's only thread; none blocks longer than a device needs to answer.
package protocol SpeechOutput: AnyObject {
    /// The PCM's name or the file's path, for events and messages.
    var name: String { get }
    var isOpen: Bool { get }
    /// Frames accepted since the process began; never decreases.
    var framesWritten: Int { get }
    /// Whether some sound was certainly played since the output was opened or silenced, because the output has taken more than it can hold.
    var hasBegun: Bool { get }

    /// Checks whether the output could be opened, as far as possible without opening a device. Cheap; used once at the start.
    func check() throws(OutputError)
    /// Opens the output without making a sound.
    func open() throws(OutputError)
    /// Returns the sound server's sink that plays the output, if the server reports it; nil: unknown, or there is no server.
    func sink() -> Sink?
    /// Hands over as many of `samples` as there is room for, and starts playback with the first one.
    /// - Returns: how many samples were taken; 0 when the output is full.
    func write(_ samples: Span<Int16>) throws(OutputError) -> Int
    /// Hands over silence after the last sample if the device plays whole periods only, or withholds the end. Call this again until all the
    /// silence is taken.
    /// - Returns: whether all the silence was handed over.
    func padEnd() throws(OutputError) -> Bool
    /// Returns how many frames remain until the last written frame has been heard; 0 when the output ran dry.
    func delay() throws(OutputError) -> Int
    /// Returns the descriptors to poll while the output is full; may be empty.
    func descriptors() -> [pollfd]
    /// Handles the events of `polled`, which are this output's own ``descriptors()`` after a poll.
    /// - Returns: whether there is room, or an error that the next write will throw.
    func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool
    /// Returns how long until there is room, for an output without descriptors.
    func timeUntilRoom() -> Duration?
    /// Silences the output at once, with a fade of ``FadeOut/duration`` if the device can rewind frames (Q14). The output stays open.
    func silence()
    /// Called when all sound has been heard, or after ``silence()``: the next sound may come at once, later or never.
    func didFallSilent()
    /// Ends the use of the device until the next ``open()``: releases it, or those parts that would cost resources (O2).
    func standBy()
    /// Releases the device.
    func close()
}

extension SpeechOutput {
    package func standBy() { close() }
    package func padEnd() -> Bool { true }
    package func sink() -> Sink? { nil }
}

/// A sound device, known by its name.
package protocol SoundDevice: SpeechOutput {
    /// - Parameter buffer: how much sound the device should hold.
    init(name: String, rate: SampleRate, buffer: Duration)

    /// Returns which resources that a sandbox refuses are needed to open the device. Opens no device.
    static func needs(of name: String) -> DeviceNeeds
}

extension SoundDevice {
    package static func needs(of name: String) -> DeviceNeeds { DeviceNeeds() }
}

/// What a device needs when it is opened and a sandbox may refuse.
package struct DeviceNeeds: Sendable {
    /// A part of the device that may need arbitrary files, programs or networks.
    package var unknownPart: String?
    /// The sound servers that the device names, in PulseAudio's notation.
    package var servers: [String]
    /// The libraries that the device names by their paths.
    package var libraries: [String]

    package init(unknownPart: String? = nil, servers: [String] = [], libraries: [String] = []) {
        self.unknownPart = unknownPart
        self.servers = servers
        self.libraries = libraries
    }

    package static func + (one: DeviceNeeds, other: DeviceNeeds) -> DeviceNeeds {
        DeviceNeeds(
            unknownPart: one.unknownPart ?? other.unknownPart, servers: one.servers + other.servers,
            libraries: one.libraries + other.libraries)
    }
}

/// How long a device may accept no sound before it counts as lost.
package enum DevicePatience {
    /// A playing device should take some sound every 10 ms.
    package static let toGoOn = Duration.seconds(2)
    /// While its sink was idle, a sound server may have rendered silence 2 s ahead; it begins after that silence. PulseAudio 16 took
    /// nothing for 1.8 s, and then played everything (observed).
    package static let toBegin = Duration.seconds(5)
}
