/// The settings of the voice; the options of `announced-voice`.
package struct VoiceSettings: Sendable {
    /// The destination of the sound.
    package enum Destination: Sendable {
        /// An ALSA PCM.
        case device(name: String)
        /// A WAV file, paced in real time; `continues`: append to the existing sound.
        case wavFile(path: String, continues: Bool)
        /// A WAV file, written as fast as the sound is made.
        case unpacedWAVFile(path: String)
    }

    /// Where the user chose the PCM, for error messages.
    package enum DeviceSetting: Sendable {
        case option, configuration

        var phrase: String {
            switch self {
            case .option: "with --device"
            case .configuration: "as audio.device in the configuration"
            }
        }
    }

    package var destination: Destination
    package var deviceSetting: DeviceSetting
    /// How much sound the device is asked to hold.
    package var buffer: Duration
    /// How long after the last sound the device is closed (O2).
    package var linger: Duration
    /// The silence to play first when nothing has sounded for ``pauseBeforeLeadIn`` (O1).
    package var leadIn: Duration
    /// The language of text that names none, or one that no voice speaks.
    package var language: String
    /// Whether the end of the commands ends the voice at once.
    package var isSupervised: Bool

    /// Whether output is paced in real time; otherwise events carry frame numbers.
    var keepsTime: Bool {
        if case .unpacedWAVFile = destination { false } else { true }
    }

    /// O1.
    static let pauseBeforeLeadIn = Duration.seconds(5)

    package init(
        destination: Destination = .device(name: "default"), buffer: Duration = .milliseconds(40),
        linger: Duration = .milliseconds(500), leadIn: Duration = .zero, language: String = "en", isSupervised: Bool = false,
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
