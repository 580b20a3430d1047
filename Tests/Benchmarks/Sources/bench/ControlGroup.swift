import FoundationEssentials

/// A control group with a weight for processor time, as systemd gives one to each service and application.
final class ControlGroup {
    private let parent: String
    private let folder: String

    /// Makes one with these processes; fails where this process may not.
    init(weight: Int, of processes: [Int32]) throws {
        let hasVersion1 = FileManager.default.fileExists(atPath: "/sys/fs/cgroup/cpu/cpu.shares")
        parent = hasVersion1 ? "/sys/fs/cgroup/cpu" : "/sys/fs/cgroup"
        folder = "\(parent)/announced-bench-\(processes.first ?? 0)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // Version 1 has 1024 where version 2 has 100.
        try Self.write(hasVersion1 ? weight * 1024 / 100 : weight, to: "\(folder)/\(hasVersion1 ? "cpu.shares" : "cpu.weight")")
        for process in processes { try Self.write(Int(process), to: "\(folder)/cgroup.procs") }
    }

    /// Whether this process may make one.
    static var isPermitted: Bool { (try? ControlGroup(weight: 100, of: [])) != nil }

    /// Only an empty one can be removed.
    deinit {
        let processes = (try? String(contentsOfFile: "\(folder)/cgroup.procs", encoding: .utf8)) ?? ""
        for process in processes.split(separator: "\n") { try? Self.write(Int(process) ?? 0, to: "\(parent)/cgroup.procs") }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func write(_ value: Int, to path: String) throws {
        try Data("\(value)".utf8).write(to: URL(filePath: path))
    }
}
