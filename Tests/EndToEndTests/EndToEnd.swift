// EndToEndTests shows what users get: the programs themselves, on sockets of their own and a sound server that keeps time, and what is
// heard of them, compared with what eSpeak NG's own program makes of the same text. Nothing sleeps: each step awaits an event.

import TestSupport
import Testing

/// All of it, one test after another: what is heard and when must not depend on another test's load.
@Suite(.serialized, .timeLimit(.minutes(2))) struct EndToEnd {}

/// A daemon, and somebody who hears what it says.
final class Stage: Sendable {
    let server: any SoundServer
    let capture: Capture
    let daemon: Daemon

    /// - Parameters:
    ///   - configuration: TOML that follows ``steady``.
    ///   - buffer: how much sound the device holds, in milliseconds; more than the default, so that a busy machine leaves few gaps.
    ///   - arguments: more arguments of the daemon.
    ///   - system: the sound server that it speaks through.
    convenience init(
        configuration: String = "", buffer: Int = 200, _ arguments: [String] = [], on system: SoundSystem = .pulseAudio
    ) async throws {
        try await self.init(configuration: configuration, buffer: buffer, arguments, on: system.start())
    }

    /// The same on a sound server that runs.
    init(configuration: String = "", buffer: Int = 200, _ arguments: [String] = [], on server: any SoundServer) async throws {
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

/// The environment of every program here.
let americanEnglish: [String: String?] = ["LC_ALL": "en_US.UTF-8", "LANG": nil, "LC_MESSAGES": nil, "ANNOUNCED_SOCKET": nil]

/// A voice that says a text in the same way every time. eSpeak NG's others flutter: their pitch wavers with the time that they have
/// spoken, so only the first utterance of a process is like that of another process.
let steadyVoice = "en-us+michel"

/// The configuration of a daemon that speaks as ``reference(_:)``; more of it may follow.
let steady = "voice.name = \"\(steadyVoice)\"\nvoice.rate = 240\n"

/// What eSpeak NG's own program makes of a text with that voice, from its first loud sample to its last.
func reference(_ text: String) async throws -> Sound {
    try await ESpeakReference(text, voice: steadyVoice, rate: 240).sound().trimmed()
}

/// The processes of a child's group that live on, once it has ended. One that has just closed its files may take a moment to be gone.
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

extension Sound {
    /// Its beginning.
    func beginning(_ length: Duration = .milliseconds(350)) -> Sound { part(from: .zero, for: length) }

    /// Where `other` begins in this one, in seconds, if what is there is `other`.
    func place(of other: Sound, sourceLocation: SourceLocation = #_sourceLocation) throws -> Double {
        let place = firstSample(of: other)
        let best = find(other)
        return try Double(#require(place, "at best \(best)", sourceLocation: sourceLocation)) / Double(Sound.rate)
    }

    /// Whether it is `other` from beginning to end.
    func isLike(_ other: Sound) -> Bool {
        if correlation(with: other) >= 0.95 { return true }
        let longer = duration - other.duration
        return longer > .zero && longer < .milliseconds(200) && firstSample(of: other) != nil
    }

    /// Where `other` begins. A busy machine may have left one gap in it: then two of its thirds are enough.
    private func firstSample(of other: Sound) -> Int? {
        let whole = find(other)
        if whole.correlation >= 0.95 { return whole.offset }
        let length = other.samples.count / 3
        let thirds = (0..<3).map { find(Sound(other.samples[($0 * length)..<(($0 + 1) * length)])) }
        let found = thirds.enumerated().filter { $0.element.correlation >= 0.95 }
        guard found.count >= 2, found[0].element.offset < found[1].element.offset else { return nil }
        return found[0].element.offset - found[0].offset * length
    }
}
