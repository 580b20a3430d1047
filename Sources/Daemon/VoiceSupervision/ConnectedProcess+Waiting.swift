import FoundationEssentials
import Glibc
import NIOCore
import System

extension ConnectedProcess {
    /// How long the process's present threads have waited for a processor so far, added up, in seconds; 0 if the kernel does not report it.
    var secondsWaited: Double {
        let threads = "/proc/\(processID)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []).reduce(0) { sum, thread in
            // Nanoseconds on a processor, nanoseconds of waiting for a processor, and a count.
            let fields = (try? String(contentsOfFile: "\(threads)/\(thread)/schedstat", encoding: .utf8))?.split(separator: " ")
            return sum + (fields?.dropFirst().first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }

    /// Kills the process if it is still running, and returns how it ended. Uses neither a thread nor a descriptor: the process may have
    /// ended because these had run out. Called on the event loop.
    func reap(on eventLoop: any EventLoop) -> EventLoopFuture<ProcessEnd> {
        kill(processID, SIGKILL)
        let ended = eventLoop.makePromise(of: ProcessEnd.self)
        complete(ended, on: eventLoop, lookingAgainIn: .milliseconds(1))
        return ended.futureResult
    }

    /// Looks for the end of the process at growing intervals. Usually the first or second look finds it.
    private func complete(_ ended: EventLoopPromise<ProcessEnd>, on eventLoop: any EventLoop, lookingAgainIn interval: TimeAmount) {
        if let end = ProcessEnd(ifKnownOf: processID) { return ended.succeed(end) }
        eventLoop.scheduleTask(in: interval) {
            complete(ended, on: eventLoop, lookingAgainIn: min(interval * 2, .seconds(1)))
        }
    }
}
