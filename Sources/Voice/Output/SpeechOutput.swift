import Glibc

/// Where the sound goes: 16-bit mono frames in, silence at once when asked. Opened on demand, closed when nothing has sounded for a
/// while (O2). Every method is called on the voice's only thread, and none blocks for longer than a device needs to answer.
protocol SpeechOutput: AnyObject {
    /// The PCM's name or the file's path, as events and messages name it.
    var name: String { get }
    var isOpen: Bool { get }
    /// Frames accepted since the process began; it only grows.
    var framesWritten: Int { get }
    /// Whether it has surely played something since it was opened or silenced: it has taken more than it can hold.
    var hasBegun: Bool { get }

    /// Whether it could be opened, by what can be known without opening a device. Cheap, and used once at the start.
    func check() throws(OutputError)
    /// Opens it; no sound yet.
    func open() throws(OutputError)
    /// Hands over as many of `samples` as there is room for, and starts the sound with the first of them.
    /// - Returns: how many were taken; 0 when it is full.
    func write(_ samples: Span<Int16>) throws(OutputError) -> Int
    /// How many frames are still to be heard until the last one written has been heard; 0 when it ran dry.
    func delay() throws(OutputError) -> Int
    /// What to poll for while it is full; may be empty.
    func descriptors() -> [pollfd]
    /// Whether `polled`, this output's own ``descriptors()`` after a poll, say that there is room, or an error to be found by writing.
    func isReady(_ polled: ArraySlice<pollfd>) -> Bool
    /// When there will be room, for an output that has no descriptors.
    func timeUntilRoom() -> Duration?
    /// Silence now, with a fade of ``FadeOut/duration`` where the device can take back what it has (Q14). It stays open.
    func silence()
    /// Called when all has been heard, or after ``silence()``: the next sound may come at once, later or never.
    func rest()
    /// Lets the device go.
    func close()
}

/// How long a device may take no sound at all before it counts as lost.
enum DevicePatience {
    /// Once it plays it should take some every 10 ms.
    static let toGoOn = Duration.seconds(2)
    /// A sound server may have rendered silence 2 s ahead while its sink was idle, and begins behind that: PulseAudio 16 was seen to take
    /// nothing for 1.8 s, and then to play all of it.
    static let toBegin = Duration.seconds(5)
}

/// Why the sound device can't be used.
struct OutputError: Error, Equatable {
    /// A number of `errno`.
    let code: Int32
    /// The call that failed.
    let cause: String
    /// What is wrong, for a person.
    let problem: String
    /// What to do, besides choosing another device; nil: nothing else.
    var remedy: String?
    /// Whether another device may help.
    var isDeviceFault = true

    /// Whether there is no such device. ALSA's answer to a card's number that no card can have is EINVAL.
    var isMissing: Bool {
        (cause == "snd_pcm_open" || cause == "snd_config_search") && [ENOENT, ENODEV, ENXIO, EINVAL].contains(code)
    }

    /// What is wrong and what to do, for a person.
    func message(choosing setting: VoiceSettings.DeviceSetting) -> String {
        let another = isDeviceFault ? "choose one of `aplay -L` \(setting.phrase)" : nil
        let advice = [remedy, another].compactMap { $0 }.joined(separator: ", or ")
        return advice.isEmpty ? "\(problem)." : "\(problem): \(advice)."
    }

    /// The device says nothing and takes nothing.
    static func stalled(_ name: String) -> OutputError {
        OutputError(
            code: ETIMEDOUT, cause: "write",
            problem:
                "The sound device \"\(name)\" takes no sound, because it or its sound server hangs, is suspended or has nothing to play on",
            remedy: "restart the sound server")
    }
}
