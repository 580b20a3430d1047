// Voice turns commands into speech: VoiceProtocol in, a synthesizer's sound to a device, events out. It has one thread, with one `poll` for
// the commands and the sound device; synthesis runs on the same thread. All code that may crash or hang runs in this process, and the
// process stores nothing that must survive, so it may be killed at any moment.

import CLinux
import DequeModule
import Glibc
import JSONLines
import Messages
import System
import VoiceProtocol

/// The voice: one value a process, run once, on the main thread.
///
///     closed ──first sound──▶ open, speaking ──heard──▶ open, silent ──linger──▶ closed
///                                   ▲                        │
///                                   └────────speak───────────┘
package final class VoiceLoop {
    let settings: VoiceSettings
    let synthesizer: any SpeechSynthesizer
    let icons: (any SoundIconPlayer)?
    let sandbox: Sandbox?
    let events: EventWriter
    var input: ControlInput
    var choice: OutputChoice
    var output: any SpeechOutput { choice.output }

    var backlog = Backlog()
    /// How many `voices` commands wait until the synthesizer is free, and the `transcribe` commands that wait.
    var voicesAsked = 0
    var transcriptionsAsked: Deque<(id: UInt64, segments: [SpeechSegment])> = []
    /// The utterance being spoken; setting it to nil ends it.
    var utterance: UtteranceInProgress?
    /// The earcon of an `earcon` command that is playing or about to play.
    var earcon: SoundingEarcon?
    var rest = Rest()
    /// Whether the commands have ended and no more sound is to be heard.
    var isEnding = false

    /// Loads the synthesizer and sends `ready`.
    /// - Throws: if there is no synthesizer.
    package init(
        settings: VoiceSettings, synthesizer: any SpeechSynthesizer.Type, device: any SoundDevice.Type,
        icons: (any SoundIconPlayer)? = nil, sandbox: Sandbox? = nil, commands: Int32 = STDIN_FILENO,
        events descriptor: Int32 = STDOUT_FILENO
    ) throws(SynthesisError) {
        signal(SIGPIPE, SIG_IGN)  // a write reports a closed connection
        if settings.isSupervised {
            // Ctrl-C at a terminal and a service manager's stop reach the whole process group; the daemon ends its voice itself, with a
            // fade.
            for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
            endWithParent()
        }
        self.settings = settings
        self.icons = icons
        self.sandbox = sandbox
        events = EventWriter(descriptor: descriptor)
        do {
            self.synthesizer = try synthesizer.init(language: settings.language)
        } catch {
            // A supervisor that restarts the voice repeatedly decides when to log the reason.
            if settings.isSupervised { events.write(.invalid(message: error.description)) }
            throw error
        }
        input = ControlInput(descriptor: commands)
        let rate = self.synthesizer.rate
        choice = OutputChoice(settings, kind: device, rate: rate)
        events.write(.ready(.init(synthesizer: self.synthesizer.version, sampleRate: rate.framesPerSecond)))
    }

    /// Carries out commands until their end. Blocks in `poll` while there is nothing to do.
    package func run() {
        prepare()
        enterSandbox()
        while !isEnding {
            answerQueries()
            if let next = backlog.next() {
                speak(next)
                continue
            }
            if earcon != nil {
                soundEarcon()
                continue
            }
            // No client is left to send `resume`, so a pause also ends the loop.
            if input.isAtEnd { break }
            rest.didOpen(output.isOpen, linger: settings.linger)
            // At rest, memory that is needed only while speaking is released after each command, such as a ping.
            if rest.isCold { release_memory() }
            wait(forRoom: false, atMost: rest.timeLeft)
            if rest.didWait(), !backlog.hasNext { closeOutput() }
        }
        output.close()
    }

    /// Warms up while idle, so that the first utterance is not delayed (2.3 ms without, 1.7 with): prepares the synthesizer,
    /// loads the device's configuration, and decodes a first command. Reports at once if the device's name is unknown.
    private func prepare() {
        synthesizer.prepare()
        let command = VoiceCommand.speak(SpeakCommand(id: 0, segments: [SpeechSegment(text: "OK")]))
        _ = try? VoiceCommand(jsonLine: command.jsonLine)
        if let failure = choice.check() { sendDevice(failure.state, failure.message) }
    }

    /// Waits for a command, for room in the output if requested, or until `atMost` has passed (nil: no limit), and carries out the
    /// commands.
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
        let hasRoom = forRoom && output.handleEvents(polled.descriptors[commands...])
        if commands == 1, polled.isReady(0) { readCommands() }
        return hasRoom
    }

    /// Records the end of sound.
    func soundDidEnd() { rest.begin(linger: settings.linger) }

    /// The silence to play before the next sound (O1). The sink is queried each time, because another one may be in use.
    var leadIn: Duration {
        guard settings.keepsTime, rest.needsLeadIn else { return .zero }
        return settings.leadIn ?? .milliseconds(output.sink()?.leadIn ?? 0)
    }
}

/// Makes the kernel end this process with its daemon, even if it hangs. If the daemon ended before this call, our parent has already
/// changed.
private func endWithParent() {
    let parent = getppid()
    _ = set_parent_death_signal(SIGKILL)
    if getppid() != parent { exit(EXIT_FAILURE) }
}
