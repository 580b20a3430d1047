import CLinux
import Glibc

/// The files that speaking needs, with the access to them: the system's files, and in the home folder only the files that sound servers and
/// libraries read there.
struct SandboxRules {
    /// Paths and the rights to them. A folder's rights apply to everything inside it. Many of the paths don't exist.
    private(set) var rules: [(path: String, access: landlock_access)] = []

    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/app", "/nix/store", "/gnu/store", "/run/current-system", "/var/lib/dbus",
        "/sys", "/proc/asound", "/proc/cpuinfo", "/proc/meminfo", "/dev/random", "/dev/urandom",
    ]
    /// Files that are not needed to open most devices: PulseAudio's cookies, which its library creates at its first use, and the process's
    /// own files, which become other files when the kernel needs memory.
    private let rarelyNeeded: [String]
    private static let devices = ["/dev/snd", "/dev/shm", "/dev/null"]
    /// Variables that name files and folders, for ALSA, PulseAudio, PipeWire, eSpeak NG and the dynamic linker.
    private static let variables = [
        "ALSA_CONFIG_DIR", "ALSA_CONFIG_PATH", "ALSA_CONFIG_UCM2", "ALSA_PLUGIN_DIR", "ESPEAK_DATA_PATH", "LD_LIBRARY_PATH",
        "PIPEWIRE_CONFIG_DIR", "PIPEWIRE_CONFIG_FILE", "PIPEWIRE_MODULE_DIR", "PULSE_CLIENTCONFIG", "PULSE_CONFIG_PATH", "SPA_DATA_DIR",
        "SPA_PLUGIN_DIR",
    ]

    /// - Parameters:
    ///   - programs: whether programs may be started.
    ///   - file: the file that receives the sound, instead of a device.
    init(for folders: UserFolders, needs: DeviceNeeds, programs: Bool, file: String?) {
        rules += Self.system.map { ($0, programs ? LANDLOCK_RUN : LANDLOCK_READ) }
        rules += Self.devices.map { ($0, LANDLOCK_WRITE) }
        let home = folders.home.map { home in [".asoundrc", ".pulse", "espeak-ng-data"].map { "\(home)/\($0)" } } ?? []
        let configured = folders.configuration.map { folder in ["alsa", "pulse", "pipewire"].map { "\(folder)/\($0)" } } ?? []
        // These may be links to files elsewhere.
        let linked = folders.configuration.map { ["\($0)/alsa/asoundrc", "\($0)/pulse/client.conf"] } ?? []
        let named = Self.variables.flatMap { folders.paths($0) } + needs.libraries.map(Self.folder)
        rules += (home + configured + linked + folders.data.map { "\($0)/sounds" } + named).map { ($0, LANDLOCK_READ) }
        // libpulse creates the folder of its server's socket if it does not exist; without XDG_RUNTIME_DIR, also a link to that folder.
        let runtime = folders.paths("XDG_RUNTIME_DIR") + folders.paths("PULSE_RUNTIME_PATH").map(Self.folder)
        rules += (runtime.isEmpty ? ["/tmp"] + configured : runtime).map { ($0, LANDLOCK_FOLDERS) }
        rarelyNeeded =
            ["/proc/self"] + folders.paths("PULSE_COOKIE") + (folders.configuration.map { ["\($0)/pulse/cookie"] } ?? [])
            + (folders.home.map { ["\($0)/.pulse-cookie"] } ?? [])
        // The file may not exist yet.
        if let file { rules.append((unsafe access(file, F_OK) == 0 ? file : Self.folder(of: file), LANDLOCK_WRITE)) }
        rules += rarelyNeeded.map { ($0, LANDLOCK_READ) }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the files that the paths refer to. If a path later refers to another file, the rules do not follow.
    func files(withRarelyNeeded: Bool) -> [[UInt]?] {
        rules.dropLast(withRarelyNeeded ? 0 : rarelyNeeded.count).map { rule in
            var status = stat()
            return unsafe stat(rule.path, &status) == 0 ? [UInt(status.st_dev), UInt(status.st_ino)] : nil
        }
    }
}
