import JSONLines
import Messages
import TestSupport
import Testing
import VoiceProtocol

@testable import Voice

/// Earcons and pauses of utterances, and earcons by a command.
@Suite(.serialized)
struct EarconTests {
    private static let text = "One two three four five six seven eight."
    private static let rate = SampleRate(framesPerSecond: Sound.rate)

    private func sound(_ earcon: Earcon, volume: Int? = nil) -> Sound {
        Sound(earcon.samples(rate: Self.rate, volume: volume))
    }

    @Test(arguments: [(Earcon.screenChanged, 120), (.pageBorder, 90)])
    func `N1 an earcon is short, as loud as speech, and fades in and out`(earcon: Earcon, milliseconds: Int) async throws {
        let sound = sound(earcon)
        #expect(sound.duration > .milliseconds(60) && sound.duration <= .milliseconds(milliseconds))
        let speech = try await reference(Self.text)
        #expect(sound.rms > speech.rms * 0.8 && sound.rms < speech.rms * 2.5)
        // Within a millisecond of either end it is quiet, and no step is higher than a low tone's own.
        #expect((sound.samples.prefix(22) + sound.samples.suffix(22)).allSatisfy { $0.magnitude < 1000 })
        let steps = zip(sound.samples, sound.samples.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(steps.allSatisfy { $0 < 2500 })
        #expect(abs(self.sound(earcon, volume: 50).rms - sound.rms / 2) < 2)
        #expect(self.sound(earcon, volume: 0).rms == 0)
    }

    @Test func `K3 the click of a secure text field is softer than speech, and shorter than a key's press`() async throws {
        let click = sound(.secureKey)
        #expect(click.duration <= .milliseconds(20) && click.rms > 200)
        #expect(click.rms < (try await reference(Self.text)).rms)
    }

    @Test func `O3 the earcon comes first, and the speech at once after it`() async throws {
        let heard = try await played([SpeechSegment(text: "Settings", earcon: .screenChanged)])
        #expect(heard == sound(.screenChanged) + (try await reference("Settings")))
    }

    @Test func `A pause, the earcon, the text, in this order and to the frame`() async throws {
        let segments = [
            SpeechSegment(text: "Size, Medium."), SpeechSegment(text: "Go", volume: 50, earcon: .pageBorder, pause: 0.4, mark: "hint"),
        ]
        let heard = try await played(segments).samples
        let first = try await reference("Size, Medium.").samples
        let middle = [Int16](repeating: 0, count: 8820) + sound(.pageBorder, volume: 50).samples
        #expect(heard.prefix(first.count).elementsEqual(first))
        #expect(heard.dropFirst(first.count).prefix(middle.count).elementsEqual(middle))
        let speech = heard.dropFirst(first.count + middle.count)
        #expect((speech.first ?? 0).magnitude >= ClausePause.audible)
        let length = try await reference("Go").samples.count
        #expect(abs(speech.count - length) < 100)
    }

    @Test func `An utterance may be an earcon only`() async throws {
        let heard = try await played([SpeechSegment(text: "", earcon: .pageBorder)])
        #expect(heard == sound(.pageBorder))
    }

    @Test func `T8 silence and text without a sound are unspeakable`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, [SpeechSegment(text: "......", pause: 0.05)])
        #expect(try await voice.events(until: .failed(.init(id: 1, reason: .unspeakable, message: "the text makes no sound"))).count == 3)
        try await voice.end()
    }

    @Test func `Started comes with the earcon's first sample, marks and words where they are heard`() async throws {
        let folder = try TemporaryFolder()
        let voice = try await VoiceUnderTest(["--wav", folder.path("heard.wav"), "--unpaced"])
        let segments = [
            SpeechSegment(text: "One", earcon: .screenChanged, mark: "a"), SpeechSegment(text: "two.", pause: 0.5, mark: "b"),
            SpeechSegment(text: "", mark: "end"),
        ]
        try voice.speak(1, segments, words: true)
        let events = try await voice.events(until: .finished(id: 1)).filter { $0.deviceState == nil }
        let earcon = sound(.screenChanged).samples.count
        let one = try await reference("One").samples.count
        let second = earcon + one + 11_025
        let end = try Sound(wavFile: folder.path("heard.wav")).samples.count
        func span(_ segment: Int, _ length: Int, _ frame: Int) -> VoiceEvent.TextSpan {
            .init(id: 1, segment: segment, offset: 0, length: length, frame: frame)
        }
        #expect(
            events == [
                .started(id: 1), .mark(id: 1, name: "a", frame: 0), .sentence(span(0, 0, earcon)), .word(span(0, 3, earcon)),
                .mark(id: 1, name: "b", frame: second), .sentence(span(1, 0, second)), .word(span(1, 3, second)),
                .mark(id: 1, name: "end", frame: end), .rendered(id: 1, frames: end), .finished(id: 1),
            ])
        try await voice.end()
    }

    // MARK: By the test's clock

    private static func speak(_ segments: SpeechSegment...) -> VoiceCommand { .speak(SpeakCommand(id: 1, segments: segments)) }

    @Test func `Q14: a stop during the earcon is silence within 3 ms`() throws {
        let whole = sound(.screenChanged).samples
        let fade = 66
        let stop = 500
        let voice = try ClockedVoice([(0, [Self.speak(SpeechSegment(text: "one", earcon: .screenChanged))]), (stop, [.stop])])
        let heard = voice.sound.samples
        #expect(voice.events.last == .stopped(id: 1, position: TextPosition(segment: 0, offset: 0)))
        #expect((stop...stop + 2 * ClockedVoice.stepFrames + fade).contains(heard.count), "\(heard.count)")
        #expect(heard.dropLast(fade).elementsEqual(whole.prefix(heard.count - fade)))
    }

    @Test func `Q14: a stop during a pause ends it at once`() throws {
        let stop = 5000
        let voice = try ClockedVoice([
            (0, [Self.speak(SpeechSegment(text: "one"), SpeechSegment(text: "hint", pause: 30))]), (stop, [.stop]),
        ])
        #expect(voice.events.last == .stopped(id: 1, position: TextPosition(segment: 1, offset: 0)))
        #expect((stop...stop + 2 * ClockedVoice.stepFrames + 66).contains(voice.sound.samples.count), "\(voice.sound.samples.count)")
    }

    @Test func `O5: resuming within a silence continues with the text after it, without the rest of the silence`() throws {
        let pause = 5000
        let voice = try ClockedVoice([
            (0, [Self.speak(SpeechSegment(text: "one"), SpeechSegment(text: "hint", earcon: .pageBorder, pause: 30))]),
            (pause, [.pause, .resume]),
        ])
        #expect(voice.events.contains(.paused(id: 1, position: TextPosition(segment: 1, offset: 0))))
        #expect(voice.events.last == .finished(id: 1))
        let rest = sound(.pageBorder).samples + Drum.beat.dropFirst(Drum.silence)
        #expect(voice.sound.samples.suffix(rest.count).elementsEqual(rest))
        let before = voice.sound.samples.count - rest.count
        // A pause also asks how far the sound is.
        #expect((pause...pause + 2 * ClockedVoice.stepFrames + 66).contains(before), "\(before)")
    }

    @Test func `A stop silences an earcon that sounds alone`() throws {
        let stop = 500
        let voice = try ClockedVoice([(0, [.earcon(.screenChanged, volume: nil)]), (stop, [.stop])])
        #expect(voice.events.count == 1, "only that it is ready")
        #expect((stop...stop + 2 * ClockedVoice.stepFrames + 66).contains(voice.sound.samples.count), "\(voice.sound.samples.count)")
    }

    // MARK: In real time

    @Test func `An earcon over speech is added to it: nothing is cut or late`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        let voice = try await VoiceUnderTest(["--wav", file])
        try voice.speak(1, Self.text, words: true)
        try await voice.events(until: .word(1, 8, 5))
        try voice.send(.earcon(.pageBorder, volume: 60))
        let events = try await voice.events(until: .finished(id: 1))
        #expect(events.allSatisfy { $0.word != nil || $0 == .finished(id: 1) })
        try await voice.end()
        let heard = try Sound(wavFile: file).samples
        let speech = try await reference(Self.text).samples
        #expect(heard.count == speech.count)
        let tone = sound(.pageBorder, volume: 60).samples
        let first = try #require(zip(heard, speech).enumerated().first { $1.0 != $1.1 }?.offset)
        // The tone's first samples may be 0.
        let start = try #require(
            (max(0, first - 10)...first).first { start in
                tone.indices.allSatisfy { heard[start + $0] == Int16(clamping: Int(speech[start + $0]) + Int(tone[$0])) }
            })
        #expect(heard.dropFirst(start + tone.count).elementsEqual(speech.dropFirst(start + tone.count)))
    }

    @Test func `An earcon alone opens the device, and is heard to its end`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        let voice = try await VoiceUnderTest(["--wav", file, "--linger", "0"])
        try voice.send(line: #"{"command":"earcon","name":"screenChanged"}"#)
        #expect(try await voice.next() == .device(.init(state: .open, name: file)))
        #expect(try await voice.next() == .device(.init(state: .closed, name: file)))
        #expect(try await voice.end().isEmpty)
        #expect(try Sound(wavFile: file) == sound(.screenChanged))
    }

    @Test func `Speech that comes while an earcon sounds goes over it; of two earcons the newest is heard`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        // The voice reads 64 KiB at a time: the speech comes when the first 40 ms of the earcon have been handed over, on a busy machine too.
        var commands = Array(
            [Earcon.screenChanged, .pageBorder].map { "{\"command\":\"earcon\",\"name\":\"\($0.rawValue)\"}\n" }.joined().utf8)
        commands += [UInt8](repeating: UInt8(ascii: "\n"), count: 65_536 - commands.count)
        commands += VoiceCommand.speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: Self.text)])).jsonLine
        let input = try folder.write(String(decoding: commands, as: UTF8.self), to: "commands")
        let voice = try ChildProcess(builtProduct("announced-voice"), ["--wav", file], input: .file(input))
        #expect(try await voice.output.remainingLines(within: .seconds(60)).contains { $0.contains("finished") })
        let heard = try Sound(wavFile: file)
        let speech = try await reference(Self.text)
        #expect(heard.samples.count - speech.samples.count == Self.rate.frames(in: .milliseconds(40)))
        #expect(heard.find(speech).correlation > 0.9)
        #expect(heard.samples.suffix(speech.samples.count / 2).elementsEqual(speech.samples.suffix(speech.samples.count / 2)))
    }

    @Test func `Of ALSA too: by itself it is the tone, and over speech it makes nothing longer`() async throws {
        let alone = try ALSAFilePCM()
        let first = try await VoiceUnderTest(["--linger", "0"], environment: alone.environment)
        try first.send(.earcon(.screenChanged, volume: 70))
        #expect(try await first.next().deviceState == .open)
        #expect(try await first.next().deviceState == .closed)
        try await first.end()
        #expect(try alone.samples() == sound(.screenChanged, volume: 70))

        let over = try ALSAFilePCM()
        let second = try await VoiceUnderTest([], environment: over.environment)
        // The earcon comes before the speech can begin: their first samples are one.
        try second.process.write("{\"command\":\"speak\",\"id\":1,\"segments\":[{\"text\":\"\(Self.text)\"}]}\n")
        try second.send(.earcon(.pageBorder, volume: nil))
        try await second.events(until: .finished(id: 1))
        try await second.end()
        let (heard, speech) = (try over.samples(), try await reference(Self.text))
        #expect(heard != speech && heard.find(speech).correlation > 0.8)
        #expect(heard.samples.count - speech.samples.count < sound(.pageBorder).samples.count)
    }

    @Test func `A device that can't be opened for an earcon is reported, and speech may try again`() async throws {
        let voice = try await VoiceUnderTest(["--device", "hw:77"])
        try voice.send(.earcon(.pageBorder, volume: nil))
        #expect(try await voice.next().deviceState == .unavailable)
        try voice.speak(1, "OK")
        #expect(try await voice.nextFailure()?.reason == .device)
        try await voice.end()
    }
}
