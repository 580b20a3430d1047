import CSampleRate
import CSndFile
import Voice

/// A sound file that is read piece by piece, as mono sound at another rate: WAV, Ogg and any other format that libsndfile supports.
@safe final class SoundFile {
    /// The longest sound, in seconds; the rest is not read.
    static let longest = 10
    private static let rates: ClosedRange<Int32> = 1000...384_000
    private static let mostChannels: Int32 = 8
    /// The number of frames in a piece: up to 49 ms at any rate that devices use for speech.
    static let pieceLength = 1024

    // SAFETY of every use below: the handles are valid from `init` to `deinit`, and never leave this type.
    private let handle: OpaquePointer
    /// Nil if the rates are the same.
    private let converter: OpaquePointer?
    private let ratio: Double
    private let channels: Int
    /// How many frames may still be read, and how many may still be returned.
    private var unread: Int
    private var left: Int
    /// The samples that the converter still has to take.
    private var input: [Float] = []
    private let file: RegularFile

    /// - Returns: nil if the file has no playable sound.
    init?(_ file: RegularFile, rate: SampleRate) {
        var format = SF_INFO()
        guard let handle = unsafe sf_open_fd(file.descriptor, Int32(SFM_READ), &format, Int32(SF_FALSE)) else { return nil }
        guard Self.rates.contains(format.samplerate), (1...Self.mostChannels).contains(format.channels) else {
            unsafe sf_close(handle)
            return nil
        }
        let ratio = Double(rate.framesPerSecond) / Double(format.samplerate)
        var error: Int32 = 0
        let converter = unsafe ratio == 1 ? nil : src_new(Int32(SRC_SINC_FASTEST), 1, &error)
        guard unsafe ratio == 1 || converter != nil else {
            unsafe sf_close(handle)
            return nil
        }
        unsafe self.handle = handle
        unsafe self.converter = converter
        self.ratio = ratio
        channels = Int(format.channels)
        unread = Self.longest * Int(format.samplerate)
        left = Self.longest * rate.framesPerSecond
        self.file = file
    }

    deinit {
        if let converter = unsafe converter { _ = unsafe src_delete(converter) }
        unsafe sf_close(handle)
    }

    /// Returns the next piece; nil at the end.
    func next() -> [Int16]? {
        guard left > 0 else { return nil }
        let samples = unsafe converter == nil ? read() : convert()
        guard !samples.isEmpty else {
            left = 0
            return nil
        }
        defer { left -= min(left, samples.count) }
        return samples.prefix(left).map { Int16(clamping: Int(($0 * 32_768).rounded())) }
    }

    /// Reads a piece, as the mean of its channels; empty at the end. Values that are not numbers, or are beyond any sound, become silence.
    private func read() -> [Float] {
        let wanted = min(Self.pieceLength, unread)
        guard wanted > 0 else { return [] }
        var all = [Float](repeating: 0, count: wanted * channels)
        // SAFETY: libsndfile writes at most `wanted` frames, which is the array's size.
        let count = unsafe all.withUnsafeMutableBufferPointer { unsafe Int(sf_readf_float(handle, $0.baseAddress, sf_count_t(wanted))) }
        guard (1...wanted).contains(count) else { return [] }
        unread -= count
        return (0..<count).map { frame in
            let sum = (0..<channels).reduce(Float(0)) { sum, channel in
                let value = all[frame * channels + channel]
                return sum + (value.isFinite ? min(max(value, -1), 1) : 0)
            }
            return sum / Float(channels)
        }
    }

    /// Reads enough for a piece at the other rate; empty at the end.
    private func convert() -> [Float] {
        while true {
            var isAtEnd = false
            if input.isEmpty {
                input = read()
                isAtEnd = input.isEmpty
            }
            var output = [Float](repeating: 0, count: Self.pieceLength)
            guard let (used, made) = convert(input, isLast: isAtEnd, into: &output) else { return [] }
            input.removeFirst(min(max(used, 0), input.count))
            if made > 0 { return Array(output.prefix(made)) }
            if isAtEnd { return [] }
        }
    }

    /// Passes samples through the converter.
    /// - Returns: how many samples it took and made; nil if it failed.
    private func convert(_ samples: [Float], isLast: Bool, into output: inout [Float]) -> (used: Int, made: Int)? {
        // The converter rejects an empty array.
        let array = samples.isEmpty ? [0] : samples
        // SAFETY: libsamplerate reads and writes no more than the given numbers of frames, which are the arrays' sizes or less.
        return unsafe array.withUnsafeBufferPointer { from in
            unsafe output.withUnsafeMutableBufferPointer { to in
                var data = unsafe SRC_DATA(
                    data_in: from.baseAddress, data_out: to.baseAddress, input_frames: samples.count, output_frames: to.count,
                    input_frames_used: 0, output_frames_gen: 0, end_of_input: isLast ? 1 : 0, src_ratio: ratio)
                return unsafe src_process(converter, &data) == 0 ? (data.input_frames_used, data.output_frames_gen) : nil
            }
        }
    }
}
