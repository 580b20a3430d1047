import Glibc
import Synchronization

/// A recording of a sound server's output, from the monitor of its sink. Times are of CLOCK_MONOTONIC: when a block of samples (5 ms; on
/// PipeWire as many as ``PipeWireServer`` mixes at a time) arrived here. They are taken on a dedicated thread.
package final class Capture: Sendable {
    /// A sound, and when its first and its last loud sample arrived.
    package struct Heard: Sendable {
        package let sound: Sound
        package let began: SuspendingClock.Instant
        package let ended: SuspendingClock.Instant
    }

    /// A task that waits for a condition on the recording.
    private struct Wait {
        let isFulfilled: @Sendable (borrowing Recording) -> Bool
        /// Receives a byte: whether the condition was fulfilled before the recording ended.
        let result: Descriptor
    }

    private struct State {
        var recording: Recording
        var waits: [Wait] = []
    }

    private let state: Mutex<State>
    private let program: ChildProcess

    /// Starts to capture the server's first sink, or the one named `sink`. Await ``ready(within:)`` before playing anything. Samples up to
    /// `threshold` count as silence.
    package init(of server: any SoundServer, sink: String? = nil, threshold: Int16 = 100) throws {
        state = Mutex(State(recording: Recording(threshold: threshold)))
        let (reading, writing) = try Descriptor.pipe()
        program = try ChildProcess(
            "parec",
            [
                "--latency-msec=5", "-d", sink.map { "\($0).monitor" } ?? server.monitor, "--raw", "--rate=\(Sound.rate)", "--channels=1",
                "--format=s16le", "--client-name=capture",
                // If the default sink is another one, PipeWire's session manager would move the capture there; and by its role, to that
                // role's sink.
                "--property=node.dont-reconnect=true", "--property=media.role=none",
            ],
            environment: .inherited(with: server.environment), output: .inherited(writing.number), error: .null)
        withExtendedLifetime(writing) {}
        startThread { [weak self] in Self.run(reading) { self } }
    }

    deinit { close() }

    /// Stops the capture; the recording stays.
    package func close() {
        program.close()
    }

    /// Waits until the capture is in real time: an idle sink has rendered up to two seconds ahead.
    package func ready(within limit: Duration = .seconds(60)) async throws {
        try await wait(within: limit, "the capture to keep real time") { $0.keepsRealTime }
    }

    /// Returns everything that arrived since `time`, including silence.
    package func samples(since time: SuspendingClock.Instant) -> Sound {
        state.withLock { Sound($0.recording.samples[$0.recording.index(since: time)...]) }
    }

    /// Waits for the first loud sample that arrives after `time`, and returns when it arrived.
    package func firstSound(
        after time: SuspendingClock.Instant, within limit: Duration = .seconds(60)
    ) async throws -> SuspendingClock.Instant {
        try await wait(within: limit, "sound") { $0.firstLoud(from: $0.index(since: time)) != nil }
        return state.withLock { state in
            let recording = state.recording
            return recording.arrival(of: recording.firstLoud(from: recording.index(since: time))!)
        }
    }

    /// Waits for the first sound that arrives after `time`, and for its end: silence as long as `quiet`. Shorter silences are part of it.
    package func heard(
        after time: SuspendingClock.Instant, untilQuiet quiet: Duration, within limit: Duration = .seconds(60)
    ) async throws -> Heard {
        let quiet = Sound.samples(in: quiet)
        try await wait(within: limit, "a sound that ends") {
            $0.heard(from: $0.index(since: time), untilQuiet: quiet) != nil
        }
        return state.withLock { state in
            let recording = state.recording
            let range = recording.heard(from: recording.index(since: time), untilQuiet: quiet)!
            return Heard(
                sound: Sound(recording.samples[range]), began: recording.arrival(of: range.lowerBound),
                ended: recording.arrival(of: range.upperBound - 1))
        }
    }

    /// Returns everything heard since `time`, from the first loud sample to the last. Called when all of it has been reported as spoken: however
    /// long the silences in it are on a busy machine, it ends with the last sound.
    package func whole(since time: SuspendingClock.Instant, within limit: Duration = .seconds(60)) async throws -> Heard {
        let now = SuspendingClock.now
        let quiet = Sound.samples(in: .milliseconds(500))
        try await wait(within: limit, "a sound that ends") { recording in
            let start = recording.index(since: time)
            return recording.lastArrival.map { $0 >= now } ?? false && recording.lastLoud(from: start) != nil
                && recording.silence(from: start) > quiet
        }
        return state.withLock { state in
            let recording = state.recording
            let start = recording.index(since: time)
            let range = recording.firstLoud(from: start)!...recording.lastLoud(from: start)!
            return Heard(
                sound: Sound(recording.samples[range]), began: recording.arrival(of: range.lowerBound),
                ended: recording.arrival(of: range.upperBound))
        }
    }

    /// Waits until everything up to `time` has been recorded.
    package func awaitRecording(until time: SuspendingClock.Instant, within limit: Duration = .seconds(60)) async throws {
        try await wait(within: limit, "the recording of an interval") { $0.lastArrival.map { $0 >= time } ?? false }
    }

    /// Waits until everything up to `end` was recorded, and returns whether it was silent from `start` on.
    package func isSilent(
        from start: SuspendingClock.Instant, to end: SuspendingClock.Instant, within limit: Duration = .seconds(60)
    ) async throws -> Bool {
        try await awaitRecording(until: end, within: limit)
        return state.withLock { state in
            let recording = state.recording
            guard let first = recording.firstLoud(from: recording.index(since: start)) else { return true }
            return recording.arrival(of: first) > end
        }
    }

    /// Waits for the first loud sample that arrives after `time`, and returns when the sink played it.
    package func firstPlayed(
        after time: SuspendingClock.Instant, within limit: Duration = .seconds(60)
    ) async throws -> SuspendingClock.Instant {
        let told = Sound.rate / 15
        try await wait(within: limit, "sound") { recording in
            recording.firstLoud(from: recording.index(since: time)).map { recording.samples.count - $0 > told } ?? false
        }
        return state.withLock { state in
            let recording = state.recording
            return recording.playTime(of: recording.firstLoud(from: recording.index(since: time))!, tellingBy: .following)
        }
    }

    /// Waits for silence as long as `quiet` after `time`, and returns when the sink played the last loud sample that arrived after `time`;
    /// nil if there was none.
    package func lastPlayed(
        after time: SuspendingClock.Instant, untilQuiet quiet: Duration, within limit: Duration = .seconds(60)
    ) async throws -> SuspendingClock.Instant? {
        let quiet = Sound.samples(in: quiet)
        try await wait(within: limit, "silence") { $0.silence(from: $0.index(since: time)) > quiet }
        return state.withLock { state in
            let recording = state.recording
            let last = recording.lastLoud(from: recording.index(since: time))
            return last.map { recording.playTime(of: $0, tellingBy: .preceding) }
        }
    }

    /// Waits for a sound that begins within `limit` after `time`, whatever else is heard. Returns when the sink played its first sample,
    /// and how similar the two sounds are: 1 identical, 0 nothing in common.
    package func played(
        _ sound: Sound, after time: SuspendingClock.Instant, within limit: Duration
    ) async throws -> (at: SuspendingClock.Instant, correlation: Double) {
        let last = time + limit + sound.duration
        try await wait(within: limit + sound.duration + .seconds(1), "sound") { $0.lastArrival.map { $0 > last } ?? false }
        let (start, heard) = state.withLock { state in
            let range = state.recording.index(since: time)..<state.recording.index(since: last)
            return (range.lowerBound, Sound(state.recording.samples[range]))
        }
        let match = heard.find(sound)
        return (state.withLock { $0.recording.playTime(of: start + match.offset, tellingBy: .following) }, match.correlation)
    }

    /// Waits for a condition on the recording; it is checked whenever a block arrives.
    private func wait(
        within limit: Duration, _ what: String, until condition: @escaping @Sendable (borrowing Recording) -> Bool
    ) async throws {
        let (reading, writing) = try Descriptor.pipe()
        let (isFulfilled, isEnded) = state.withLock { state in
            let isFulfilled = condition(state.recording)
            if !isFulfilled { state.waits.append(Wait(isFulfilled: condition, result: writing)) }
            return (isFulfilled, state.recording.isEnded)
        }
        if isFulfilled { return }
        // More may have been heard since the condition was fulfilled, so it is not checked again.
        var result: UInt8 = 0
        if !isEnded {
            guard await DescriptorWatch.shared.ready(reading.number, POLLIN, by: .now + limit) else {
                state.withLock { $0.waits.removeAll { $0.result === writing } }
                try Task.checkCancellation()
                let count = state.withLock { $0.recording.samples.count }
                throw TimedOut("awaited \(what) for \(limit); \(count) samples were heard")
            }
            // SAFETY: a system call that writes one byte.
            _ = unsafe read(reading.number, &result, 1)
        }
        if result == 0 { throw SoundServerFailed(description: "the sound server ended while \(what) was awaited") }
    }

    /// Runs the capturing thread: reads blocks until the program ends.
    private static func run(_ input: Descriptor, _ capture: () -> Capture?) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var pending: [UInt8] = []
        while true {
            let count = unsafe read(input.number, &buffer, buffer.count)
            let arrival = SuspendingClock.now
            if count < 0, errno == EINTR { continue }
            guard let capture = capture() else { return }
            pending.append(contentsOf: buffer[..<max(count, 0)])
            let whole = pending.count / 2 * 2
            let block = Sound(littleEndian: pending[..<whole]).samples
            pending.removeFirst(whole)
            capture.state.withLock { state in
                if count > 0 { state.recording.append(block, at: arrival) } else { state.recording.isEnded = true }
                state.waits.removeAll { wait in
                    let isFulfilled = wait.isFulfilled(state.recording)
                    guard isFulfilled || state.recording.isEnded else { return false }
                    try? wait.result.write([isFulfilled ? 1 : 0], by: arrival)
                    return true
                }
            }
            if count <= 0 { return }
        }
    }
}
