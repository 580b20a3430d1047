/// An ALSA configuration whose `default` is a sound server's PCM that only one process at a time can open, as with a sound card without
/// mixing; for all others it is busy. The lock works between processes, and is released when its owner ends.
package final class ExclusivePCM: Sendable {
    /// The environment for programs under test, in addition to the server's.
    package let environment: [String: String]

    private let folder: TemporaryFolder

    /// Builds the hook below, which ALSA calls whenever the PCM is opened, and puts it before the server's PCM.
    package init(of server: some SoundServer) async throws {
        folder = try TemporaryFolder()
        let source = try folder.write(Self.hook, to: "exclusive.c")
        let library = folder.path("exclusive.so")
        let compiler = try ChildProcess("cc", ["-shared", "-fPIC", "-DPIC", "-Wall", "-o", library, source, "-lasound"], error: .pipe)
        guard try await compiler.exit(within: .seconds(60)) == .code(0) else {
            throw SoundServerFailed(description: try await compiler.error.remainingLines().joined(separator: "\n"))
        }
        let override = """
            pcm_hook_type.exclusive { lib "\(library)" install "exclusive_install" }
            pcm.!default {
                type hooks
                slave.pcm { type pulse }
                hooks.0 { type exclusive hook_args { lock "\(try folder.write("", to: "lock"))" } }
            }

            """
        var environment = server.environment
        environment["ALSA_CONFIG_PATH"] = try folder.writeALSAConfiguration(override)
        self.environment = environment
    }

    /// Takes the lock when the PCM is opened, and releases it when it is closed. If the lock is taken, opening fails as a busy card does.
    private static let hook = """
        #include <alsa/asoundlib.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdint.h>
        #include <sys/file.h>
        #include <unistd.h>

        static int release(snd_pcm_hook_t *hook)
        {
            return close((int)(intptr_t)snd_pcm_hook_get_private(hook));
        }

        int exclusive_install(snd_pcm_t *pcm, snd_config_t *arguments)
        {
            snd_config_t *entry;
            snd_pcm_hook_t *hook;
            const char *path;
            if (snd_config_search(arguments, "lock", &entry) < 0 || snd_config_get_string(entry, &path) < 0)
                return -EINVAL;
            int file = open(path, O_RDWR | O_CLOEXEC);
            if (file < 0)
                return -errno;
            int result = flock(file, LOCK_EX | LOCK_NB) < 0
                ? -EBUSY : snd_pcm_hook_add(&hook, pcm, SND_PCM_HOOK_TYPE_CLOSE, release, (void *)(intptr_t)file);
            if (result < 0)
                close(file);
            return result;
        }
        SND_DLSYM_BUILD_VERSION(exclusive_install, SND_PCM_DLSYM_VERSION)

        """
}
