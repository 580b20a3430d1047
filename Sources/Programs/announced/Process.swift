import ArgumentParser
import Glibc
import System
import VoiceSupervision

extension Environment {
    /// The program's own path, with links resolved.
    static let executable: String = {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }()

    /// The folder of the data installed with this program.
    static let share =
        executable.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/../share/announced"

    /// Returns the path of the voice's program.
    static func voice() throws(CommandError) -> String {
        if let voice = VoiceProgram.find(beside: executable) { return voice }
        throw CommandError(
            "announced: announced-voice is neither beside \(executable) nor in its ../libexec/announced; build or install it",
            exitCode: EXIT_FAILURE)
    }
}
