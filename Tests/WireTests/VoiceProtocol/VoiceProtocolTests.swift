import JSONLines
import Messages
import TestSupport
import Testing
import VoiceProtocol

@Suite struct VoiceProtocolTests {
    static let commands: [VoiceCommand] =
        [.stop, .pause, .resume, .voices, .device(name: nil), .device(name: "plughw:1,0"), .ping]
        + [
            .speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: "Hello")])),
            .transcribe(id: 9, segments: [SpeechSegment(text: "Hello", voice: "gmw/de"), SpeechSegment(text: "")]),
            .speak(SpeakCommand(id: 1 << 53, segments: [], words: true, from: TextPosition(segment: 1, offset: 7))),
            .speak(
                SpeakCommand(
                    id: 2,
                    segments: [
                        SpeechSegment(text: "Grüße \"\u{1F600}\"\n\u{1}"),
                        SpeechSegment(
                            text: "", language: "de", voice: "gmw/de+f3", rate: 80, pitch: 0, inflection: 1, volume: 100,
                            punctuation: .some,
                            capitals: .sound,
                            spell: true, earcon: .screenChanged, pause: 0.4, mark: "here"),
                    ])),
        ]
        + Earcon.allCases.flatMap { [.earcon($0, volume: nil), .earcon($0, volume: 50)] }
        + Punctuation.allCases.map { .speak(SpeakCommand(id: 3, segments: [SpeechSegment(text: "a", punctuation: $0)])) }
        + Capitals.allCases.map { .speak(SpeakCommand(id: 3, segments: [SpeechSegment(text: "a", capitals: $0)])) }

    static let events: [VoiceEvent] =
        [
            .ready(VoiceEvent.Ready(synthesizer: "eSpeak NG 1.51", sampleRate: 22_050)), .started(id: 1), .finished(id: 1 << 53),
            .stopped(id: 3), .stopped(id: 3, position: TextPosition(segment: 1, offset: 2)), .mark(id: 4, name: "here"),
            .mark(id: 4, name: "", frame: 0),
            .transcription(id: 9, [.init(voice: "gmw/de", text: "Hallo", phonemes: "hˈalo\n")]),
            .sandbox(SandboxReport(parts: [.files, .processes], message: "no seccomp")), .sandbox(SandboxReport(parts: [])),
            .rendered(id: 1, frames: 12_345), .pong, .invalid(message: "id: missing"),
            .sentence(VoiceEvent.TextSpan(id: 5, segment: 0, offset: 0, length: 0)),
            .word(VoiceEvent.TextSpan(id: 5, segment: 1, offset: 2, length: 3)),
            .word(VoiceEvent.TextSpan(id: 5, segment: 1, offset: 2, length: 3, frame: 22_050)),
            .paused(id: 6, position: TextPosition(segment: 1, offset: 2)), .voices([]),
            .voices([
                VoiceEvent.Voice(identifier: "gmw/de", name: "German", languages: [.init(tag: "de", priority: 5)]),
                VoiceEvent.Voice(identifier: "f3", name: "female3", languages: [], isVariant: true),
            ]),
            .device(VoiceEvent.Device(state: .unavailable, name: "default", message: "busy: …")),
        ]
        + ([.unspeakable, .synthesizer, .device] as [VoiceEvent.Failure.Reason]).map {
            .failed(VoiceEvent.Failure(id: 7, reason: $0, message: "…"))
        }
        + ([.closed, .open, .unavailable] as [VoiceEvent.Device.State]).map { .device(VoiceEvent.Device(state: $0, name: "null")) }

    /// The lines in `bytes`, cut at one place.
    private static func lines(_ bytes: [UInt8], cutAt cut: Int) -> [LineDecoder.Line] {
        var decoder = LineDecoder(maximumLength: 1 << 20)
        var lines: [LineDecoder.Line] = []
        for piece in [bytes[..<cut], bytes[cut...]] {
            decoder.append(piece)
            while let line = decoder.next() { lines.append(line) }
        }
        return decoder.finish() == nil ? lines : []
    }

    private static func comesBack<Message: JSONFields & Equatable>(_ message: Message) throws {
        let bytes = message.jsonLine
        for cut in 0...bytes.count {
            let lines = lines(bytes, cutAt: cut)
            guard case .line(let line) = lines.first, lines.count == 1 else {
                Issue.record("cut at \(cut): \(lines.count) lines")
                continue
            }
            #expect(try Message(jsonLine: line) == message, "cut at \(cut)")
        }
    }

    @Test func `Every command, split at every byte, is the same command`() throws {
        for command in Self.commands { try Self.comesBack(command) }
    }

    @Test func `Every event, split at every byte, is the same event`() throws {
        for event in Self.events { try Self.comesBack(event) }
    }

    @Test func `Random bytes and messages with random mistakes never trap`() {
        let seed = SeededGenerator.seed(for: "VoiceProtocol, random bytes")
        var generator = SeededGenerator(seed: seed)
        let messages = Self.commands.map(\.jsonLine) + Self.events.map(\.jsonLine)
        for round in 0..<500 {
            let noise = Mutations.noise(upTo: 200, using: &generator)
            let other = messages.randomElement(using: &generator) ?? []
            for line in [noise] + messages.map({ Mutations.mutated(Array($0.dropLast()), with: other, using: &generator) }) {
                if let command = try? VoiceCommand(jsonLine: line) {
                    let again = try? VoiceCommand(jsonLine: Array(command.jsonLine.dropLast()))
                    #expect(again == command, "TEST_SEED=\(seed), round \(round)")
                }
                if let event = try? VoiceEvent(jsonLine: line) {
                    let again = try? VoiceEvent(jsonLine: Array(event.jsonLine.dropLast()))
                    #expect(again == event, "TEST_SEED=\(seed), round \(round)")
                }
            }
        }
    }

    @Test(arguments: [
        ("{}", "command: missing; expected a value"),
        (#"{"command":1}"#, "command: expected one of speak, transcribe, stop, pause, resume, voices, ping, device, earcon"),
        (
            #"{"command":"sing"}"#,
            "command: \"sing\" is unknown; expected one of speak, transcribe, stop, pause, resume, voices, ping, device, earcon"
        ),
        (#"{"command":"earcon"}"#, "name: missing; expected a value"),
        (
            #"{"command":"earcon","name":"boing"}"#,
            "name: \"boing\" is unknown; expected one of screenChanged, pageBorder, secureKey, speech"
        ),
        (#"{"command":"speak","segments":[]}"#, "id: missing; expected a value"),
        (#"{"command":"speak","id":"1","segments":[]}"#, "id: expected a whole number"),
        (#"{"command":"speak","id":1}"#, "segments: missing; expected a value"),
        (#"{"command":"speak","id":1,"segments":[{}]}"#, "segments[0].text: missing; expected a value"),
        (#"{"command":"speak","id":1,"segments":[],"from":{"segment":0}}"#, "from.offset: missing; expected a value"),
    ])
    func `A wrong command names the field`(_ line: String, _ message: String) {
        #expect(throws: JSONLineError(.invalidField, message)) { try VoiceCommand(jsonLine: Array(line.utf8)) }
    }

    @Test func `The short forms that a person types are enough`() throws {
        let line = Array(#"{"command":"speak","id":1,"segments":[{"text":"Hello"}]}"#.utf8)
        #expect(try VoiceCommand(jsonLine: line) == .speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: "Hello")])))
        #expect(try VoiceCommand(jsonLine: Array(#"{"command":"device"}"#.utf8)) == .device(name: nil))
    }
}
