import Glibc
import System

/// Information about processes from `/proc`.
enum ProcessFiles {
    /// Returns a file's bytes; none if it can't be read.
    static func read(_ process: pid_t, _ file: String) -> [UInt8] {
        (try? FileBytes.read("/proc/\(process)/\(file)", most: 1 << 20)) ?? []
    }

    /// Returns the program's name, up to 15 characters.
    static func name(of process: pid_t) -> String? {
        let name = String(decoding: read(process, "comm"), as: UTF8.self).split(separator: "\n").first
        return name.map(String.init)
    }

    /// Returns a process's systemd unit: the innermost one in its control group.
    static func unit(of process: pid_t) -> String? {
        for line in String(decoding: read(process, "cgroup"), as: UTF8.self).split(separator: "\n") {
            let path = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
            if let unit = path.split(separator: "/").last(where: { $0.hasSuffix(".service") }) { return String(unit) }
        }
        return nil
    }

    /// Returns the parent process.
    static func parent(of process: pid_t) -> pid_t? {
        let lines = String(decoding: read(process, "status"), as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("PPid:") }.flatMap { pid_t($0.dropFirst(5).filter { $0.isNumber }) }
    }
}
