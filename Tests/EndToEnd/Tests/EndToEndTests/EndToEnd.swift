// EndToEndTests shows what users get: the programs themselves, on separate sockets and a sound server in real time, and what is heard,
// compared with the output of eSpeak NG's own program for the same text. Nothing sleeps: each step awaits an event.

import TestSupport
import Testing

/// All end-to-end tests, one after another: the sound and its timing must not depend on another test's load.
@Suite(.serialized, .timeLimit(.minutes(5))) struct EndToEnd {}

/// A daemon, and a capture of its speech.
final class Stage: Sendable {
    let server: any SoundServer
    let capture: Capture
    let daemon: Daemon

    /// Starts them.
    /// - Parameters:
    ///   - configuration: TOML that follows ``steady``.
    ///   - buffer: how much sound the device holds, in milliseconds. A second of it leaves no gaps on a busy machine; events of words and of
    ///     the end may be late by half of it.
    ///   - arguments: more arguments of the daemon.
    ///   - system: the kind of sound server.
    convenience init(
        configuration: String = "", buffer: Int = 1000, _ arguments: [String] = [], on system: SoundSystem = .pulseAudio
    ) async throws {
        try await self.init(configuration: configuration, buffer: buffer, arguments, on: system.start())
    }

    /// Starts them on a running sound server.
    init(configuration: String = "", buffer: Int = 1000, _ arguments: [String] = [], on server: any SoundServer) async throws {
        self.server = server
        capture = try Capture(of: server)
        let all = steady + "audio.buffer-ms = \(buffer)\n" + configuration
        daemon = try await Daemon(configuration: all, arguments, environment: server.environment)
        try await capture.ready()
    }

    /// Connects to the daemon.
    /// - Parameter hello: fields of a `hello`, in JSON, that is sent first.
    func client(hello: String? = nil) async throws -> Client {
        try await Client(daemon.socket, hello: hello)
    }

    /// Runs `announce` against this daemon; its standard output and error are piped.
    func announce(_ arguments: String..., input: ChildProcess.Stream = .null) throws -> ChildProcess {
        try announceProcess(["--socket", daemon.socket] + arguments, environment: server.environment, input: input)
    }
}

/// Runs `announce`; its standard output and error are piped, and the locale is American English, as the daemon's.
func announceProcess(
    _ arguments: [String], environment: [String: String?] = [:], input: ChildProcess.Stream = .null, output: ChildProcess.Stream = .pipe
) throws -> ChildProcess {
    let variables = environment.merging(americanEnglish) { own, _ in own }
    return try ChildProcess(
        builtProduct("announce"), arguments, environment: .inherited(with: variables), input: input, output: output, error: .pipe)
}

/// The environment of all programs under test. `swift test` sets NO_COLOR if its own output is no terminal.
let americanEnglish: [String: String?] = [
    "LC_ALL": "en_US.UTF-8", "LANG": nil, "LC_MESSAGES": nil, "ANNOUNCED_SOCKET": nil, "NO_COLOR": nil, "XDG_STATE_HOME": "/nonexistent",
]

/// A voice that says a text the same way every time. eSpeak NG's other voices flutter: their pitch wavers with the time that they have
/// spoken, so only the first utterances of two processes are alike.
let steadyVoice = "en-us+michel"

/// The configuration of a daemon that speaks like ``reference(_:)``; more settings may follow.
let steady = "voice.name = \"\(steadyVoice)\"\nvoice.rate = 240\n"

/// Returns eSpeak NG's own sound of a text in that voice, from its first loud sample to its last.
func reference(_ text: String) async throws -> Sound {
    try await ESpeakReference(text, voice: steadyVoice, rate: 240).sound().trimmed()
}

/// Returns the processes of a child's group that outlive it. A process that has just closed its files may take a moment to disappear.
func survivors(of child: ChildProcess) async throws -> [String] {
    var living: [String] = []
    for _ in 0..<20 {
        let all = try await ChildProcess("ps", ["-e", "-o", "pgid=,stat=,args="]).output.remainingLines()
        living = all.filter { line in
            let fields = line.split(separator: " ", maxSplits: 2)
            return fields.count > 1 && fields[0] == "\(child.processID)" && !fields[1].hasPrefix("Z")
        }
        if living.isEmpty { break }
    }
    return living
}

extension Capture {
    /// Returns the sound of ``whole(since:)``.
    func all(since time: SuspendingClock.Instant) async throws -> Sound { try await whole(since: time).sound }
}

extension Sound {
    /// Returns the beginning of the sound.
    func beginning(_ length: Duration = .milliseconds(350)) -> Sound { part(from: .zero, for: length) }

    /// Returns the end of the sound.
    func end(_ length: Duration = .milliseconds(400)) -> Sound { part(from: duration - length, for: length) }

    /// Returns where `other` begins in this sound, in seconds; fails if it is not there.
    func place(of other: Sound, sourceLocation: SourceLocation = #_sourceLocation) throws -> Double {
        let place = firstSample(of: other)
        if place == nil {
            Attachment.record(wav, named: "heard.wav", sourceLocation: sourceLocation)
            Attachment.record(other.wav, named: "sought.wav", sourceLocation: sourceLocation)
        }
        return try Double(#require(place, "at best \(find(other))", sourceLocation: sourceLocation)) / Double(Sound.rate)
    }

    /// Returns whether the whole sound is like `other`. A busy machine may leave gaps of silence in it, but there is no more sound.
    func isLike(_ other: Sound) -> Bool {
        if correlation(with: other) >= 0.95 { return true }
        return duration - other.duration > .milliseconds(-10) && loudTime < other.loudTime + .milliseconds(60) && hasPieces(of: other)
    }

    /// The time that is not silence, in steps of 10 ms.
    private var loudTime: Duration {
        let step = Sound.samples(in: .milliseconds(10))
        let starts = stride(from: 0, to: samples.count, by: step)
        return .milliseconds(10) * starts.count { samples[$0..<min($0 + step, samples.count)].contains { abs(Int($0)) > 100 } }
    }

    /// Returns whether most pieces of `other` follow each other in this sound: a gap that a busy machine has left spoils the piece where it
    /// is.
    private func hasPieces(of other: Sound) -> Bool {
        let length = Sound.samples(in: .milliseconds(120))
        let most = max(0, samples.count - other.samples.count) + length / 8
        let starts = Array(stride(from: 0, to: other.samples.count - length + 1, by: length))
        var found = 0
        var shift = 0
        for start in starts {
            let from = min(max(0, start + shift - length / 8), samples.count)
            let match = Sound(samples[from..<min(start + most + length, samples.count)])
                .find(Sound(other.samples[start..<start + length]))
            guard match.correlation >= 0.9 else { continue }
            found += 1
            shift = from + match.offset - start
        }
        return found * 4 >= starts.count * 3
    }
}
