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

    @Test func `What a process waits for one that it starts does not count twice`() async throws {
        let folder = try TemporaryFolder()
        // The new process sleeps until the FIFO has a writer; until then the one that starts it waits in the kernel.
        let script = #"""
            mkfifo "$1"
            (sleep 0.6; echo >"$1") &
            python3 -c 'import os, sys
            input = [(os.POSIX_SPAWN_OPEN, 0, sys.argv[1], os.O_RDONLY, 0)]
            os.waitpid(os.posix_spawn("/bin/true", ["true"], {}, file_actions=input), 0)' "$1"
            """#
        let stopwatch = Stopwatch()
        #expect(try await ChildProcess("sh", ["-c", script, "sh", folder.path("fifo")], output: .null).exit() == .code(0))
        #expect(stopwatch.elapsed > .milliseconds(500), "\(stopwatch.elapsed)")
    }

    // MARK: The tally

    private typealias Thread = WaitTally.Thread
    private static let start = SuspendingClock.now
    private static func moment(_ milliseconds: Int) -> SuspendingClock.Instant { start + .milliseconds(milliseconds) }

    @Test func `A thread that is found ready again without having run has waited since it was first found so`() {
        let ready = Thread(ran: .zero, waited: .milliseconds(5), activity: .ready)
        var tally = WaitTally(of: [:], at: Self.moment(0))
        #expect(tally.add(["1": ready], at: Self.moment(20)) == .milliseconds(5))
        #expect(tally.add(["1": ready], at: Self.moment(40)) == .milliseconds(25))
        // Now the kernel counts it; meanwhile another one has come and gone.
        let ran = Thread(ran: .milliseconds(1), waited: .milliseconds(30), activity: .other)
        #expect(tally.add(["1": ran, "2": ready], at: Self.moment(60)) == .milliseconds(35))
        #expect(tally.add([:], at: Self.moment(80)) == .milliseconds(35))
    }

    @Test func `Waiting in the kernel counts between the looks that found it, and stays when it has ended`() {
        func thread(ran: Int = 0, _ activity: WaitTally.Activity) -> Thread {
            Thread(ran: .milliseconds(ran), waited: .zero, activity: activity)
        }
        var tally = WaitTally(of: ["1": thread(.other)], at: Self.moment(0))
        #expect(tally.add(["1": thread(.blocked)], at: Self.moment(20)) == .zero)
        #expect(tally.add(["1": thread(.blocked)], at: Self.moment(50)) == .milliseconds(30))
        #expect(tally.add(["1": thread(.blocked)], at: Self.moment(60)) == .milliseconds(40))
        #expect(tally.add(["1": thread(ran: 1, .other)], at: Self.moment(80)) == .milliseconds(40))
        // It has run between these two, so they are two waits.
        #expect(tally.add(["1": thread(ran: 2, .blocked)], at: Self.moment(100)) == .milliseconds(40))
        #expect(tally.add(["1": thread(ran: 3, .blocked)], at: Self.moment(120)) == .milliseconds(40))
        #expect(tally.add(["1": thread(ran: 3, .blocked)], at: Self.moment(140)) == .milliseconds(60))
    }

    @Test func `Sleeping is no wait, however often it is found`() {
        let asleep = Thread(ran: .zero, waited: .zero, activity: .other)
        var tally = WaitTally(of: ["1": asleep], at: Self.moment(0))
        for look in 1...5 { #expect(tally.add(["1": asleep], at: Self.moment(20 * look)) == .zero) }
    }
}
