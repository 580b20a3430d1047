/// A sound server with one null sink that keeps real time, and nothing to do with the machine's own.
package protocol SoundServer: AnyObject, Sendable {
    /// What programs under test need in their environment to play to it, by libpulse and by ALSA's `default`.
    var environment: [String: String] { get }

    /// The name of the source that hears all that is played.
    var monitor: String { get }

    /// The processes that make it up.
    var processIDs: [Int32] { get }

    /// Kills it with SIGKILL: its sockets stay as files, its clients are cut off.
    func kill() async throws

    /// Starts it again at the same place, after killing it if it runs, and awaits that it takes connections.
    func restart() async throws

    /// Stops it with SIGSTOP: connections stay, and nothing is answered or played.
    func freeze()

    /// Lets it go on after ``freeze()``.
    func thaw()
}
