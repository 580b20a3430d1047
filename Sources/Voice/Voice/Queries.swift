import DequeModule
import VoiceProtocol

/// The `voices` and `transcribe` commands that wait until the synthesizer is free.
struct Queries {
    private var voices = 0
    private var transcriptions: Deque<(id: UInt64, segments: [SpeechSegment])> = []

    mutating func askForVoices() { voices += 1 }
    mutating func askForTranscription(_ id: UInt64, of segments: [SpeechSegment]) { transcriptions.append((id, segments)) }

    /// Removes and returns the next `transcribe` command.
    mutating func nextTranscription() -> (id: UInt64, segments: [SpeechSegment])? { transcriptions.popFirst() }

    /// Removes all `voices` commands, and returns how many there were.
    mutating func takeVoices() -> Int {
        defer { voices = 0 }
        return voices
    }
}
