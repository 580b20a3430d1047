import TestSupport

/// Something that speaks and is measured. Its methods return when they have asked, not when it has answered with sound.
protocol SpeechSystem: AnyObject {
    /// What the table calls it.
    var name: String { get }

    /// Its processes that stay, the first one and what it started.
    var processIDs: [Int32] { get }

    /// Speaks a text; nothing else speaks.
    func speak(_ text: String) throws

    /// Falls silent.
    func stop() throws

    /// Falls silent and speaks a text, as a screen reader does at the next key.
    func replace(with text: String) throws

    /// Speaks a text, and awaits that it was heard to its end, by its own account.
    func speakToEnd(_ text: String) async throws
}

/// What a system answered that it should not have.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String
}

/// The voice that all systems use. It says a text in the same way every time, so that its sound is found again: the pitch of eSpeak NG's
/// others wavers.
let steadyVoice = "en-us+michel"

/// The environment that all systems have: the sound server's, and a locale that every machine has.
func systemEnvironment(_ server: any SoundServer) -> ChildProcess.Environment {
    .inherited(with: (server.environment as [String: String?]).merging(["LC_ALL": "C.UTF-8", "LANG": nil]) { $1 })
}
