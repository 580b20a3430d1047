import AnnounceProtocol
import ArgumentParser
import JSONLines

/// Finds out why nothing is heard, and what to do.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check daemon, voice, sound device and configuration, and say what to do.",
        discussion: """
            Each check is a line: ✓ it is well, ✗ it is not, and what to do, – it can't be known or does not matter here. A daemon that \
            plays nothing, for it writes to a file or its device is "null", is not well: speech is what is heard. Nothing is heard \
            without --speak. What hangs is given up after some seconds.

            EXAMPLES
              announce doctor
              announce doctor --speak
              announce doctor --json | jq -r '.checks[] | select(.state == "failed") | .advice'

            EXIT CODES
              0 speech works: no check failed, 1 one did, 64 usage
            """)
    @Flag(help: "Have a sentence spoken too, and await that it was heard.") var speak = false
    @Flag(help: "As one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() throws {
        let colors = TerminalColors()
        var findings: [Finding] = []
        func tell(_ finding: Finding) {
            findings.append(finding)
            // Print each finding at once, because some checks take long.
            if !json { StandardOutput.print(finding.line(colors)) }
        }
        let running = RunningDaemon(at: daemon.path)
        tell(running.finding)
        tell(ServiceCheck.finding(of: running))
        let voice = VoiceFindings.gather(for: running)
        tell(voice.process)
        tell(voice.synthesizer)
        tell(voice.device)
        tell(SoundServerCheck.finding(deviceWorks: voice.device.state == .ok))
        tell(ConfigurationCheck.finding(of: running))
        tell(SpeechCheck.finding(of: running))
        tell(SpeechDispatcherCheck.finding(of: running))
        if speak { tell(SpokenProof.finding(of: running, isHeard: !voice.isUnheard)) }
        let works = findings.allSatisfy { $0.state != .failed }
        if json { StandardOutput.print(Self.json(findings, works: works)) }
        if !works { throw ExitCode(1) }
    }

    private static func json(_ findings: [Finding], works: Bool) -> String {
        struct Report: Encodable {
            var checks: [Finding]
            var works: Bool
        }
        return String(decoding: JSONLine.encode(Report(checks: findings, works: works)).dropLast(), as: UTF8.self)
    }
}
