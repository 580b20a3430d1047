import TestSupport
import Voice
import VoiceProtocol

/// Says each word as 10 ms of one loudness, after 5 ms of silence.
final class Drum: SpeechSynthesizer {
    static let silence = 110
    static let beat = [Int16](repeating: 0, count: silence) + [Int16](repeating: 5000, count: 220)
    static let voice = VoiceEvent.Voice(identifier: "snare", name: "Snare", languages: [.init(tag: "en", priority: 5)])

    let version = "drum"
    let rate = SampleRate(framesPerSecond: Sound.rate)
    private var isPrepared = false

    init(language: String) throws(SynthesisError) {
        guard language == "en" else { throw SynthesisError("Drums speak no \(language).") }
    }

    func prepare() { isPrepared = true }

    func voices() -> [VoiceEvent.Voice] { [Self.voice] }

    func check(voice: String?) -> VoiceCheck.Synthesizer { .init(language: "en") }

    func pause(after mark: SynthesisEvent.ClauseMark, wordsPerMinute: Int) -> Duration { .zero }

    func transcription(of segment: SpeechSegment) throws(SynthesisError) -> VoiceEvent.Transcription {
        .init(voice: Self.voice.identifier, text: segment.text, phonemes: "")
    }

    func speak(_ segment: SpeechSegment, from: Int, leadsOn: Bool, into sink: any SampleSink) throws(SynthesisError) {
        guard isPrepared, segment.spell != true else { throw SynthesisError("Drums can't spell.") }
        var frame = 0
        for word in segment.text.dropFirst(from).split(separator: " ") {
            let offset = segment.text.distance(from: segment.text.startIndex, to: word.startIndex)
            let event = SynthesisEvent(.word, offset: offset, length: word.count, frame: frame + Self.silence)
            guard sink.receive(Self.beat.span, [event]) else { return }
            frame += Self.beat.count
        }
    }
}
