import FoundationEssentials
import Glibc

/// Returns the lines of a file below /proc; none if the process is gone.
private func lines(of path: String) -> [Substring] {
    // Such files have no size, so they are read through the link to their text.
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { $0 }
}

private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
}

/// Returns the value of a line "name: value kB".
private func value(_ name: String, of path: String) -> Int {
    let line = lines(of: path).first { $0.hasPrefix(name) }
    return line.flatMap { $0.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } } ?? 0
}

/// Returns the children of a process, and their descendants.
func descendants(of process: Int32) -> [Int32] {
    let children = names(in: "/proc/\(process)/task").flatMap { thread in
        lines(of: "/proc/\(process)/task/\(thread)/children").flatMap { $0.split(separator: " ").compactMap { Int32($0) } }
    }
    return children + children.flatMap(descendants)
}

/// Returns how often all threads of the processes have gone to sleep voluntarily so far, and so been woken.
func wakeUps(of processes: [Int32]) -> Int {
    processes.reduce(0) { sum, process in
        names(in: "/proc/\(process)/task").reduce(sum) { $0 + value("voluntary_ctxt_switches", of: "/proc/\(process)/task/\($1)/status") }
    }
}

/// Returns the sum of a line of `smaps_rollup` over the processes: "Pss:", "Private_Dirty:".
func megabytes(_ line: String, of processes: [Int32]) -> Double {
    processes.reduce(0.0) { $0 + Double(value(line, of: "/proc/\($1)/smaps_rollup")) / 1000 }
}

/// Returns how long the threads of a process have had a processor so far.
func processorTime(of process: Int32) -> Duration {
    names(in: "/proc/\(process)/task").reduce(.zero) { sum, thread in
        let fields = lines(of: "/proc/\(process)/task/\(thread)/schedstat").first?.split(separator: " ") ?? []
        return sum + .nanoseconds(fields.first.flatMap { Int64($0) } ?? 0)
    }
}

/// Returns the name of a process's program, up to 15 characters.
func command(of process: Int32) -> String {
    lines(of: "/proc/\(process)/comm").first.map(String.init) ?? ""
}

/// Gives all descendants with these names real-time priority; returns false if that is not permitted.
func makeRealTime(_ programs: [String]) -> Bool {
    let chosen = descendants(of: getpid()).filter { programs.contains(command(of: $0)) }
    let threads = chosen.flatMap { names(in: "/proc/\($0)/task").compactMap { Int32($0) } }
    var parameters = sched_param(sched_priority: 5)
    // SAFETY: the call only reads the parameters.
    return threads.allSatisfy { unsafe sched_setscheduler($0, SCHED_RR, &parameters) == 0 }
}
