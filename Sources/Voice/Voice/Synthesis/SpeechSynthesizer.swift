package import VoiceProtocol

/// Turns text into sound, inside the call that asks for it. A process has one synthesizer, because libraries keep global state, and uses it
/// on one thread.
package protocol SpeechSynthesizer: AnyObject {
    /// Loads the synthesizer, and nothing that can wait for ``prepare()``.
    /// - Parameter language: the language of text that names none, or one that no voice speaks.
    init(language: String) throws(SynthesisError)

    /// The synthesizer's name and version, such as "eSpeak NG 1.51", for the user.
    var version: String { get }
    var rate: SampleRate { get }

    /// Loads, while the voice is idle, what the first text would otherwise wait for.
    func prepare()

    /// Returns the voices and variants that segments can name, as installed now. Not called while the synthesizer speaks.
    func voices() -> [VoiceEvent.Voice]

    /// Looks for `voice`, or without one for a voice that speaks the language, and loads it.
    func check(voice: String?) -> VoiceCheck.Synthesizer

    /// Speaks `segment` until its end, or until `sink` asks to stop. The caller plays the segment's mark, earcon and pause.
    /// - Parameters:
    ///   - from: where to begin in the text, in Unicode scalars.
    ///   - leadsOn: whether more text follows without a pause of its own: the segment then pauses at its end if its last mark calls for it.
    func speak(_ segment: SpeechSegment, from: Int, leadsOn: Bool, into sink: any SampleSink) throws(SynthesisError)

    /// Returns what the synthesizer gets for `segment`, and how it pronounces that. Not called while it speaks.
    func transcription(of segment: SpeechSegment) throws(SynthesisError) -> VoiceEvent.Transcription

    /// Returns how long it pauses after a mark inside a text, so that what follows the text can keep the same pause (E11).
    /// - Parameter wordsPerMinute: 80 to 900.
    func pause(after mark: SynthesisEvent.ClauseMark, wordsPerMinute: Int) -> Duration
}

/// Receives sound as it is made.
package protocol SampleSink: AnyObject {
    /// Receives one piece of sound, at most 49 ms, and the events that begin in it; without sound, events of what comes next. Called inside
    /// ``SpeechSynthesizer/speak(_:from:leadsOn:into:)``.
    /// - Returns: whether to continue.
    func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool
}

/// An error of the synthesizer.
package struct SynthesisError: Error, CustomStringConvertible {
    /// The problem and its remedy, for the user.
    package let description: String

    package init(_ description: String) { self.description = description }
}
