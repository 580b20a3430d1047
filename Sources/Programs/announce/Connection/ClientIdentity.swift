import ArgumentParser
import Glibc
import System

/// The identity of this process in the daemon's eyes.
enum ClientIdentity {
    /// The name under which the daemon knows it. Read once the options are known, because `--app` sets the variable, for the commands that
    /// this one runs too.
    /// Ends the program where the variable has no name.
    static let app: String = {
        let name = Environment.value(variable) ?? "announce"
        if allows(name) { return name }
        Announce.end(with: CommandError(Exit.usage, "\(variable): expected 1 to 256 characters"))
    }()
    static let variable = "ANNOUNCED_APP"

    /// Returns whether the protocol allows the name of an app.
    static func allows(_ name: String) -> Bool { (1...256).contains(name.unicodeScalars.count) }

    /// Returns an id that no message from elsewhere contains.
    static func id(_ name: String) -> String { "announce-\(getpid())-\(run)-\(name)" }
    private static let run = UInt32.random(in: .min ... .max)
}
