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
    /// Whether something has surely been played since the output was opened or silenced: it has taken more than it can hold.
    var hasBegun: Bool { get }

    /// Checks whether the output could be opened, as far as can be known without opening a device. Cheap; used once at the start.
    func check() throws(OutputError)
    /// Opens the output without making a sound.
    func open() throws(OutputError)
    /// Returns the sound server's sink that plays the output, as far as the server says; nil: not known, or there is no server.
    func sink() -> Sink?
    /// Hands over as many of `samples` as there is room for, and starts the sound with the first of them.
    /// - Returns: how many were taken; 0 when the output is full.
    func write(_ samples: Span<Int16>) throws(OutputError) -> Int
    /// Hands over silence after the last sample if the device plays whole periods only, or withholds the end. Call it again until all of it
    /// is taken.
    /// - Returns: whether nothing is missing any more.
    func padEnd() throws(OutputError) -> Bool
    /// Returns how many frames remain until the last one written has been heard; 0 when the output ran dry.
    func delay() throws(OutputError) -> Int
    /// Returns the descriptors to poll while the output is full; may be empty.
    func descriptors() -> [pollfd]
    /// Handles the events of `polled`, this output's own ``descriptors()`` after a poll.
    /// - Returns: whether there is room, or an error that the next write will throw.
    func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool
    /// Returns how long until there is room, for an output without descriptors.
    func timeUntilRoom() -> Duration?
    /// Silences the output at once, with a fade of ``FadeOut/duration`` where the device can take frames back (Q14). The output stays open.
    func silence()
    /// Called when everything has been heard, or after ``silence()``: the next sound may come at once, later or never.
    func didFallSilent()
    /// Ends the use of the device until the next ``open()``: releases it, or what of it would cost anything meanwhile (O2).
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

    /// Returns what opening the device may need that a sandbox refuses. Opens no device.
    static func needs(of name: String) -> DeviceNeeds
}

extension SoundDevice {
    package static func needs(of name: String) -> DeviceNeeds { DeviceNeeds() }
}

/// The needs of opening a device that a sandbox may refuse.
package struct DeviceNeeds: Sendable {
    /// A part of the device that may need any file, program or network.
    package var unknownPart: String?
    /// The sound servers that the device names, as PulseAudio writes them.
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
    /// While playing, a device should take some sound every 10 ms.
    package static let toGoOn = Duration.seconds(2)
    /// While its sink was idle, a sound server may have rendered silence 2 s ahead, and begins after that: PulseAudio 16 was seen to take
    /// nothing for 1.8 s, and then to play everything.
    package static let toBegin = Duration.seconds(5)
}
