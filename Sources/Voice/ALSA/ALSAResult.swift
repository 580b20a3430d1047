import CALSA
import Glibc

/// What a function of libasound returned: a count, or a negated number of `errno`.
struct ALSAResult: RawRepresentable, Equatable {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }
    init(_ value: some BinaryInteger) { rawValue = Int(value) }

    static let again = ALSAResult(-EAGAIN)
    /// The stream ran dry.
    static let underrun = ALSAResult(-EPIPE)
    /// The machine slept.
    static let suspended = ALSAResult(-ESTRPIPE)
    static let interrupted = ALSAResult(-EINTR)
    static let invalid = ALSAResult(-EINVAL)

    var isError: Bool { rawValue < 0 }
    /// The number of `errno`, positive.
    var code: Int32 { Int32(truncatingIfNeeded: -rawValue) }

    /// libasound's words for it.
    var reason: String {
        // SAFETY: libasound returns a C string that lives at least until its next call, and we copy it now.
        unsafe String(cString: snd_strerror(-code))
    }

    /// The error of the PCM `name`, with what a person can do about it.
    func error(_ cause: String, name: String) -> OutputError {
        let what = "The sound device \"\(name)\" can't be used (\(reason))"
        let advice =
            switch code {
            case ENOENT:
                "no sound card or sound server answers to it: start PipeWire or PulseAudio, or choose one of `aplay -L` with --device"
            case ENODEV, ENXIO, EBADFD, EIO:
                "it is gone: plug it in again or restart the sound server, or choose another with --device"
            case EBUSY: "another program holds it: close that program, or choose a PCM that mixes, such as \"default\", with --device"
            case EACCES, EPERM: "you may not open it: join the group \"audio\", or choose another with --device"
            case ECONNREFUSED, EHOSTDOWN, ETIMEDOUT: "the sound server does not answer: start PipeWire or PulseAudio again"
            default: "choose one of `aplay -L` with --device"
            }
        return OutputError(code: code, cause: cause, message: "\(what): \(advice).")
    }
}
