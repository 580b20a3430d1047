import Glibc
import TestSupport
import Testing

/// What counts and what does not.
@Suite struct StopwatchTests {
    @Test func `Sleeping counts, of a child too`() async throws {
        let stopwatch = Stopwatch()
        let child = try ChildProcess("sleep", ["1"])
        try await child.exit()
        #expect(stopwatch.elapsed > .milliseconds(200) && stopwatch.elapsed < .milliseconds(1300), "\(stopwatch.elapsed)")
    }

    @Test func `Nor does the waiting of what has ended meanwhile`() async throws {
        let stopwatch = Stopwatch()
        // The shell ends its children before it ends itself.
        let script = #"""
            taskset -cp "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" $$ >/dev/null
            for number in 1 2; do timeout 0.6 sh -c 'while :; do :; done' & done
            wait
            """#
        try await ChildProcess("sh", ["-c", script], output: .null).exit()
        let waited = stopwatch.waited
        // Each of the two has waited for half of the time.
        #expect(waited > .milliseconds(400), "\(waited)")
    }

    @Test func `Nor does the waiting of what is killed before it runs again`() async throws {
        let script = #"""
            taskset -cp "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" $$ >/dev/null
            timeout 2 sh -c 'while :; do :; done' &
            chrt --idle 0 sh -c 'while :; do :; done' &
            idle=$!
            sleep 1
            kill -s KILL "$idle"
            wait "$idle"
            """#
        let stopwatch = Stopwatch()
        try await ChildProcess("sh", ["-c", script], output: .null, error: .null).exit()
        let waited = stopwatch.waited
        #expect(waited > .milliseconds(600), "\(waited)")
    }

    @Test func `Waiting for a processor that others have does not count`() async throws {
        // Two that never rest share the first processor that this process may use.
        let script = #"""
            first=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
            taskset -cp "$first" $$ >/dev/null
            echo ready
            while :; do :; done
            """#
        let spinning = try (0..<2).map { _ in try ChildProcess("sh", ["-c", script]) }
        for process in spinning { #expect(try await process.output.nextLine() == "ready") }
        let start = SuspendingClock.now
        let stopwatch = Stopwatch()
        try await ChildProcess("sleep", ["0.5"]).exit()
        let (waited, elapsed) = (stopwatch.waited, stopwatch.elapsed)
        #expect(waited > .milliseconds(300), "\(waited)")
        #expect(elapsed < start.duration(to: .now) - .milliseconds(300), "\(elapsed)")
        for process in spinning { process.signal(SIGKILL) }
    }
}
