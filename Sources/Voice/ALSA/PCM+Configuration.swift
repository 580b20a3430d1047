import CALSA
import Glibc
import Voice

extension PCM {
    /// Sets the format, buffer, period and start threshold: four periods make up the buffer, and playback starts with the first frame.
    /// - Returns: the buffer and period sizes that the device granted, in frames.
    /// - Throws: code `EINVAL` if the device can't play mono 16-bit sound at `rate` without conversion.
    @unsafe static func configure(
        _ handle: OpaquePointer, name: String, rate: SampleRate, buffer: Duration
    ) throws(OutputError) -> (bufferFrames: Int, periodFrames: Int) {
        // SAFETY: `handle` is an open PCM, by contract; the parameter blocks belong to libasound and are freed on every path out.
        func check(_ cause: String, _ result: Int32) throws(OutputError) {
            if result < 0 { throw ALSAResult(result).error(cause, name: name) }
        }

        var hardware: OpaquePointer?
        try check("snd_pcm_hw_params_malloc", unsafe snd_pcm_hw_params_malloc(&hardware))
        defer { unsafe snd_pcm_hw_params_free(hardware) }
        try check("snd_pcm_hw_params_any", unsafe snd_pcm_hw_params_any(handle, hardware))
        try check("set_rate_resample", unsafe snd_pcm_hw_params_set_rate_resample(handle, hardware, 1))
        try check("set_access", unsafe snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
        try check("set_format", unsafe snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_S16))
        try check("set_channels", unsafe snd_pcm_hw_params_set_channels(handle, hardware, 1))
        try check("set_rate", unsafe snd_pcm_hw_params_set_rate(handle, hardware, UInt32(rate.framesPerSecond), 0))
        var bufferFrames = snd_pcm_uframes_t(max(4, rate.frames(in: buffer)))
        var periodFrames = bufferFrames / 4
        try check("set_buffer_size", unsafe snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &bufferFrames))
        try check("set_period_size", unsafe snd_pcm_hw_params_set_period_size_near(handle, hardware, &periodFrames, nil))
        try check("snd_pcm_hw_params", unsafe snd_pcm_hw_params(handle, hardware))
        try check("get_buffer_size", unsafe snd_pcm_hw_params_get_buffer_size(hardware, &bufferFrames))
        try check("get_period_size", unsafe snd_pcm_hw_params_get_period_size(hardware, &periodFrames, nil))

        var software: OpaquePointer?
        try check("snd_pcm_sw_params_malloc", unsafe snd_pcm_sw_params_malloc(&software))
        defer { unsafe snd_pcm_sw_params_free(software) }
        try check("snd_pcm_sw_params_current", unsafe snd_pcm_sw_params_current(handle, software))
        try check("set_start_threshold", unsafe snd_pcm_sw_params_set_start_threshold(handle, software, 1))
        try check("set_avail_min", unsafe snd_pcm_sw_params_set_avail_min(handle, software, periodFrames))
        try check("snd_pcm_sw_params", unsafe snd_pcm_sw_params(handle, software))
        return (Int(bufferFrames), Int(periodFrames))
    }
}
