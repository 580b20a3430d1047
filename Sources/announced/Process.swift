import AnnounceDaemon
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

extension Environment {
    /// The path of the voice's program.
    static func voice() throws(ExitCode) -> String {
        if let voice = VoiceProgram.find(besides: executable) { return voice }
        throw failure(
            "announced: announced-voice is neither beside \(executable) nor in its ../libexec/announced; build or install it", exitCode: 1)
    }
}

/// Writes `message` to standard error.
func complain(_ message: String) {
    let bytes = Array("\(message)\n".utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

/// Writes `message` to standard error, and is the error to throw for the program to end with `exitCode`.
func failure(_ message: String, exitCode: Int32) -> ExitCode {
    complain(message)
    return ExitCode(exitCode)
}
