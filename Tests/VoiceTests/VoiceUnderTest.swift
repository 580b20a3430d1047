import JSONLines
import Messages
import TestSupport
import VoiceProtocol

/// A running announced-voice, spoken to as the daemon does.
struct VoiceUnderTest {
    let process: ChildProcess

    /// Starts it and awaits `ready`.
    init(_ arguments: [String], environment: [String: String] = [:]) async throws {
        process = try ChildProcess(
            builtProduct("announced-voice"), arguments, environment: .inherited(with: environment.mapValues { $0 }), input: .pipe)
        guard case .ready(let ready) = try await next() else { throw Unexpected(description: "no ready") }
        guard ready.sampleRate == Sound.rate else { throw Unexpected(description: "\(ready)") }
    }

    func send(_ command: VoiceCommand) throws {
        try process.write(command.jsonLine)
    }

    func send(line: String) throws {
        try process.write(line + "\n")
    }

    func speak(_ id: UInt64, _ text: String, words: Bool = false, from: TextPosition? = nil) throws {
        try speak(id, [SpeechSegment(text: text)], words: words, from: from)
    }

    func speak(_ id: UInt64, _ segments: [SpeechSegment], words: Bool = false, from: TextPosition? = nil) throws {
        try send(.speak(SpeakCommand(id: id, segments: segments, words: words, from: from)))
    }

    /// The next event; its end is an error. That the device is being opened is left out, because what comes of it
    /// follows; so is the sandbox.
    func next(within limit: Duration = .seconds(10)) async throws -> VoiceEvent {
        while let line = try await process.output.nextLine(within: limit) {
            let event = try VoiceEvent(jsonLine: Array(line.utf8))
            if case .sandbox = event { continue }
            if event.deviceState != .opening { return event }
        }
        throw Unexpected(description: "the voice ended")
    }

    /// The failure that follows, after the device's state if that is repeated.
    func nextFailure() async throws -> VoiceEvent.Failure? {
        let event = try await next()
        return event.deviceState == .unavailable ? try await next().failure : event.failure
    }

    /// The next event that is `wanted`, and those before it.
    @discardableResult
    func events(until wanted: VoiceEvent, within limit: Duration = .seconds(20)) async throws -> [VoiceEvent] {
        var seen: [VoiceEvent] = []
        repeat {
            seen.append(try await next(within: limit))
        } while seen.last != wanted
        return seen
    }

    /// Closes its commands and awaits its end by itself.
    /// - Returns: the events that came meanwhile.
    @discardableResult
    func end() async throws -> [VoiceEvent] {
        process.closeInput()
        let lines = try await process.output.remainingLines(within: .seconds(60))
        let exit = try await process.exit()
        guard exit == .code(0) else { throw Unexpected(description: "exit: \(exit)") }
        return try lines.map { try VoiceEvent(jsonLine: Array($0.utf8)) }.filter {
            if case .sandbox = $0 { false } else { true }
        }
    }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }
}

extension VoiceEvent {
    /// The device's state, if it tells that.
    var deviceState: Device.State? {
        if case .device(let device) = self { device.state } else { nil }
    }

    /// The utterance, if it has been stopped.
    var stopped: UInt64? {
        if case .stopped(let id, _) = self { id } else { nil }
    }

    /// The span, if it is a word.
    var word: TextSpan? {
        if case .word(let span) = self { span } else { nil }
    }

    var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    static func word(_ id: UInt64, _ offset: Int, _ length: Int, segment: Int = 0) -> VoiceEvent {
        .word(TextSpan(id: id, segment: segment, offset: offset, length: length))
    }
}

/// Returns the sound that announced-voice plays for `segments`, at once and in the exact samples.
func played(_ segments: [SpeechSegment], options: [String] = [], from: TextPosition? = nil) async throws -> Sound {
    let pcm = try ALSAFilePCM()
    let voice = try await VoiceUnderTest(options, environment: pcm.environment)
    try voice.speak(1, segments, from: from)
    try await voice.events(until: .finished(id: 1))
    try await voice.end()
    return try pcm.samples()
}

/// Returns eSpeak NG's sound for `text`, without the silence that is cut (O3).
func reference(_ text: String, voice: String? = nil, rate: Int? = nil) async throws -> Sound {
    try await ESpeakReference(text, voice: voice, rate: rate).sound().trimmedStart(threshold: 31)
}
