package import Glibc

/// A WAV file of what would be heard: a virtual device whose buffer empties in real time, so that stops, pauses and event times match a
/// real device. Silence between utterances is not written. Unheard sound can be rewound, so a stop fades (Q14). The file is created (or
/// emptied, unless the caller continues it) only when there is sound to write, so a refused request does not touch it. The header is valid
/// whenever an utterance has ended.
package final class PacedWAVFile: SpeechOutput {
    package let name: String
    package private(set) var isOpen = false
    package private(set) var framesWritten = 0
    /// Always true, because this class keeps the clock.
    package let hasBegun = true

    private let rate: SampleRate
    private let bufferFrames: Int
    private let continues: Bool
    private var file: WAVFile?
    /// The virtual device's buffer; the frames before ``next`` have been heard.
    private var buffer: [Int16] = []
    private var next = 0
    /// When ``next`` was 0; valid while there is sound to play.
    private var began: SuspendingClock.Instant
    private let now: () -> SuspendingClock.Instant
    /// A failure that occurred where it could not be thrown; the next call throws it.
    private var failure: OutputError?

    /// - Parameters:
    ///   - buffer: the capacity of the virtual device.
    ///   - continues: whether to keep the file's sound and append to it.
    ///   - now: the clock that empties the buffer.
    package init(
        path: String, rate: SampleRate, buffer: Duration, continues: Bool = false, now: @escaping () -> SuspendingClock.Instant = { .now }
    ) {
        self.now = now
        began = now()
        self.continues = continues
        name = path
        self.rate = rate
        bufferFrames = max(1, rate.frames(in: buffer))
    }

    private var pending: Int { buffer.count - next }

    package func check() throws(OutputError) {
        if file == nil { try WAVFile.check(name) }
    }

    package func open() throws(OutputError) {
        try check()
        if file == nil { file = try WAVFile(path: name, rate: rate, continues: continues) }
        isOpen = true
    }

    package func write(_ samples: Span<Int16>) throws(OutputError) -> Int {
        try advance()
        let count = min(samples.count, bufferFrames - pending)
        if pending == 0 {
            buffer.removeAll(keepingCapacity: true)
            next = 0
            began = now()
        }
        for index in 0..<count { buffer.append(samples[index]) }
        framesWritten += count
        return count
    }

    package func delay() throws(OutputError) -> Int {
        try advance()
        return pending
    }

    package func descriptors() -> [pollfd] { [] }

    package func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool { true }

    /// Returns the time until a quarter of the buffer is free, because a real device would report room then.
    package func timeUntilRoom() -> Duration? {
        rate.duration(of: max(1, bufferFrames / 4 - (bufferFrames - pending)) + 1)
    }

    package func silence() {
        do {
            try advance()
            let fading = min(pending, rate.frames(in: FadeOut.duration))
            try file?.append(FadeOut.applied(to: buffer[next..<next + fading]))
        } catch {
            failure = error
        }
        buffer.removeAll(keepingCapacity: true)
        next = 0
    }

    package func didFallSilent() {
        do { try file?.finishHeader() } catch { failure = error }
    }

    package func close() {
        didFallSilent()
        isOpen = false
    }

    /// Writes the sound that has been heard so far to the file.
    private func advance() throws(OutputError) {
        if let failure {
            self.failure = nil
            throw failure
        }
        guard pending > 0 else { return }
        let sounded = min(buffer.count, rate.frames(in: now() - began))
        guard sounded > next else { return }
        try file?.append(buffer[next..<sounded])
        next = sounded
        // Keep the buffer short. Removing whole seconds keeps rounding errors out of the clock's origin.
        if next >= rate.framesPerSecond {
            began += .seconds(1)
            buffer.removeFirst(rate.framesPerSecond)
            next -= rate.framesPerSecond
        }
    }
}
