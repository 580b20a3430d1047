import Glibc
import System

/// How the daemon identifies this process.
enum ClientIdentity {
    /// The name with which this process, and the commands that it starts, identify themselves to the daemon.
    static var app: String { Environment.value(variable) ?? "announce" }
    private static let variable = "ANNOUNCED_APP"

    /// Adopts the name given with `--app`. Call this while the process has one thread, because the environment has no lock.
    /// - Throws: ``CommandError`` if the variable does not contain a valid name.
    static func adopt(_ given: String?) throws(CommandError) {
        if let given { unsafe setenv(variable, given, 1) }
        guard allows(app) else { throw CommandError(Exit.usage, "\(variable): expected 1 to 256 characters") }
    }

    /// Returns whether the protocol allows the name of an app.
    static func allows(_ name: String) -> Bool { (1...256).contains(name.unicodeScalars.count) }

    /// Returns an id that no message from another process contains.
    static func id(_ name: String) -> String { "announce-\(getpid())-\(run)-\(name)" }
    private static let run = UInt32.random(in: .min ... .max)
}
