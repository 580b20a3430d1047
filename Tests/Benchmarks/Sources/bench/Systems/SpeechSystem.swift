import TestSupport

/// A system under measurement. Its methods return when they have sent the request, without waiting for sound.
protocol SpeechSystem: AnyObject {
    /// The name in the table.
    var name: String { get }

    /// The abilities of a system.
    var measures: [Latencies.Measure] { get }

    /// Its long-lived processes, the first one and its descendants.
    var processIDs: [Int32] { get }

    /// Speaks a text; nothing else is speaking.
    func speak(_ text: String) throws

    /// Falls silent.
    func stop() throws

    /// Falls silent and speaks a text, as a screen reader does at the next key.
    func replace(with text: String) throws

    /// Speaks a text, and waits until the system reports that it was heard to its end.
    func speakToEnd(_ text: String) async throws
}

extension SpeechSystem {
    var measures: [Latencies.Measure] { Latencies.Measure.allCases }
}

/// An error: a system gave an unexpected answer.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String
}

/// The voice for all systems. It says a text the same way every time, so that its sound can be recognized: the pitch of eSpeak NG's other
/// voices wavers.
let steadyVoice = "en-us+michel"
