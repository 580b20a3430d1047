import FoundationEssentials
import Glibc

/// Cleans up however the test runner ends, even in a crash: a shell outlives it for a moment, kills the listed process groups and removes
/// the folder of all temporary folders.
final class Leftovers: Sendable {
    /// The only instance of this process.
    static let shared = Leftovers()

    /// Contains every ``TemporaryFolder``. Its path is short, because a socket's path may have at most 107 bytes.
    let folder: String
    /// The shell's standard input; the shell waits for its end.
    private let list: Descriptor

    private static let script = """
        trap '' HUP INT QUIT TERM
        live=' '
        while read -r sign group; do
            case $sign in
            +) live="$live$group " ;;
            -) live="${live%% "$group" *} ${live#* "$group" }" ;;
            esac
        done
        for group in $live; do kill -s KILL -- "-$group"; done
        rm -rf -- "$1"
        """

    private init() {
        do {
            folder = try makeTemporaryFolder(in: ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")
            let (reading, writing) = try Descriptor.pipe()
            try writing.setNonblocking()
            list = writing
            let nowhere = try Descriptor.open("/dev/null", O_WRONLY)
            _ = try SpawnRequest(
                program: "/bin/sh", arguments: ["-c", Self.script, "leftovers", folder], environment: [:], folder: "/",
                descriptors: [reading.number, nowhere.number, nowhere.number]
            ).spawn()
            withExtendedLifetime((reading, nowhere)) {}
        } catch {
            fatalError("\(error)")
        }
    }

    /// Adds a process group to be killed when this process ends.
    func add(processGroup: Int32) {
        write("+ \(processGroup)\n")
    }

    /// Removes a process group that has ended.
    func remove(processGroup: Int32) {
        write("- \(processGroup)\n")
    }

    private func write(_ line: String) {
        try? list.write(Array(line.utf8), by: .now + .seconds(5))
    }
}
