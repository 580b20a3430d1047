package import VoiceProtocol

/// Turns text into sound, synchronously. A process has one synthesizer, because libraries keep global state, and uses it on one thread.
package protocol SpeechSynthesizer: AnyObject {
    /// Loads the synthesizer, and leaves everything else to ``prepare()``.
    /// - Parameter language: the language of text that names none, or whose language no voice speaks.
    init(language: String) throws(SynthesisError)

    /// The synthesizer's name and version, such as "eSpeak NG 1.51", for the user.
    var version: String { get }
    var rate: SampleRate { get }

    /// Warms up while the voice is idle, so that the first text is not delayed.
    func prepare()

    /// Returns the voices and variants that segments can name, as installed now. Not called while the synthesizer speaks.
    func voices() -> [VoiceEvent.Voice]

    /// Looks for `voice`, or if it is nil for a voice that speaks the language, and loads it.
    func check(voice: String?) -> VoiceCheck.Synthesizer

    /// Speaks `segment` until its end, or until `sink` asks to stop. The caller plays the segment's mark, earcon and pause.
    /// - Parameters:
    ///   - from: the start position in the text, in Unicode scalars.
    ///   - leadsOn: whether more text follows without its own pause: the segment then pauses at its end if its last mark calls for a pause.
    func speak(_ segment: SpeechSegment, from: Int, leadsOn: Bool, into sink: any SampleSink) throws(SynthesisError)

    /// Returns the text that the synthesizer receives for `segment`, and how it pronounces that text. Not called while the synthesizer
    /// speaks.
    func transcription(of segment: SpeechSegment) throws(SynthesisError) -> VoiceEvent.Transcription

    /// Returns how long the synthesizer pauses after a mark inside a text, so that the same pause can precede the next text (E11).
    /// - Parameter wordsPerMinute: 80 to 900.
    func pause(after mark: SynthesisEvent.ClauseMark, wordsPerMinute: Int) -> Duration
}

/// Receives sound while it is made.
package protocol SampleSink: AnyObject {
    /// Receives one piece of sound, up to 49 ms long, and the events that begin in it. If there is no sound, the events belong to the next
    /// sound. Called inside ``SpeechSynthesizer/speak(_:from:leadsOn:into:)``.
    /// - Returns: whether to continue.
    func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool
}

/// An error of the synthesizer.
package struct SynthesisError: Error, CustomStringConvertible {
    /// The problem and its remedy, for the user.
    package let description: String

    package init(_ description: String) { self.description = description }
}
