import FoundationEssentials
import Glibc

/// Stops a process with SIGSTOP, and returns when all of its threads have stopped: on a busy machine they go on for a while after the signal.
package func suspend(_ process: Int32) throws(SystemCallError) {
    try checked(kill(process, SIGSTOP), "kill \(process)")
    while !isStopped(process) { sched_yield() }
}

/// Whether each thread of a process has stopped, or ended.
private func isStopped(_ process: Int32) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.allSatisfy { thread in
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/stat") else { return true }
        // Behind the name, which may have spaces.
        let state = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ").first
        return state.map { "TtZX".contains($0) } ?? true
    }
}
