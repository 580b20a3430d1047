import CLinux
import Glibc

/// A file in memory that a voice writes and this process reads. Nothing is left of it when both have ended.
package final class SoundBuffer {
    let descriptor: CInt

    package init() throws(HeardSoundFile.Failure) {
        descriptor = unsafe memfd_create("announced-sound", memfd_sealable)
        guard descriptor >= 0 else { throw HeardSoundFile.Failure(path: "memory", code: errno) }
    }

    deinit { close(descriptor) }

    /// Its name in this process, and in those that inherit the descriptor: a voice in its sandbox can't use another process's.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Gives the memory back. The voice goes on to write behind what it has written.
    func empty() { _ = ftruncate(descriptor, 0) }
}
