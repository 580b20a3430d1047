import Glibc
import JSONLines
import Messages
import Synchronization
import TestSupport
import Voice
import VoiceProtocol

/// A run of the voice's loop with ``Drum`` and a sound device whose clock is the test's, so that what is heard does not depend on how busy
/// the machine is: 5 ms pass whenever the voice asks the device how far it is.
struct ClockedVoice {
    /// Commands that arrive when so many frames have been heard; at ``closed``, when the device is closed.
    typealias Cue = (frame: Int, commands: [VoiceCommand])

    /// The sound heard.
    let sound: Sound
    let events: [VoiceEvent]
    /// How many frames had been heard when each event was sent, give or take a step.
    let heard: [Int]

    static let closed = Int.max
    static let step = Duration.milliseconds(5)
    static let stepFrames = SampleRate(framesPerSecond: Sound.rate).frames(in: step)

    /// Runs it until everything was heard.
    /// - Parameter cues: in order; the first ones, at frame 0, arrive before the loop begins.
    init(_ cues: [Cue], icons: (any SoundIconPlayer)? = nil) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        // SAFETY: system calls on strings and a pair of descriptors.
        var ends: [CInt] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw SystemCallError("pipe", code: errno) }
        let events = unsafe open(try folder.write("", to: "events"), O_WRONLY | O_CLOEXEC | O_APPEND)
        let script = Script(cues, into: ends[1], events: events)
        ClockedDevice.scripts.withLock { $0[file] = script }
        defer {
            ClockedDevice.scripts.withLock { $0[file] = nil }
            close(ends[0])
            close(events)
        }
        script.send(upTo: 0)
        let settings = VoiceSettings(destination: .device(name: file), buffer: .milliseconds(20), linger: .zero)
        try VoiceLoop(
            settings: settings, synthesizer: Drum.self, device: ClockedDevice.self, icons: icons, commands: ends[0], events: events
        ).run()
        sound = try Sound(wavFile: file)
        let lines = (readFile(folder.path("events")) ?? "").split(separator: "\n", omittingEmptySubsequences: true)
        var (all, moments, offset) = ([VoiceEvent](), [Int](), 0)
        for line in lines {
            offset += line.utf8.count + 1
            let event = try VoiceEvent(jsonLine: Array(line.utf8))
            guard event.deviceState == nil else { continue }
            all.append(event)
            moments.append(script.moment(of: offset))
        }
        (self.events, heard) = (all, moments)
    }

    /// The commands to come, and when each part of the events was written. Used on the loop's thread.
    fileprivate final class Script: @unchecked Sendable {
        private var cues: [Cue]
        private let input, events: CInt
        private var moments: [(frame: Int, length: Int)] = []

        init(_ cues: [Cue], into input: CInt, events: CInt) {
            (self.cues, self.input, self.events) = (cues, input, events)
        }

        /// Sends the commands that are due once `frame` was heard. The last are followed by the end.
        func send(upTo frame: Int) {
            while let cue = cues.first, cue.frame <= frame {
                cues.removeFirst()
                let bytes = cue.commands.flatMap { ($0).jsonLine }
                _ = unsafe write(input, bytes, bytes.count)
                if cues.isEmpty { close(input) }
            }
        }

        /// Notes that `frame` was heard when the events were as long as they are.
        func note(_ frame: Int) { moments.append((frame, Int(lseek(events, 0, SEEK_END)))) }

        /// Returns how far the sound was when the event that ends at `offset` had not been sent yet.
        func moment(of offset: Int) -> Int { moments.last { $0.length < offset }?.frame ?? 0 }
    }
}

/// A file that is paced by the test's clock.
private final class ClockedDevice: SoundDevice {
    /// By the devices' names.
    static let scripts = Mutex<[String: ClockedVoice.Script]>([:])

    let name: String
    private let script: ClockedVoice.Script
    private let file: PacedWAVFile
    private let clock: Clock

    private final class Clock { var now = SuspendingClock.now }

    init(name: String, rate: SampleRate, buffer: Duration) {
        self.name = name
        guard let script = Self.scripts.withLock({ $0[name] }) else { preconditionFailure("\(name) has no script") }
        self.script = script
        let clock = Clock()
        self.clock = clock
        file = PacedWAVFile(path: name, rate: rate, buffer: buffer) { clock.now }
    }

    var isOpen: Bool { file.isOpen }
    var framesWritten: Int { file.framesWritten }
    let hasBegun = true

    func check() throws(OutputError) { try file.check() }
    func open() throws(OutputError) { try file.open() }
    func write(_ samples: Span<Int16>) throws(OutputError) -> Int { try file.write(samples) }

    func delay() throws(OutputError) -> Int {
        clock.now += ClockedVoice.step
        let delay = try file.delay()
        script.note(file.framesWritten - delay)
        script.send(upTo: file.framesWritten - delay)
        return delay
    }

    func descriptors() -> [pollfd] { [] }
    func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool { true }
    func timeUntilRoom() -> Duration? { .zero }
    func silence() { file.silence() }
    func didFallSilent() { file.didFallSilent() }

    func close() {
        file.close()
        script.send(upTo: ClockedVoice.closed)
    }
}
