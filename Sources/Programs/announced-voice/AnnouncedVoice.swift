// announced-voice is the process that speaks: it passes its command line to Voice and runs it. `announced` starts it and uses VoiceProtocol
// over its standard input and output; a user can do the same in a terminal.

import ALSA
import ArgumentParser
import ESpeak
import Glibc
import Messages
import SoundIcons
import System
import Voice

@main
struct AnnouncedVoice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announced-voice",
        abstract: "Speak commands from standard input through eSpeak NG and ALSA.",
        discussion: """
            Reads commands and prints events as JSON objects, one per line.

            EXAMPLES
              echo '{"command":"earcon","name":"pageBorder"}' | announced-voice
              cat commands.jsonl | announced-voice --wav hello.wav

            COMMANDS

              {"command":"speak","id":2,"segments":[{"text":"Hello"}]}
              {"command":"speak","id":3,"segments":[{"text":"ja","language":"de"}]}
              {"command":"speak","id":4,"segments":[{"text":"OK","spell":true}]}
              {"command":"transcribe","id":5,"segments":[{"text":"Hello"}]}
              {"command":"pause"}    {"command":"resume"}    {"command":"stop"}
              {"command":"voices"}    {"command":"ping"}
              {"command":"device","name":"plughw:1,0"}    {"command":"device"}
              {"command":"earcon","name":"pageBorder","volume":50}

            A segment may have language, voice ("gmw/en-US", "English (America)", "de+f3"), rate (80 to 900 words per minute), \
            pitch, inflection and volume (0 to 100), punctuation (none, some, most, all), capitals (none, say, pitch, sound), spell, pause (seconds of \
            silence before it), earcon (screenChanged, pageBorder, secureKey, speech), icon (the name of an installed sound, played instead of the text), \
            ipa (the text's pronunciation) and mark.

            Events are ready, sandbox, started, sentence, word, mark, rendered, finished, stopped, paused, failed, voices, transcription, \
            device, pong and invalid.

            At the end of its input, it speaks the remaining utterances and exits, with 73 if the file of --wav can't be written.
            """,
        version: "announced-voice \(Release.version) (alsa-lib \(PCMOutput.version))"
    )

    @Option(help: ArgumentHelp("The ALSA PCM to open, one of `aplay -L`.", valueName: "pcm"))
    var device = "default"

    @Flag(help: "Name audio.device in advice instead of --device, because the device was chosen in the configuration.")
    var configured = false

    @Option(help: ArgumentHelp("Write the sound to this WAV file in real time, instead of playing it.", valueName: "file"))
    var wav: String?

    @Flag(help: "With --wav: append to the file's sound, as a voice does that replaces another.")
    var append = false

    @Flag(help: "With --wav: write as fast as the sound is made, without silence in between, and report each utterance's length.")
    var unpaced = false

    @Option(help: ArgumentHelp("Milliseconds of sound that the device should buffer, 10 to 2000.", valueName: "ms"))
    var bufferMs = 40

    @Option(help: ArgumentHelp("Milliseconds from the last sound until the device is closed, up to 60000.", valueName: "ms"))
    var linger = 500

    @Option(
        help: ArgumentHelp(
            "Milliseconds of silence to play first if nothing has sounded for 5 s, up to 5000; or auto: as the sound server's sink needs.",
            valueName: "ms"))
    var leadIn = LeadIn.auto

    @Option(help: ArgumentHelp("The language of text that doesn't name one.", valueName: "tag"))
    var language = "en"

    @Option(help: ArgumentHelp("The theme of the sounds that icons name.", valueName: "name"))
    var soundTheme = SoundName.freedesktop.text

    @Flag(help: "Exit at once and silently when the input ends, as announced requires.")
    var supervised = false

    @Flag(help: "Keep the right to use any file, program and network, for a sound device that needs it.")
    var noSandbox = false

    @Flag(help: "Report whether the synthesizer, voice and device work, as one JSON object per line; exit 0 if all do, otherwise 1.")
    var check = false

    @Option(help: ArgumentHelp("With --check: the voice to look for, instead of the language's voice.", valueName: "name"))
    var voice: String?

    func validate() throws {
        guard !check || wav == nil else { throw ValidationError("--check and --wav can't be combined.") }
        guard voice == nil || check else { throw ValidationError("--voice needs --check; commands name their voice themselves.") }
        guard device == "default" || wav == nil else { throw ValidationError("--device and --wav can't be combined.") }
        guard !unpaced || (wav != nil && !append) else { throw ValidationError("--unpaced needs --wav, and no --append.") }
        let limits = [
            ("--buffer-ms", bufferMs, 10...2000), ("--linger", linger, 0...60_000), ("--lead-in", leadIn.milliseconds ?? 0, 0...5000),
        ]
        guard SoundName(soundTheme) != nil else { throw ValidationError("--sound-theme is \(soundTheme); expected a folder's name.") }
        for (name, value, range) in limits where !range.contains(value) {
            throw ValidationError("\(name) is \(value); expected \(range.lowerBound) to \(range.upperBound).")
        }
    }

    func run() throws {
        let synthesizer = ESpeakSynthesizer.self
        PCMOutput.silenceErrorLines()
        StreamRole.set()
        let setting: DeviceSetting = configured ? .configuration : .option
        // SAFETY: no other thread changes the environment.
        func variable(_ name: String) -> String? { Environment.value(name) }
        let sandbox = noSandbox ? nil : Sandbox(file: wav, variable: variable)
        if check {
            let works = SelfCheck.run(
                synthesizer, language: language, voice: voice, device: PCMOutput.self, name: device, setting: setting,
                leadIn: leadIn.milliseconds, sandbox: sandbox)
            throw works ? ExitCode.success : .failure
        }
        let settings = VoiceSettings(
            destination: wav.map { unpaced ? .unpacedWAVFile(path: $0) : .wavFile(path: $0, continues: append) } ?? .device(name: device),
            buffer: .milliseconds(bufferMs), linger: .milliseconds(linger), leadIn: leadIn.milliseconds.map { .milliseconds($0) },
            language: language,
            isSupervised: supervised, deviceSetting: setting)
        // A supervisor has checked this, and waits for events.
        if !supervised, let wav, let mistake = OutputFile.mistake(in: wav) {
            StandardError.print("announced-voice: \(mistake)")
            throw ExitCode(EX_CANTCREAT)
        }
        let loop: VoiceLoop
        do {
            let icons = SoundIcons(theme: SoundName(soundTheme) ?? .freedesktop, variable: variable)
            loop = try VoiceLoop(settings: settings, synthesizer: synthesizer, device: PCMOutput.self, icons: icons, sandbox: sandbox)
        } catch {
            // An event has already reported the error to the supervisor.
            if supervised { throw ExitCode.failure }
            throw error
        }
        loop.run()
    }
}
