import FoundationEssentials
import Glibc

/// Sees to it that nothing is left behind when the test runner ends in any way, a crash included: a shell outlives it by a moment, kills
/// the process groups that are still listed and removes the folder of all temporary folders.
final class Leftovers: Sendable {
    /// The one watch over leftovers of this process.
    static let shared = Leftovers()

    /// Holds every ``TemporaryFolder``. Its path is short: paths of sockets may have 107 bytes.
    let folder: String
    /// To the shell's standard input; its end is what the shell waits for.
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

    /// The process group is to be killed when this process ends.
    func add(processGroup: Int32) {
        write("+ \(processGroup)\n")
    }

    /// The process group was seen to.
    func remove(processGroup: Int32) {
        write("- \(processGroup)\n")
    }

    private func write(_ line: String) {
        try? list.write(Array(line.utf8), by: .now + .seconds(5))
    }
}
