import AnnounceProtocol
import Glibc
import Messages
import System

/// Checks the configuration that the daemon has read, or would read.
enum ConfigurationCheck {
    static func finding(of running: RunningDaemon) -> Finding {
        guard let program = ProgramOutput.path(ofOwn: "announced") else {
            return .skipped("configuration", "announced, which reads it, is not in announce's folder")
        }
        let arguments = ["check-config"] + [running.configurationFile].compactMap { $0 }
        guard let output = ProgramOutput.run(program, arguments, within: .seconds(5)) else {
            return .skipped("configuration", "\(program) can't be started")
        }
        switch output.end {
        case .exited(code: 0):
            // Only the running daemon knows which dictionary entries are off (T2). Its other mistakes were corrected in the file since, but
            // the file was not reloaded.
            guard let mistakes = running.status?.mistakes, let first = mistakes.first else {
                return .ok("configuration", output.lines.first ?? "no mistakes")
            }
            return .failed(
                "configuration", counted(mistakes.count, first.sentence), advice: "correct it if necessary, then \(running.reloadAdvice)")
        case .exited:
            return .failed(
                "configuration", counted(output.lines.count, output.lines.first ?? ""),
                advice: "correct it (`announced check-config` shows them), then \(running.reloadAdvice)")
        case .killed, nil: return .failed("configuration", "`announced check-config` did not end properly")
        }
    }

    private static func counted(_ mistakes: Int, _ first: String) -> String {
        mistakes > 1 ? "\(mistakes) mistakes, the first: \(first)" : first
    }
}

extension RunningDaemon {
    /// The configuration file given to the daemon; nil: the standard one.
    var configurationFile: String? {
        guard let file = options["--config"], let processID else { return nil }
        return file.hasPrefix("/") ? file : "/proc/\(processID)/cwd/\(file)"
    }
}
