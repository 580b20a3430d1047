import FoundationEssentials

/// A process's resources, read from /proc.
struct ProcessFigures {
    struct Child {
        var id: Int32
        var isZombie: Bool
    }

    var residentKiB = 0
    /// The peak of its memory.
    var peakKiB = 0
    var descriptors: [String] = []
    var threads = 0
    var children: [Child] = []

    init(of process: Int32) {
        let status = Self.lines(of: "/proc/\(process)/status")
        residentKiB = Self.number("VmRSS:", in: status)
        peakKiB = Self.number("VmHWM:", in: status)
        threads = Self.number("Threads:", in: status)
        let folder = "/proc/\(process)/fd"
        descriptors = Self.names(in: folder).map { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? "" }
        children = Self.names(in: "/proc/\(process)/task").flatMap { thread in
            Self.lines(of: "/proc/\(process)/task/\(thread)/children").flatMap { $0.split(separator: " ").compactMap { Int32($0) } }
        }.map { child in
            Child(id: child, isZombie: Self.lines(of: "/proc/\(child)/status").contains { $0.hasPrefix("State:") && $0.contains("Z") })
        }
    }

    /// Returns how long a process's threads have waited for a processor.
    static func timeInQueues(of process: Int32) -> Duration {
        let folder = "/proc/\(process)/task"
        let waited = names(in: folder).map { thread in
            lines(of: "\(folder)/\(thread)/schedstat").first?.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
        }
        return .nanoseconds(waited.reduce(0, +))
    }

    private static func names(in folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    private static func lines(of path: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { $0 }
    }

    private static func number(_ name: String, in lines: [Substring]) -> Int {
        let line = lines.first { $0.hasPrefix(name) }
        return line.flatMap { $0.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } } ?? 0
    }
}
