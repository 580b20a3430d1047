import Glibc

/// A WAV file of what would be heard, written as fast as the sound is made: for `announced replay`, whose clock is not the real one.
/// Everything written counts as heard, so nothing can be taken back.
final class UnpacedWAVFile: SpeechOutput {
    let name: String
    private(set) var isOpen = false
    private(set) var framesWritten = 0
    let hasBegun = true

    private let rate: SampleRate
    private var file: WAVFile?
    /// A failure met where it could not be thrown; the next call throws it.
    private var failure: OutputError?

    init(path: String, rate: SampleRate) {
        name = path
        self.rate = rate
    }

    func check() throws(OutputError) {
        if file == nil { file = try WAVFile(path: name, rate: rate) }
    }

    func open() throws(OutputError) {
        try check()
        isOpen = true
    }

    func write(_ samples: Span<Int16>) throws(OutputError) -> Int {
        if let failure {
            self.failure = nil
            throw failure
        }
        var copy: [Int16] = []
        copy.reserveCapacity(samples.count)
        for index in samples.indices { copy.append(samples[index]) }
        try file?.append(copy)
        framesWritten += samples.count
        return samples.count
    }

    func delay() throws(OutputError) -> Int { 0 }

    func descriptors() -> [pollfd] { [] }

    func isReady(_ polled: ArraySlice<pollfd>) -> Bool { true }

    func timeUntilRoom() -> Duration? { .zero }

    func silence() {}

    func rest() {
        do { try file?.finishHeader() } catch { failure = error }
    }

    func close() {
        rest()
        isOpen = false
    }
}
