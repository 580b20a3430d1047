import ArgumentParser
import Glibc

extension Announce {
    /// Ends the program as ArgumentParser does: with a usage error, a command's exit code, or the help that was asked for. Unlike there,
    /// help that can't be written is an error.
    static func end(with error: any Error) -> Never {
        let text = fullMessage(for: error)
        let code = exitCode(for: error)
        if code.isSuccess, !text.isEmpty { StandardOutput.print(text) }
        if !code.isSuccess, !text.isEmpty {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) { StandardError.print(String(line)) }
        }
        Glibc.exit(code.rawValue)
    }
}
