import CSharedMemory
import Glibc

/// A file in memory that a voice writes and this process reads. Nothing is left of it when both have ended.
package final class SoundBuffer {
    let descriptor: CInt

    package init() throws(SoundFile.Failure) {
        descriptor = unsafe memfd_create("announced-sound", memfd_sealable)
        guard descriptor >= 0 else { throw SoundFile.Failure(path: "memory", code: errno) }
    }

    deinit { close(descriptor) }

    /// Its name for processes of the same user, while this one runs.
    package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

    /// Gives the memory back. The voice goes on to write behind what it has written.
    func empty() { _ = ftruncate(descriptor, 0) }
}
