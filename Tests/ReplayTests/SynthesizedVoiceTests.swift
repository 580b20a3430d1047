import Configuration
import Glibc
import Messages
import SpeechQueue
import TestSupport
import Testing

@testable import Replay

/// The real voice is heard in EndToEndTests; here are those that fail.
@Suite struct SynthesizedVoiceTests {
    private static let utterance = Utterance(
        id: UtteranceID(7), client: ClientID(1), name: "x", class: .default, runs: [SpeechRun(text: "a")], posted: Instant(nanoseconds: 0))

    /// A program that says `ready`, then does what `script` says.
    private static func voice(_ script: String, in folder: TemporaryFolder) throws -> SynthesizedVoice {
        let ready = #"{"event":"ready","synthesizer":"none","sampleRate":1000}"#
        let path = try folder.write("#!/bin/sh\necho '\(ready)'\n\(script)\n", to: "voice")
        unsafe chmod(path, 0o755)
        return SynthesizedVoice(path: path, configuration: Configuration(language: "en"), soundFile: nil)
    }

    @Test func `A voice that ends at once is reported with its path`() throws {
        let voice = SynthesizedVoice(path: "/bin/true", configuration: Configuration(language: "en"), soundFile: nil)
        let error = #expect(throws: SynthesizedVoice.Failure.self) { try voice.catalog() }
        #expect(error?.description == "announced-voice ends at once; try it by hand: /bin/true --help")
    }

    @Test func `An utterance that makes two voices end is given up, and a third one speaks the next`() throws {
        let folder = try TemporaryFolder()
        let count = folder.path("count")
        let spoken = #"{"event":"rendered","id":7,"frames":500}\n{"event":"finished","id":7}\n"#
        let voice = try Self.voice("echo x >> \(count); read line; [ $(wc -l < \(count)) -lt 3 ] || printf '\(spoken)'", in: folder)
        guard case .failed(.synthesizerFailed, _) = try voice.render(Self.utterance, from: nil) else {
            Issue.record("not given up")
            return
        }
        guard case .sound(let sound) = try voice.render(Self.utterance, from: nil) else {
            Issue.record("not spoken")
            return
        }
        #expect(sound.duration == 0.5)
    }

    @Test("T8: what makes no sound is unspeakable") func unspeakable() throws {
        let folder = try TemporaryFolder()
        let failed = #"{"event":"failed","id":7,"reason":"unspeakable","message":"m"}\n"#
        let voice = try Self.voice("read line; printf '\(failed)'; read line", in: folder)
        guard case .failed(.unspeakable, "m") = try voice.render(Self.utterance, from: nil) else {
            Issue.record("not unspeakable")
            return
        }
    }
}
