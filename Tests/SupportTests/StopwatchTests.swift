import Glibc
import TestSupport
import Testing

/// The waits that count and those that do not.
@Suite(.enabled(if: isFiltered, "\(whyFiltered)"))
struct StopwatchTests {
    @Test func `Sleeping counts, of a child too`() async throws {
        let stopwatch = Stopwatch()
        let child = try ChildProcess("sleep", ["3"])
        try await child.exit()
        // On a busy machine, starting the child may mean long waits.
        #expect(stopwatch.elapsed > .milliseconds(200) && stopwatch.elapsed < .milliseconds(3300), "\(stopwatch.elapsed)")
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
        for process in spinning {
            process.signal(SIGKILL)
            // Until then it would wait in the next test.
            #expect(try await process.exit() == .signal(SIGKILL))
        }
    }

    @Test func `Waiting for a new process that sleeps counts`() async throws {
        let folder = try TemporaryFolder()
        // The new process sleeps until the FIFO has a writer; until then the one that starts it waits in the kernel.
        let script = #"""
            mkfifo "$1"
            (sleep 3; echo >"$1") &
            python3 -c 'import os, sys
            input = [(os.POSIX_SPAWN_OPEN, 0, sys.argv[1], os.O_RDONLY, 0)]
            os.waitpid(os.posix_spawn("/bin/true", ["true"], {}, file_actions=input), 0)' "$1"
            """#
        let stopwatch = Stopwatch()
        #expect(try await ChildProcess("sh", ["-c", script, "sh", folder.path("fifo")], output: .null).exit() == .code(0))
        #expect(stopwatch.elapsed > .milliseconds(200), "\(stopwatch.elapsed)")
    }

    // MARK: The tally

    private typealias Thread = WaitTally.Thread
    private static let start = SuspendingClock.now
    private static func moment(_ milliseconds: Int) -> SuspendingClock.Instant { start + .milliseconds(milliseconds) }

    private static func look(_ tally: inout WaitTally, _ found: [String: Thread], from began: Int, to ended: Int? = nil) -> Duration {
        tally.add(found, from: moment(began), to: moment(ended ?? began))
    }
    private static func thread(ran: Int = 0, waited: Int = 0, _ activity: WaitTally.Activity) -> Thread {
        Thread(ran: .milliseconds(ran), waited: .milliseconds(waited), activity: activity)
    }

    @Test func `A thread that is found ready again without having run has waited since it was first found so`() {
        let ready = Self.thread(waited: 5, .ready)
        var tally = WaitTally(of: [:], at: Self.moment(0))
        #expect(Self.look(&tally, ["1": ready], from: 20) == .milliseconds(5))
        #expect(Self.look(&tally, ["1": ready], from: 40) == .milliseconds(25))
        // Now the kernel counts it; meanwhile another one has come and gone.
        #expect(Self.look(&tally, ["1": Self.thread(ran: 1, waited: 30, .other), "2": ready], from: 60) == .milliseconds(35))
        #expect(Self.look(&tally, [:], from: 80) == .milliseconds(35))
    }

    @Test func `What was waited before the start does not count, and what began before it counts from there`() {
        let ready = Self.thread(waited: 500, .ready)
        var tally = WaitTally(of: ["1": ready], at: Self.moment(0))
        #expect(Self.look(&tally, ["1": ready], from: 20) == .milliseconds(20))
    }

    @Test func `Waiting in the kernel counts between the looks that found it, and stays when it has ended`() {
        var tally = WaitTally(of: ["1": Self.thread(.other)], at: Self.moment(0))
        #expect(Self.look(&tally, ["1": Self.thread(.blocked)], from: 20) == .zero)
        #expect(Self.look(&tally, ["1": Self.thread(.blocked)], from: 50) == .milliseconds(30))
        #expect(Self.look(&tally, ["1": Self.thread(.blocked)], from: 60) == .milliseconds(40))
        #expect(Self.look(&tally, ["1": Self.thread(ran: 1, .other)], from: 80) == .milliseconds(40))
        #expect(Self.look(&tally, ["1": Self.thread(ran: 2, .blocked)], from: 100) == .milliseconds(40))
        // Between these two it has run for 3 ms, and waited 7 ms for a processor, which count by themselves.
        #expect(Self.look(&tally, ["1": Self.thread(ran: 5, waited: 7, .blocked)], from: 120) == .milliseconds(40 + 10 + 7))
        // It cannot have been blocked for less than no time.
        #expect(Self.look(&tally, ["1": Self.thread(ran: 50, waited: 7, .blocked)], from: 140) == .milliseconds(40 + 10 + 7))
    }

    @Test func `Several threads that wait in the kernel at the same time count once`() {
        let found = ["1": Self.thread(.blocked), "2": Self.thread(.blocked), "3": Self.thread(.blocked)]
        var tally = WaitTally(of: found, at: Self.moment(0))
        #expect(Self.look(&tally, found, from: 20) == .milliseconds(20))
    }

    @Test func `A look that takes long adds nothing by itself: a thread may have run since it was seen`() {
        for activity in [WaitTally.Activity.ready, .blocked] {
            let found = ["1": Self.thread(activity)]
            var tally = WaitTally(of: [:], at: Self.moment(0))
            #expect(Self.look(&tally, found, from: 20, to: 500) == .zero)
            #expect(Self.look(&tally, found, from: 510, to: 900) == .milliseconds(10))
        }
    }

    @Test func `Sleeping is no wait, however often it is found`() {
        let asleep = Self.thread(.other)
        var tally = WaitTally(of: ["1": asleep], at: Self.moment(0))
        for look in 1...5 { #expect(Self.look(&tally, ["1": asleep], from: 20 * look) == .zero) }
    }

    @Test(arguments: [
        ("12 (sh) R 1", "0", WaitTally.Activity.ready), ("12 (a) D (b) R 1", "0", .ready), ("12 (sh) S 1", "do_wait", .other),
        ("12 (sh) D 1", "__mmap_region", .blocked), ("12 (a ) S) D 1", "folio_wait_bit", .blocked),
        ("12 (sh) D 1", "kernel_clone", .other), ("12 (sh) D 1", "0", .other), ("12 (sh) D 1", "", .other), ("", "", .other),
    ])
    func `What a thread does is read from its state and from where it waits`(stat: String, wchan: String, expected: WaitTally.Activity) {
        #expect(WaitTally.Activity(stat: stat, wchan: wchan) == expected)
    }
}
