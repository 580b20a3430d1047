/// The settings of the voice; the options of `announced-voice`.
package struct VoiceSettings: Sendable {
    /// The destination of the sound.
    package enum Destination: Sendable {
        /// A device, such as an ALSA PCM.
        case device(name: String)
        /// A WAV file, paced in real time; `continues`: append to the existing sound.
        case wavFile(path: String, continues: Bool)
        /// A WAV file, written as fast as the sound is made.
        case unpacedWAVFile(path: String)
    }

    package var destination: Destination
    package var deviceSetting: DeviceSetting
    /// How much sound the device is asked to hold.
    package var buffer: Duration
    /// How long after the last sound the device is closed (O2).
    package var linger: Duration
    /// The silence to play first if nothing has sounded for ``pauseBeforeLeadIn``; nil: as the sink needs (O1).
    package var leadIn: Duration?
    /// The language of text that names none, or whose language no voice speaks.
    package var language: String
    /// Whether the end of the commands ends the voice at once.
    package var isSupervised: Bool

    /// Whether output is paced in real time; otherwise events carry frame numbers.
    var keepsTime: Bool {
        if case .unpacedWAVFile = destination { false } else { true }
    }

    /// Creates an output without opening it.
    func output(to destination: Destination, device: any SoundDevice.Type, rate: SampleRate) -> any SpeechOutput {
        switch destination {
        case .device(let name): device.init(name: name, rate: rate, buffer: buffer)
        case .wavFile(let path, let continues): PacedWAVFile(path: path, rate: rate, buffer: buffer, continues: continues)
        case .unpacedWAVFile(let path): UnpacedWAVFile(path: path, rate: rate)
        }
    }

    /// O1.
    static let pauseBeforeLeadIn = Duration.seconds(5)

    package init(
        destination: Destination = .device(name: "default"), buffer: Duration = .milliseconds(40),
        linger: Duration = .milliseconds(500), leadIn: Duration? = nil, language: String = "en", isSupervised: Bool = false,
        deviceSetting: DeviceSetting = .option
    ) {
        self.deviceSetting = deviceSetting
        self.destination = destination
        self.buffer = buffer
        self.linger = linger
        self.leadIn = leadIn
        self.language = language
        self.isSupervised = isSupervised
    }
}
