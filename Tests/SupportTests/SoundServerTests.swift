import TestSupport
import Testing

struct SoundServerTests {
    /// A server of each kind.
    enum Kind: CaseIterable {
        case pulseAudio, pulseAudioFarAhead, pipeWire

        func start() async throws -> any SoundServer {
            switch self {
            case .pulseAudio: try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
            case .pulseAudioFarAhead: try await PulseAudioServer()
            case .pipeWire: try await PipeWireServer()
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes the sound to a file and plays it with a program, whose last argument is the file.
    private func play(
        _ sound: Sound, on server: some SoundServer, _ program: String, _ arguments: [String] = []
    ) throws -> ChildProcess {
        let file = try folder.write(sound.wav, to: "\(program).wav")
        return try ChildProcess(program, arguments + [file], environment: .inherited(with: server.environment))
    }

    @Test(arguments: Kind.allCases) func `A sound that is played is heard`(kind: Kind) async throws {
        let sentence = try await ESpeakReference("The quick brown fox.").sound().trimmed()
        let other = try await ESpeakReference("Nothing else was said.").sound().trimmed()
        let server = try await kind.start()
        let capture = try Capture(of: server)
        try await capture.ready()
        for (program, arguments) in [("paplay", []), ("aplay", ["-q", "-D", "default"])] {
            let start = SuspendingClock.now
            let stopwatch = Stopwatch()
            let player = try play(sentence, on: server, program, arguments)
            let heard = try await capture.heard(after: start, untilQuiet: .milliseconds(500))
            // A busy machine may leave one gap in it: then two of its thirds are enough.
            let third = sentence.duration / 3
            let found = (0..<3).count { part in
                heard.sound.find(sentence.part(from: third * part, for: third)).correlation >= 0.95
            }
            #expect(heard.sound.correlation(with: sentence) >= 0.95 || found >= 2)
            #expect(heard.sound.correlation(with: other) < 0.5)
            #expect(try await capture.firstSound(after: start) == heard.began)
            #expect(try await capture.isSilent(from: start, to: heard.began - .milliseconds(10)))
            #expect(try await !capture.isSilent(from: start, to: heard.ended))
            let longer = heard.began.duration(to: heard.ended) - sentence.duration
            let tolerance = .milliseconds(40) + stopwatch.waited
            #expect(longer < tolerance && longer > .zero - tolerance, "\(longer)")
            #expect(try await player.exit() == .code(0))
        }
    }

    @Test(arguments: [Kind.pulseAudio, .pipeWire]) func `A server is killed and comes back`(kind: Kind) async throws {
        let server = try await kind.start()
        let capture = try Capture(of: server)
        try await capture.ready()
        try await server.kill()
        await #expect(throws: SoundServerFailed.self) { try await capture.firstSound(after: .now) }
        let info = try ChildProcess("pactl", ["info"], environment: .inherited(with: server.environment), error: .null)
        #expect(try await info.exit() != .code(0))
        try await server.restart()
        let second = try Capture(of: server)
        try await second.ready()
        let start = SuspendingClock.now
        let sound = try await ESpeakReference("back again").sound()
        let player = try play(sound, on: server, "paplay")
        #expect(try await second.heard(after: start, untilQuiet: .milliseconds(400)).sound.correlation(with: sound.trimmed()) > 0.95)
        try await player.exit()
    }

    @Test(arguments: [Kind.pulseAudio, .pipeWire]) func `A frozen server plays nothing until it is thawed`(kind: Kind) async throws {
        let server = try await kind.start()
        let capture = try Capture(of: server)
        try await capture.ready()
        server.freeze()
        let start = SuspendingClock.now
        let player = try play(try await ESpeakReference("hello").sound(), on: server, "paplay")
        await #expect(throws: TimedOut.self) { try await capture.firstSound(after: start, within: .milliseconds(300)) }
        let thawed = SuspendingClock.now
        server.thaw()
        #expect(try await capture.firstSound(after: start) > thawed)
        #expect(try await player.exit() == .code(0))
    }

    @Test func `Exact samples are stored, each opening for itself`() async throws {
        let pcm = try ALSAFilePCM()
        let folder = try TemporaryFolder()
        let sounds = try await [ESpeakReference("one").sound(), ESpeakReference("two").sound()]
        for sound in sounds {
            let file = try folder.write(sound.wav, to: "sound.wav")
            let player = try ChildProcess("aplay", ["-q", file], environment: .inherited(with: pcm.environment))
            #expect(try await player.exit() == .code(0))
        }
        // aplay fills its last period with silence.
        let recordings = try pcm.recordings()
        try #require(recordings.count == 2)
        for (recording, sound) in zip(recordings, sounds) {
            let rest = recording.samples.dropFirst(sound.samples.count)
            #expect(Sound(recording.samples.prefix(sound.samples.count)) == sound)
            #expect(rest.allSatisfy { $0 == 0 })
        }
        #expect(try pcm.samples().samples.count == recordings[0].samples.count + recordings[1].samples.count)
    }
}
