import Configuration
import FoundationEssentials
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing
import VoiceProtocol

@testable import VoiceSupervision

/// The cost of a voice that does not read, with a real process for it.
@Suite(.enabled(if: isFiltered, "\(whyFiltered)"))
struct VoiceProcessTests {
    /// Says that it is ready, and never reads.
    private static let deaf = """
        #!/bin/sh
        echo '{"event":"ready","synthesizer":"1","sampleRate":22050}'
        exec sleep 60
        """

    /// Says that it is ready, and ends when its program is removed.
    private static let removable = """
        #!/bin/sh
        echo '{"event":"ready","synthesizer":"1","sampleRate":22050}'
        while [ -e "$0" ]; do sleep 0.05; done
        """

    /// When asked to speak, computes beside six processes that keep its processor busy, and starts only when they have ended: after 2.6 s.
    private static let starving = """
        #!/bin/sh
        echo '{"event":"ready","synthesizer":"1","sampleRate":22050}'
        read -r command
        taskset -cp $(taskset -cp $$ | sed 's/.*: //; s/[,-].*//') $$ >/dev/null
        touch "$0.busy"
        for i in 1 2 3 4 5 6; do (timeout 2.6 sh -c 'while :; do :; done'; rm -f "$0.busy") & done
        while [ -e "$0.busy" ]; do :; done
        echo '{"event":"started","id":1}'
        exec sleep 60
        """

    /// The number of commands of 100 KB sent at once. Fewer wait, because the system buffers some 200 KB.
    @Test(arguments: [(9, false), (20, true)])
    func `A voice that reads nothing is ended at once when 1 MiB waits for it, and another starts`(commands: UInt64, isTooMuch: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        let (loop, voice, reports) = try await Self.start(in: folder)
        var report = reports.makeAsyncIterator()
        #expect(await report.next()?.isReady == true)
        // All in one turn of the loop: nothing else can find it hanging meanwhile. Later its silence does.
        try await loop.submit {
            for number in 1...commands {
                let segment = SpeechSegment(text: String(repeating: "a", count: 100_000))
                voice.value.send(.speak(SpeakCommand(id: number, segments: [segment])))
                voice.value.flush()
            }
        }.get()
        let message = await report.next()?.message
        #expect(message?.hasPrefix("announced-voice hung: ") == true)
        #expect((message == "announced-voice hung: it does not read its commands") == isTooMuch, "\(message ?? "")")
        #expect(await report.next()?.isReady == true, "another")
        try await loop.flatSubmit { voice.value.end() }.get()
    }

    @Test(arguments: [
        (device: "default", "no sound 2 s after it was asked to speak"), ("other", "it was overdue when another device was chosen"),
    ])
    func `A reload ends a voice that opens the device slowly only if it names another device`(device: String, fault: String) async throws {
        let folder = try TemporaryFolder()
        let (loop, voice, reports) = try await Self.start(in: folder, wav: false)
        var report = reports.makeAsyncIterator()
        #expect(await report.next()?.isReady == true)
        try await Self.speak(voice, on: loop)
        // Later than prompt.
        try await loop.scheduleTask(in: .milliseconds(400)) { voice.value.choose(device: device) }.futureResult.get()
        #expect(await report.next()?.message == "announced-voice hung: \(fault)")
        try await loop.flatSubmit { voice.value.end() }.get()
    }

    @Test func `A voice that waits for a processor is not ended`() async throws {
        let folder = try TemporaryFolder()
        let (loop, voice, reports) = try await Self.start(Self.starving, in: folder)
        var report = reports.makeAsyncIterator()
        #expect(await report.next()?.isReady == true)
        try await Self.speak(voice, on: loop)
        let next = await report.next()
        guard case .event(.started(1)) = next else {
            Issue.record("expected started, found \(next as Any)")
            return
        }
        try await loop.flatSubmit { voice.value.end() }.get()
    }

    @Test(.timeLimit(.minutes(1)))
    func `A voice that can't be started is tried again after pauses, in which the loop goes on, and starts within 2 s once it can`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (loop, voice, reports) = try await Self.start(Self.removable, in: folder)
        var report = reports.makeAsyncIterator()
        #expect(await report.next()?.isReady == true)
        // For so long that its end counts as a first failure.
        try await loop.scheduleTask(in: VoiceProcess.longLife + .milliseconds(100)) {}.futureResult.get()
        let (path, aside) = (folder.path("announced-voice"), folder.path("aside"))
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        #expect(await report.next()?.message == "announced-voice exited with code 0")
        // At once, 200 ms later, and then once a second.
        let stopwatch = Stopwatch()
        for _ in 0..<4 {
            #expect(await report.next()?.message == "\(path) can't be started: No such file or directory")
            try await loop.submit {}.get()
        }
        #expect(stopwatch.elapsed >= .milliseconds(1250))
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        let waiting = Stopwatch()
        while let next = await report.next(), !next.isReady {}
        #expect(waiting.elapsed < .seconds(2))
        try await loop.flatSubmit { voice.value.end() }.get()
    }

    private static func speak(_ voice: NIOLoopBound<VoiceProcess>, on loop: any EventLoop) async throws {
        try await loop.submit {
            voice.value.send(.speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: "a")])))
            voice.value.flush()
        }.get()
    }

    /// Starts a script as a voice, by default one that is deaf.
    private static func start(
        _ script: String = deaf, in folder: TemporaryFolder, wav: Bool = true
    ) async throws -> (any EventLoop, NIOLoopBound<VoiceProcess>, AsyncStream<VoiceProcess.Report>) {
        let path = try folder.write(script, to: "announced-voice")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let program = VoiceProgram(
            path: path, audio: Configuration(language: "en").audio, language: nil, wav: wav ? folder.path("out.wav") : nil)
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let (reports, told) = AsyncStream.makeStream(of: VoiceProcess.Report.self)
        let voice = try await loop.submit {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let voice = VoiceProcess(program: program, eventLoop: loop, logger: logger) { told.yield($0) }
            voice.start()
            return NIOLoopBound(voice, eventLoop: loop)
        }.get()
        return (loop, voice, reports)
    }
}

extension VoiceProcess.Report {
    fileprivate var isReady: Bool { if case .event(.ready) = self { true } else { false } }
    fileprivate var message: String? { if case .lost(let message, _, _) = self { message } else { nil } }
}
