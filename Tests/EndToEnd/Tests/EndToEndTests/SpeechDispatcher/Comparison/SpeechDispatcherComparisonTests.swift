import TestSupport
import Testing

extension EndToEnd {
    /// announced beside the real speech-dispatcher: both are sent the same, and must answer the same, but for the differences that are listed
    /// and explained.
    struct SpeechDispatcherComparisonTests {
        private let server: PulseAudioServer

        init() async throws { server = try await PulseAudioServer() }

        @Test func `Replies and events are speech-dispatcher's own, but for those listed`() async throws {
            try await compare(SSIPScript.replies + SSIPScript.messages + SSIPScript.silence)
        }

        @Test func `Each priority gives way to each, but for the pairs listed`() async throws {
            try await compare(SSIPScript.priorityPairs)
        }

        private func compare(_ scripts: [SSIPScript]) async throws {
            async let original = transcripts(of: scripts) {
                try await SpeechDispatcherServer(.eSpeakNG(audio: "pulse"), sound: server.environment)
            }
            async let own = transcripts(of: scripts) { try await SpeechDispatcherDaemon() }
            for (script, (original, own)) in zip(scripts, zip(try await original, try await own)) { check(script, original, own) }
        }

        /// Runs scripts on a few servers at a time, because each speaks one thing at a time.
        private func transcripts(
            of scripts: [SSIPScript], on start: @escaping @Sendable () async throws -> some SSIPServer
        ) async throws -> [SSIPTranscript] {
            let count = 5
            return try await withThrowingTaskGroup(of: [(Int, SSIPTranscript)].self) { group in
                for first in 0..<count {
                    group.addTask {
                        let server = try await start()
                        // speech-dispatcher 0.11.4 aborts at a STOP before its first message.
                        _ = try await SSIPTranscript.of(SSIPScript("First", "CHAR a"), on: server.socket)
                        var transcripts: [(Int, SSIPTranscript)] = []
                        for number in stride(from: first, to: scripts.count, by: count) {
                            transcripts.append((number, try await SSIPTranscript.of(scripts[number], on: server.socket)))
                        }
                        return transcripts
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }

        private func check(_ script: SSIPScript, _ original: SSIPTranscript, _ own: SSIPTranscript) {
            #expect(original.entries.map(\.key) == own.entries.map(\.key), "\(script.name)")
            for (original, own) in zip(original.entries, own.entries) {
                let place = "\(script.name), \(own.line): speech-dispatcher \(original.answer), announced \(own.answer)"
                guard let difference = script.differences[own.key] else {
                    #expect(own.answer == original.answer, "\(place)")
                    continue
                }
                #expect(own.answer == difference.own, "\(place)")
                #expect(difference.varies || own.answer != original.answer, "no longer a difference: \(place)")
            }
        }
    }
}

/// A server of SSIP that a test has started.
private protocol SSIPServer: Sendable {
    var socket: String { get }
}

extension SpeechDispatcherServer: SSIPServer {}

/// announced, serving speech-dispatcher's clients, with sound that goes into a file in real time.
private struct SpeechDispatcherDaemon: SSIPServer {
    let socket: String
    private let daemon: Daemon
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        socket = folder.path("socket")
        daemon = try await Daemon(
            configuration: "voice.language = \"en\"\n", ["--speech-dispatcher", socket, "--wav", folder.path("heard.wav")])
    }
}
