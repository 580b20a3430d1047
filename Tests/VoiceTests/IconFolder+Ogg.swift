import CSndFile
import TestSupport

extension IconFolder {
    /// Writes a sound of an Ogg file, which loses some of it.
    func writeOgg(_ samples: [Int16], to name: String) throws {
        let path = try write([], to: name)
        var format = SF_INFO(
            frames: 0, samplerate: Int32(Sound.rate), channels: 1, format: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS),
            sections: 0, seekable: 0)
        // SAFETY: the file is open from here to its end, and the array lives for the call.
        let file = unsafe sf_open(path, Int32(SFM_WRITE), &format)
        _ = unsafe sf_write_short(file, samples, sf_count_t(samples.count))
        unsafe sf_close(file)
    }
}
