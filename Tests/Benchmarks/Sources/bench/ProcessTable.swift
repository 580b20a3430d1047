import FoundationEssentials

/// Lines of a file below /proc; none when the process is gone.
private func lines(of path: String) -> [Substring] {
    // Such files have no size, so they are read through the link to their text.
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { $0 }
}

private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
}

/// The value of a line "name: value kB".
private func value(_ name: String, of path: String) -> Int {
    let line = lines(of: path).first { $0.hasPrefix(name) }
    return line.flatMap { $0.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } } ?? 0
}

/// The processes that a process started, and those that they started.
func descendants(of process: Int32) -> [Int32] {
    let children = names(in: "/proc/\(process)/task").flatMap { thread in
        lines(of: "/proc/\(process)/task/\(thread)/children").flatMap { $0.split(separator: " ").compactMap { Int32($0) } }
    }
    return children + children.flatMap(descendants)
}

/// How often all threads of the processes have gone to sleep by themselves so far, and so were woken.
func wakeUps(of processes: [Int32]) -> Int {
    processes.reduce(0) { sum, process in
        names(in: "/proc/\(process)/task").reduce(sum) { $0 + value("voluntary_ctxt_switches", of: "/proc/\(process)/task/\($1)/status") }
    }
}

/// The memory that the processes have for themselves, and their share of what they have with others, in MB.
func proportionalMegabytes(of processes: [Int32]) -> Double {
    processes.reduce(0.0) { $0 + Double(value("Pss:", of: "/proc/\($1)/smaps_rollup")) / 1000 }
}
