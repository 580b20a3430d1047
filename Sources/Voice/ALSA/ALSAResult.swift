import CALSA
import Glibc
import Voice

/// A libasound return value: a count, or a negated `errno` code.
struct ALSAResult: RawRepresentable, Equatable {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }
    init(_ value: some BinaryInteger) { rawValue = Int(value) }

    static let again = ALSAResult(-EAGAIN)
    /// The stream ran dry.
    static let underrun = ALSAResult(-EPIPE)
    /// The system was suspended.
    static let suspended = ALSAResult(-ESTRPIPE)
    static let interrupted = ALSAResult(-EINTR)
    static let invalid = ALSAResult(-EINVAL)

    var isError: Bool { rawValue < 0 }
    /// The positive `errno` code.
    var code: Int32 { Int32(truncatingIfNeeded: -rawValue) }

    /// libasound's description of the error.
    var reason: String {
        // SAFETY: libasound returns a C string that lives at least until its next call; it is copied at once.
        unsafe String(cString: snd_strerror(-code))
    }

    /// Returns the error of the PCM `name`, with a remedy for the user.
    func error(_ cause: String, name: String) -> OutputError {
        let remedy: String? =
            switch code {
            case ENOENT where name != "default": "there is no such device now; plug it in"
            case ENOENT: "no sound card or sound server was found; start PipeWire or PulseAudio"
            case ENODEV, ENXIO, EBADFD, EIO: "plug it in again or restart the sound server"
            case EBUSY: "close the program that holds it"
            case EACCES, EPERM: "join the group \"audio\", because you may not open it"
            case ECONNREFUSED, EHOSTDOWN, ETIMEDOUT: "start PipeWire or PulseAudio again, because the sound server does not answer"
            default: nil
            }
        return OutputError(
            code: code, cause: cause, problem: "The sound device \"\(name)\" can't be used (\(reason))", remedy: remedy,
            // A card number that no card can have results in EINVAL.
            isMissing: cause == "snd_pcm_open" && [ENOENT, ENODEV, ENXIO, EINVAL].contains(code))
    }
}
