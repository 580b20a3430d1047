import ArgumentParser
import Glibc

/// What the process is told by the system.
enum Environment {
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// This program's own path, links followed.
    static let executable: String = {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }()
}

/// Writes `message` to standard error, and is the error to throw for the program to end with `exitCode`.
func failure(_ message: String, exitCode: Int32) -> ExitCode {
    let bytes = Array("\(message)\n".utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    return ExitCode(exitCode)
}
