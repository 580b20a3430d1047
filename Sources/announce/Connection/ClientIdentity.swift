import Glibc

/// What identifies this process to the daemon.
enum ClientIdentity {
    /// The name under which the daemon knows it. Read once the options are known, because `--app` sets the variable, for the commands that
    /// this one runs too.
    static let app = Variables.value(variable) ?? "announce"
    static let variable = "ANNOUNCED_APP"
    /// Returns an id that no message from elsewhere contains.
    static func id(_ name: String) -> String { "announce-\(getpid())-\(run)-\(name)" }
    private static let run = UInt32.random(in: .min ... .max)
}
