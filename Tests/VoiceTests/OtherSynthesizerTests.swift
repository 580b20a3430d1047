import ALSA
import Glibc
import JSONLines
import Messages
import TestSupport
import Testing
import Voice
import VoiceProtocol

/// The loop with a synthesizer that is not eSpeak NG.
struct OtherSynthesizerTests {
    /// Returns what the loop makes of `commands`, as fast as it can.
    private func spoken(_ commands: [VoiceCommand], language: String = "en") throws -> (sound: Sound, events: [VoiceEvent]) {
        let folder = try TemporaryFolder()
        // SAFETY: system calls on strings.
        let input = unsafe open(try folder.write(commands.flatMap { ($0).jsonLine }, to: "commands"), O_RDONLY | O_CLOEXEC)
        let output = unsafe open(try folder.write("", to: "events"), O_WRONLY | O_CLOEXEC)
        defer {
            close(input)
            close(output)
        }
        let settings = VoiceSettings(destination: .unpacedWAVFile(path: folder.path("heard.wav")), language: language)
        try VoiceLoop(settings: settings, synthesizer: Drum.self, device: PCMOutput.self, commands: input, events: output).run()
        let lines = readFile(folder.path("events"))?.split(separator: "\n") ?? []
        return (try Sound(wavFile: folder.path("heard.wav")), try lines.map { try VoiceEvent(jsonLine: Array($0.utf8)) })
    }

    @Test func `Its sound and words are heard, and silence before the first is cut`() throws {
        let segments = [SpeechSegment(text: "one two"), SpeechSegment(text: "three", pause: 0.1)]
        let (sound, events) = try spoken([.speak(SpeakCommand(id: 1, segments: segments, words: true)), .voices])
        let loud = Array(Drum.beat.dropFirst(Drum.silence))
        let pause = 2205
        #expect(sound.samples == loud + Drum.beat + [Int16](repeating: 0, count: pause) + loud)
        func word(_ segment: Int, _ offset: Int, _ length: Int, _ frame: Int) -> VoiceEvent {
            .word(.init(id: 1, segment: segment, offset: offset, length: length, frame: frame))
        }
        let third = loud.count + Drum.beat.count + pause
        #expect(
            events.filter { $0.deviceState == nil } == [
                .ready(.init(synthesizer: "drum", sampleRate: Sound.rate)), .voices([Drum.voice]), .started(id: 1), word(0, 0, 3, 0),
                word(0, 4, 3, Drum.beat.count), word(1, 0, 5, third), .rendered(id: 1, frames: sound.samples.count), .finished(id: 1),
            ])
    }

    @Test func `It begins where an utterance is resumed, and may refuse one`() throws {
        let spelled = SpeakCommand(id: 1, segments: [SpeechSegment(text: "ok", spell: true)])
        let resumed = SpeakCommand(id: 2, segments: [SpeechSegment(text: "one two")], from: TextPosition(segment: 0, offset: 4))
        let (sound, events) = try spoken([.speak(spelled), .speak(resumed)])
        #expect(sound.samples == Array(Drum.beat.dropFirst(Drum.silence)))
        #expect(events.compactMap(\.failure) == [.init(id: 1, reason: .synthesizer, message: "Drums can't spell.")])
    }

    @Test func `Its error keeps the voice from starting`() {
        #expect(throws: SynthesisError.self) { try spoken([], language: "tlh") }
    }
}
