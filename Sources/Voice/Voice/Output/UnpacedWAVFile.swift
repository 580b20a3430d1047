package import Glibc

/// A WAV file of what would be heard, written as fast as the sound is made: for `announced replay`, whose clock is virtual. All written
/// sound counts as heard, so nothing can be rewound.
package final class UnpacedWAVFile: SpeechOutput {
    package let name: String
    package private(set) var isOpen = false
    package private(set) var framesWritten = 0
    package let hasBegun = true

    private let rate: SampleRate
    private var file: WAVFile?
    /// A failure that occurred where it could not be thrown; the next call throws it.
    private var failure: OutputError?

    package init(path: String, rate: SampleRate) {
        name = path
        self.rate = rate
    }

    package func check() throws(OutputError) {
        if file == nil { file = try WAVFile(path: name, rate: rate) }
    }

    package func open() throws(OutputError) {
        try check()
        isOpen = true
    }

    package func write(_ samples: Span<Int16>) throws(OutputError) -> Int {
        if let failure {
            self.failure = nil
            throw failure
        }
        // SAFETY: samples have no padding.
        try unsafe file?.append(samples.bytes)
        framesWritten += samples.count
        return samples.count
    }

    package func delay() throws(OutputError) -> Int { 0 }

    package func descriptors() -> [pollfd] { [] }

    package func handleEvents(_ polled: ArraySlice<pollfd>) -> Bool { true }

    package func timeUntilRoom() -> Duration? { .zero }

    package func silence() {}

    package func didFallSilent() {
        do { try file?.finishHeader() } catch { failure = error }
    }

    package func close() {
        didFallSilent()
        isOpen = false
    }
}
