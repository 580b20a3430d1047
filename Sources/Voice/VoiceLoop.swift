// Voice turns commands into speech: VoiceProtocol in, libespeak-ng to libasound, events out. One thread, one `poll` over the commands and
// the sound device; synthesis runs inside it. Everything that may crash or hang lives here and nothing that must be remembered does,
// so that the process may be killed at any moment.

import CProcess
import DequeModule
import Glibc
import JSONLines
import VoiceProtocol

/// The voice: one value a process, run once, on the main thread.
///
///     closed ──first sound──▶ open, speaking ──heard──▶ open, silent ──linger──▶ closed
///                                   ▲                        │
///                                   └────────speak───────────┘
package final class VoiceLoop {
    let settings: VoiceSettings
    let synthesizer: Synthesizer
    let events: EventWriter
    var input: ControlInput
    var output: any SpeechOutput
    var catalog: VoiceCatalog

    /// Utterances to be spoken, in order.
    var waiting: Deque<SpeakCommand> = []
    /// The one being spoken; it ends by becoming nil.
    var utterance: Utterance?
    /// Whether `pause` holds everything back, and the utterance that goes on with `resume`.
    var isPaused = false
    var suspended: SpeakCommand?
    /// The `earcon` that sounds, or is about to.
    var earcon: SoundingEarcon?
    /// What eSpeak NG was last set to, since setting a voice takes time.
    var voiceInUse: String?
    var parametersInUse: SpeechParameters?
    /// What is known of voices' phonemes, by identifier: asked for when a run first says its pronunciation (T12).
    var inventories: [String: PhonemeInventory] = [:]
    /// The PCM that the user has chosen; nil: the sound goes to a file.
    var chosenDevice: String?
    /// Whether ``chosenDevice`` has been open: then it is waited for when it is gone (O4).
    var hasOpenedDevice = false
    /// Why ``output`` is `default` instead of ``chosenDevice`` (O6).
    var missingDevice: String?
    /// How many `voices` wait until the synthesizer is free.
    var voicesAsked = 0
    /// When the last sound ended, and when the device is to be closed.
    var lastSound: ContinuousClock.Instant?
    var closing: ContinuousClock.Instant?
    var toldDevice: VoiceEvent.Device?
    /// The commands have ended and nothing more is to be heard.
    var isEnding = false

    /// Loads the synthesizer and says `ready`.
    /// - Throws: ``VoiceError`` when there is no synthesizer.
    package init(settings: VoiceSettings, commands: Int32 = STDIN_FILENO, events descriptor: Int32 = STDOUT_FILENO) throws(VoiceError) {
        signal(SIGPIPE, SIG_IGN)  // a reader that is gone is seen by writing
        if settings.isSupervised {
            // Ctrl-C at a terminal and a service manager's stop reach the whole group; the daemon ends its voice in its own way, with a fade.
            for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
            endWithParent()
        }
        PCMOutput.silenceErrorLines()
        self.settings = settings
        events = EventWriter(descriptor: descriptor)
        do {
            synthesizer = try Synthesizer()
        } catch {
            // Whoever starts a voice again and again says why in its own log, when it thinks fit.
            if settings.isSupervised { events.write(.invalid(message: error.message)) }
            throw VoiceError(description: error.message)
        }
        input = ControlInput(descriptor: commands)
        switch settings.destination {
        case .device(let name):
            output = PCMOutput(name: name, rate: synthesizer.rate, buffer: settings.buffer)
            chosenDevice = name
        case .wavFile(let path, let continues):
            output = PacedWAVFile(path: path, rate: synthesizer.rate, buffer: settings.buffer, continues: continues)
        case .unpacedWAVFile(let path): output = UnpacedWAVFile(path: path, rate: synthesizer.rate)
        }
        catalog = VoiceCatalog(voices: [], variants: nil)
        events.write(.ready(.init(synthesizer: synthesizer.version, sampleRate: synthesizer.rate.framesPerSecond)))
    }

    /// Versions of what is linked, for people.
    package static var libraries: String { "alsa-lib \(PCMOutput.version)" }

    /// Does what the commands say until they end. Blocks in `poll` while there is nothing to do.
    package func run() {
        prepare()
        while !isEnding {
            answerVoices()
            if !isPaused, let next = waiting.popFirst() {
                speak(next)
                continue
            }
            if earcon != nil {
                soundEarcon()
                continue
            }
            // Who could say `resume` is gone, so a pause ends it too.
            if input.isAtEnd { break }
            closing = output.isOpen ? closing ?? .now + settings.linger : nil
            wait(forRoom: false, atMost: closing.map { max(.zero, $0 - .now) })
            if let closing, closing <= .now, waiting.isEmpty || isPaused { closeOutput() }
        }
        output.close()
    }

    /// Does now, while nobody waits, what would make the first utterance late (2.3 ms without, 1.7 with): eSpeak NG's list of voices and
    /// the default one, the first decoding of a command, ALSA's configuration. The last tells at once if the device's name is unknown.
    private func prepare() {
        catalog = VoiceCatalog(voices: synthesizer.installedVoices(), variants: nil)
        use(voice: defaultVoice)
        let command = VoiceCommand.speak(SpeakCommand(id: 0, segments: [SpeechSegment(text: "OK")]))
        _ = try? JSONLine.decode(VoiceCommand.self, from: JSONLine.encode(command))
        if let failure = checkOutput() { tellDevice(failure.state, failure.message) }
    }

    /// Waits for a command, for room in the output if asked, or until `atMost` is over (nil: for ever), and does what the command says.
    /// - Returns: whether the output reported room.
    @discardableResult
    func wait(forRoom: Bool, atMost: Duration?) -> Bool {
        var polled = PollSet()
        var timeout = atMost
        if !input.isAtEnd { polled.add(input.descriptor, for: POLLIN) }
        let commands = polled.descriptors.count
        if forRoom {
            polled.add(output.descriptors())
            if let time = output.timeUntilRoom() { timeout = min(time, timeout ?? time) }
        }
        polled.wait(timeout: timeout)
        let hasRoom = forRoom && output.isReady(polled.descriptors[commands...])
        if commands == 1, polled.isReady(0) { readCommands() }
        return hasRoom
    }

    /// The device may be closed after this, if nothing follows.
    func rest() {
        lastSound = .now
        closing = .now + settings.linger
    }

    func stayOpen() {
        closing = nil
    }

    /// The silence that comes before the next sound (O1).
    var leadIn: Duration {
        guard settings.keepsTime else { return .zero }
        return lastSound.map { .now - $0 > VoiceSettings.pauseBeforeLeadIn } ?? true ? settings.leadIn : .zero
    }
}

/// A voice whose daemon is gone ends though it hangs. Who ended before this call is seen by its parent being another.
private func endWithParent() {
    let parent = getppid()
    _ = set_parent_death_signal(SIGKILL)
    if getppid() != parent { exit(EXIT_FAILURE) }
}

/// The voice can't be started.
package struct VoiceError: Error, CustomStringConvertible {
    /// What is wrong and what to do, for a person.
    package let description: String
}
