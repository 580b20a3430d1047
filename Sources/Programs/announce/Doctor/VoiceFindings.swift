import AnnounceProtocol
import Glibc
import JSONLines
import Messages
import System
import VoiceProtocol

/// Findings about the voice process, the synthesizer and the device, both from the daemon and from a separate voice that tries them.
struct VoiceFindings {
    let process: Finding
    let synthesizer: Finding
    let device: Finding
    let leadIn: Finding
    let volume: Finding
    let sandbox: Finding
    /// Whether the output is inaudible (a file, or the `null` device).
    let isUnheard: Bool

    /// How long a voice may take to try a sound device.
    private static let patience = Duration.seconds(5)

    static func gather(for running: RunningDaemon) -> VoiceFindings {
        let trial = Trial(for: running)
        return VoiceFindings(
            process: process(running, trial), synthesizer: synthesizer(running, trial), device: device(running, trial),
            leadIn: LeadInCheck.finding(of: trial.device), volume: VolumeCheck.finding(of: trial.device), sandbox: sandbox(trial),
            isUnheard: running.options["--wav"] != nil || trial.device?.device == "null")
    }

    /// A voice started to try the daemon's synthesizer and device.
    private struct Trial {
        var synthesizer: VoiceCheck.Synthesizer?
        var device: VoiceCheck.Device?
        var sandbox: SandboxReport?
        /// Why a part is missing; nil if none is.
        var failure: String?
        var advice: String?

        init(for running: RunningDaemon) {
            guard let program = ProgramOutput.path(ofOwn: "announced") else {
                failure = "announced is not in announce's folder, so no voice can be tried"
                advice = "install both in one folder"
                return
            }
            var arguments = ["check-voice"]
            // Try the device that the daemon names, even if the configuration has changed since.
            if let name = running.status?.device.name ?? running.options["--device"], running.options["--wav"] == nil {
                arguments += ["--device", name] + (running.options["--device"] == nil ? ["--configured"] : [])
            }
            if let config = running.configurationFile { arguments += ["--config", config] }
            guard let output = ProgramOutput.run(program, arguments, within: patience) else {
                failure = "\(program) can't be started"
                return
            }
            var said: [String] = []
            for line in output.lines {
                if let found = try? VoiceCheck.Device(jsonLine: Array(line.utf8)) {
                    device = found
                } else if let found = try? SandboxReport(jsonLine: Array(line.utf8)) {
                    sandbox = found
                } else if let found = try? VoiceCheck.Synthesizer(jsonLine: Array(line.utf8)) {
                    synthesizer = found
                } else {
                    said.append(line)
                }
            }
            if synthesizer != nil, device != nil { return }
            failure =
                switch output.end {
                case nil: "it did not answer in \(patience.components.seconds) s"
                case .killed(signal: let signal): "it was ended by signal \(signal)"
                case .exited: said.first ?? "it printed nothing"
                }
        }
    }

    private static func process(_ running: RunningDaemon, _ trial: Trial) -> Finding {
        let reinstall = "install announced-voice and its libraries again: \(trial.failure ?? "it can't be started")"
        if let voice = running.status?.voice {
            let restarts = voice.restartsPhrase
            switch voice.state {
            case .ready: return .ok("voice", "announced-voice runs\(restarts)")
            case .starting: return .skipped("voice", "announced-voice is starting\(restarts)", advice: "try again in a moment")
            case .failed:
                let message = voice.message.map { ": \($0)" } ?? ""
                let isFineHere = trial.synthesizer?.message == nil
                let advice =
                    isFineHere
                    ? "one started from here works, perhaps because its environment differs: \(running.restartAdvice())"
                    : "announced keeps restarting it, so correcting the cause is enough"
                return .failed(
                    "voice", "the daemon's voice fails\(restarts)\(message)", advice: trial.synthesizer == nil ? reinstall : advice)
            }
        }
        if trial.synthesizer != nil {
            return .skipped("voice", "no daemon answers, so its voice is unknown; one can be started from here")
        }
        return .failed("voice", "announced-voice can't be started: \(trial.failure ?? "")", advice: trial.advice)
    }

    private static func synthesizer(_ running: RunningDaemon, _ trial: Trial) -> Finding {
        guard let found = trial.synthesizer else {
            return .skipped("synthesizer", "no voice could be tried: \(trial.failure ?? "")")
        }
        if let message = found.message { return .failed("synthesizer", message) }
        if let unknown = running.status?.voice.unknownSetting {
            return .failed(
                "synthesizer", "\(unknown.sentence); its default speaks instead",
                advice: "choose one that `announce voices` lists in [voice] of the configuration, then \(running.reloadAdvice)")
        }
        let what = "\(found.synthesizer ?? "a synthesizer"), \(found.voices) voices in \(found.data ?? "its folder")"
        return .ok("synthesizer", "\(what); \(found.language) is spoken by \(found.voice ?? "")")
    }

    private static func sandbox(_ trial: Trial) -> Finding {
        guard trial.synthesizer != nil else { return .skipped("sandbox", "no voice could be tried") }
        guard let report = trial.sandbox else { return .skipped("sandbox", "the voice has none, by audio.sandbox in the configuration") }
        let given = report.parts.map { part in
            switch part {
            case .files: "files that sound does not need"
            case .programs: "other programs"
            case .network: "the network"
            case .processes: "other processes"
            }
        }
        let what = given.isEmpty ? "the voice has none" : "the voice can't use \(given.joined(separator: ", "))"
        return report.message.map { .skipped("sandbox", "\(what); \($0)") } ?? .ok("sandbox", what)
    }

    private static func device(_ running: RunningDaemon, _ trial: Trial) -> Finding {
        if let file = running.options["--wav"] {
            return .failed("device", "announced writes to the file \(file): nothing is heard", advice: "start it without --wav")
        }
        let daemons = running.status?.device
        guard let found = trial.device else {
            guard trial.synthesizer != nil else { return .skipped("device", "no voice could be tried") }
            return .failed(
                "device", "trying to open the device \"\(daemons?.name ?? "")\", \(trial.failure ?? "")",
                advice: "restart the sound server: `systemctl --user restart pipewire pipewire-pulse`, or `pulseaudio -k`")
        }
        let name = "\"\(found.device)\""
        if found.opens {
            if let daemons, daemons.state == .unavailable {
                return .failed(
                    "device", "announced can't use \(name), though it opens here: \(daemons.message ?? "")",
                    advice: running.restartAdvice())
            }
            if found.device == "null" {
                return .failed(
                    "device", "it is \(name), which plays nothing: nothing is heard",
                    advice: "choose another, with --device or audio.device in the configuration")
            }
            return .ok("device", "ALSA opens \(name)\(daemons?.message.map { " now; \($0)" } ?? "")")
        }
        if found.code == EBUSY, daemons?.state == .open || daemons?.state == .opening {
            return .skipped("device", "\(name) is in use, by announced itself")
        }
        return .failed("device", found.message ?? "\(name) can't be opened")
    }
}
