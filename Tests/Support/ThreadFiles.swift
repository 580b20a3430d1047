import FoundationEssentials
import Glibc

/// The kernel's files on the threads of some processes and of their children.
///
/// Each stays open as long as its thread lives. A closed file leaves its name in the kernel's cache, and whoever reaps a process removes the
/// names of all its threads; if one of these threads is doing the same and waits for a processor, the reaper spins: it has taken 700 ms.
struct ThreadFiles {
    /// The files on one thread.
    private struct Files {
        let schedstat, stat, wchan, children: Descriptor

        init(folder: String) throws(SystemCallError) {
            schedstat = try .open(folder + "/schedstat", O_RDONLY)
            stat = try .open(folder + "/stat", O_RDONLY)
            wchan = try .open(folder + "/wchan", O_RDONLY)
            children = try .open(folder + "/children", O_RDONLY)
        }
    }

    private let roots: [String]
    private var files: [String: Files] = [:]

    /// - Parameter processes: the numbers of the processes.
    init(of processes: [String]) {
        roots = processes
    }

    /// Returns the threads that there are now, by their numbers.
    mutating func read() -> [String: WaitTally.Thread] {
        let former = files
        files = [:]
        var threads: [String: WaitTally.Thread] = [:]
        var processes = roots
        while let process = processes.popLast() {
            for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? [] {
                guard let files = try? former[thread] ?? Files(folder: "/proc/\(process)/task/\(thread)") else { continue }
                // The fields are the time on a processor, the time in queues for one, and how often. There are none if it has ended.
                let times = Self.words(of: files.schedstat).compactMap { Int64($0) }
                guard times.count == 3 else { continue }
                self.files[thread] = files
                threads[thread] = WaitTally.Thread(
                    ran: .nanoseconds(times[0]), waited: .nanoseconds(times[1]),
                    activity: WaitTally.Activity(stat: Self.text(of: files.stat), wchan: Self.text(of: files.wchan)))
                processes += Self.words(of: files.children)
            }
        }
        return threads
    }

    private static func words(of file: Descriptor) -> [String] { text(of: file).split { $0.isWhitespace }.map(String.init) }

    private static func text(of file: Descriptor) -> String {
        // SAFETY: at most as many bytes are read as there is room for, and those are the ones that count.
        unsafe String(unsafeUninitializedCapacity: 4096) { unsafe max(0, pread(file.number, $0.baseAddress, $0.count, 0)) }
    }
}
