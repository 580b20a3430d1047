import CLinux
import Glibc

/// A file in memory that a voice writes and this process reads. It vanishes when both have ended.
package final class SoundBuffer {
    let descriptor: CInt

    package init() throws(HeardSoundFile.Failure) {
        descriptor = unsafe memfd_create("announced-sound", memfd_sealable)
        guard descriptor >= 0 else { throw HeardSoundFile.Failure(path: "memory", code: errno) }
    }

    deinit { close(descriptor) }

    /// The file's path in this process, and in processes that inherit the descriptor. A voice in its sandbox can't use another process's
    /// path.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Releases the memory. The voice continues to write after the position that it has reached.
    func empty() { _ = ftruncate(descriptor, 0) }
}
