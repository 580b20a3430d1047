import SpeechQueue

/// A device outage, during which the sound device can't be used (O4): when it began, and when to try the device again.
///
/// The outage ends when something is heard, not when the device accepts samples: a device may take a buffer and play nothing.
///
/// Each failed attempt doubles the wait, from 50 ms to 5 s. A new utterance allows an earlier attempt, but not within 50 ms of the last: a
/// flood of announcements must not become a flood of attempts.
struct Outage: Sendable, Equatable {
    static let shortestWait = 0.05
    static let longestWait = 5.0

    let since: Instant
    private(set) var nextTry: Instant
    private var lastTry: Instant
    private var wait = shortestWait

    /// Starts with the first failure.
    init(at now: Instant) {
        since = now
        lastTry = now
        nextTry = now + wait
    }

    /// Records another failure.
    mutating func fail(at now: Instant) {
        wait = min(wait * 2, Self.longestWait)
        lastTry = now
        nextTry = now + wait
    }

    /// Allows an earlier attempt because there is something new to speak. Must not be called during an attempt.
    mutating func hasten() { nextTry = min(nextTry, lastTry + Self.shortestWait) }

    /// Records an attempt. If it has no result, the next attempt follows after the longest wait.
    mutating func didTry(at now: Instant) {
        lastTry = now
        nextTry = now + Self.longestWait
    }
}
