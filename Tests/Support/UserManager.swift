import FoundationEssentials
import Glibc
import Synchronization

/// A real `systemd --user` for a fictitious user, with a home, a runtime directory and control groups that are removed when it ends,
/// however the tests end. Needs root.
///
/// Its processes have their own `/run` and `/home`, so that services find the paths of a real machine, and nothing of this machine is
/// touched. Outside, these are in a temporary folder.
package final class UserManager: Sendable {
    /// A number that no other user has.
    package static let user: UInt32 = 62_510
    /// The home and the runtime directory as the user's processes see them.
    package static let homeInside = "/home/reader"
    package static let runtimeInside = "/run/user/\(user)"

    /// The reason why it can't run here.
    package struct Impossible: Error, CustomStringConvertible {
        package let description: String
    }

    /// The same directories as the tests see them.
    package let home: String
    package let runtime: String

    private let folder: TemporaryFolder
    /// Ends the manager, and everything it has started, when its standard input ends.
    private let keeper: ChildProcess
    /// The manager's process. It is not the tests' child.
    package let processID: Int32

    /// Returns the manager that all tests of a run share, because starting it takes a moment.
    package static func shared() async throws -> UserManager { try await starting.value }

    /// Returns whether it can run here, with an executable of this package; prints the reason if not.
    package static func isPossible(running program: String) async -> Bool {
        do {
            let manager = try await shared()
            // The user may lack permission to read the toolchain's libraries.
            try await manager.place(.file(builtProduct(program)), at: "\(manager.home)/\(program)", isProgram: true)
            let trial = try manager.start("\(homeInside)/\(program)", ["--version"])
            let problem = try await trial.error.remainingLines()
            let exit = try await trial.exit()
            guard exit == .code(0) else { throw Impossible(description: "\(program) can't run: \(problem.joined(separator: " "))") }
            return true
        } catch {
            print("no systemd --user here, its tests are skipped: \(error)")
            return false
        }
    }

    private static let starting = Task { try await UserManager() }

    private init() async throws {
        guard getuid() == 0 else { throw Impossible(description: "only root can make another user's session") }
        folder = try TemporaryFolder()
        home = folder.path + Self.homeInside
        runtime = folder.path + Self.runtimeInside
        // In a session of its own: it outlives the tests by a moment, to clean up.
        keeper = try ChildProcess(
            "setsid", ["sh", "-c", Self.script, "user-manager", folder.path, "\(Self.user)"], input: .pipe, output: .pipe)
        guard let answer = try await keeper.output.nextLine(within: .seconds(60)) else { throw Impossible(description: "it ended") }
        guard answer.hasPrefix("up ") else { throw Impossible(description: answer) }
        guard let processID = Int32(answer.dropFirst("up ".count)) else { throw Impossible(description: answer) }
        self.processID = processID
    }

    /// Starts a program as this user or another, in the manager's own view of the machine.
    package func start(
        _ program: String, _ arguments: [String], as user: UInt32 = UserManager.user, input: ChildProcess.Stream = .null
    ) throws -> ChildProcess {
        let user = [
            "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "env", "-i", "HOME=\(Self.homeInside)", "USER=reader",
            "XDG_RUNTIME_DIR=\(Self.runtimeInside)", "PATH=/usr/local/bin:/usr/bin:/bin", "SYSTEMD_PAGER=",
        ]
        return try ChildProcess(
            "nsenter", ["--mount", "--target", "\(processID)", "--", "setpriv"] + user + [program] + arguments, folder: "/", input: input,
            error: .pipe)
    }

    /// Runs `systemctl --user` to its end.
    @discardableResult
    package func systemctl(
        _ arguments: String..., within limit: Duration = .seconds(60)
    ) async throws -> (exit: ChildProcess.Exit, lines: [String]) {
        let program = try start("systemctl", ["--user"] + arguments)
        let lines = try await program.output.remainingLines(within: limit) + program.error.remainingLines(within: limit)
        return (try await program.exit(), lines)
    }

    /// Copies a file, or writes a text, to a path of the user: readable for everyone, and owned by the user.
    package func place(_ content: Content, at path: String, isProgram: Bool = false) async throws {
        let source =
            switch content {
            case .file(let file): file
            case .text(let text): try folder.write(text, to: "text")
            }
        try await succeed("install", ["-D", "-m", isProgram ? "755" : "644", source, path])
        try await succeed("chown", ["-R", "\(Self.user):\(Self.user)", home])
    }

    package enum Content: Sendable {
        case file(String)
        case text(String)
    }

    /// Makes a named pipe in the runtime directory, and returns the lines written to it.
    package func pipe(named name: String) throws -> LineReader {
        let path = "\(runtime)/\(name)"
        unsafe unlink(path)
        try checked(unsafe mkfifo(path, 0o600), "mkfifo \(path)")
        try checked(unsafe chown(path, Self.user, Self.user), "chown \(path)")
        // Because it is open for writing here too, it never ends, however often it is opened and closed.
        let reader = try Descriptor.open(path, O_RDWR)
        try reader.setNonblocking()
        return LineReader(reader)
    }

    private func succeed(_ program: String, _ arguments: [String]) async throws {
        let process = try ChildProcess(program, arguments)
        let exit = try await process.exit()
        guard exit == .code(0) else { throw Impossible(description: "\(program) \(arguments): \(exit)") }
    }

    /// $1: the folder; $2: the user's number. Prints "up" and the manager's process, or what is not possible.
    private static let script = #"""
        set -u
        folder=$1 user=$2 run=/run/user/$2 home=/home/reader groups=
        end() {
            for group in $groups; do
                while processes=$(find "$group" -name cgroup.procs -exec cat {} + 2>/dev/null); [ -n "$processes" ]; do
                    kill -s KILL $processes 2>/dev/null
                    sleep 0.02
                done
                find "$group" -depth -type d -exec rmdir {} + 2>/dev/null
            done
            rm -rf "$folder"
        }
        trap '' HUP INT QUIT TERM
        trap end EXIT
        can() { "$@" 2>"$folder/problem" || { echo "$* is not possible: $(cat "$folder/problem")"; exit; }; }
        can test -x /lib/systemd/systemd
        roots="/sys/fs/cgroup/unified /sys/fs/cgroup/systemd"
        [ ! -e /sys/fs/cgroup/cgroup.controllers ] || roots=/sys/fs/cgroup
        for root in $roots; do
            can mkdir "$root/announced-test-$$"
            groups="$groups $root/announced-test-$$"
            can chown -R "$user" "$root/announced-test-$$"
        done
        # A service's own view of the files is put together in unit-root, from systemd 257 on in mount-rootfs, and systemd is told by the folder "system" that it may run.
        can mkdir -p "$folder/run/systemd/system" "$folder/run/systemd/unit-root" "$folder/run/systemd/mount-rootfs" "$folder$run/pulse" "$folder$home/.config"
        can chown -R "$user:$user" "$folder$run" "$folder$home"
        can chmod 700 "$folder$run" "$folder$home"
        can chmod 711 "$folder/run" "$folder/run/user" "$folder/home"
        can unshare --mount true
        # What the sandbox of a user's service is made of.
        can setpriv --reuid="$user" --regid="$user" --clear-groups unshare --user --map-root-user --mount true
        unshare --mount sh -c '
            folder=$1 user=$2 run=$3 home=$4; shift 4
            mount --bind "$folder/run" /run && mount --bind "$folder/home" /home || exit
            for group in "$@"; do echo $$ >"$group/cgroup.procs" || exit; done
            # None of the machine'"'"'s own units that are enabled for everybody.
            units=$home/.config/systemd/user:$home/.local/share/systemd/user:/usr/lib/systemd/user
            cd / && exec setpriv --reuid="$user" --regid="$user" --clear-groups env -i HOME="$home" USER=reader LOGNAME=reader \
                XDG_RUNTIME_DIR="$run" PATH=/usr/local/bin:/usr/bin:/bin SYSTEMD_UNIT_PATH="$units" /lib/systemd/systemd --user
        ' sh "$folder" "$user" "$run" "$home" $groups </dev/null >/dev/null 2>"$folder/problem" &
        manager=$!
        while [ ! -S "$folder$run/systemd/private" ]; do
            kill -0 $manager 2>/dev/null || { echo "systemd --user ended: $(cat "$folder/problem")"; exit; }
            sleep 0.02
        done
        echo "up $manager"
        exec >/dev/null
        cat >/dev/null
        """#
}
