import AnnounceProtocol
import ArgumentParser
import JSONLines
import Messages

/// Finds out why nothing is heard, and suggests what to do.
struct Doctor: ParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the daemon, voice, sound device and configuration, and suggest what to do.",
        discussion: """
            Prints a line for each check: ✓ passed, ✗ failed (with advice), – unknown or irrelevant here. A daemon whose output is \
            inaudible (a file, or the device "null") fails. Without --speak, the check itself is silent. A check that hangs is abandoned \
            after a few seconds.

            EXAMPLES
              announce doctor
              announce doctor --speak
              announce doctor --json | jq -r '.checks[].advice | values'

            EXIT CODES
              0 no check failed: speech works, 1 a check failed, 64 usage
            """)
    @Flag(help: "Also speak a sentence, and check that it was heard.") var speak = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var client: ClientOptions

    func run() throws {
        let colors = TerminalColors()
        var findings: [Finding] = []
        func show(_ finding: Finding) {
            findings.append(finding)
            // Print each finding at once, because some checks take long.
            if !json { StandardOutput.print(colored: finding.line(colors)) }
        }
        let running = RunningDaemon(at: client.daemon.path)
        show(running.finding)
        show(ServiceCheck.finding(of: running))
        let voice = VoiceFindings.gather(for: running)
        show(voice.process)
        show(voice.synthesizer)
        show(voice.device)
        let soundServer = SoundServerCheck.finding(deviceWorks: voice.device.state == .ok)
        show(soundServer.finding)
        show(ConfigurationCheck.finding(of: running))
        show(SpeechCheck.finding(of: running))
        show(SpeechDispatcherCheck.finding(of: running))
        show(WatchCheck.finding(of: running))
        show(voice.volume)
        show(voice.leadIn)
        show(voice.sandbox)
        show(DuckingCheck.finding(answering: soundServer.answering))
        if speak { show(SpokenProof.finding(of: running, isHeard: !voice.isUnheard && voice.volume.state != .failed)) }
        let works = findings.allSatisfy { $0.state != .failed }
        if json { StandardOutput.print(json: Self.json(findings, works: works)) }
        if !works { throw ExitCode(1) }
    }

    private static func json(_ findings: [Finding], works: Bool) -> String {
        struct Report: JSONFields {
            static var blank: Report { Report(checks: [], works: false) }
            var checks: [Finding]
            var works: Bool

            mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
                try fields.list("checks", &checks)
                try fields.required("works", &works)
            }
        }
        return Report(checks: findings, works: works).jsonText
    }
}
