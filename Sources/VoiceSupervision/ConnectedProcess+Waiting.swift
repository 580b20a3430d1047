import ConnectedProcess
import FoundationEssentials

extension ConnectedProcess {
    /// The seconds for which its present threads have waited for a processor so far, added up; 0 where the kernel does not say.
    var secondsWaited: Double {
        let threads = "/proc/\(processID)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []).reduce(0) { sum, thread in
            // Nanoseconds on a processor, nanoseconds waiting for one, and a count.
            let fields = (try? String(contentsOfFile: "\(threads)/\(thread)/schedstat", encoding: .utf8))?.split(separator: " ")
            return sum + (fields?.dropFirst().first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }
}
