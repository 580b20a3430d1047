import Glibc

/// What identifies this process to the daemon.
enum ClientIdentity {
    /// The name under which the daemon knows it.
    static let app = "announce"
    /// Returns an id that no message from elsewhere contains.
    static func id(_ name: String) -> String { "announce-\(getpid())-\(run)-\(name)" }
    private static let run = UInt32.random(in: .min ... .max)
}
