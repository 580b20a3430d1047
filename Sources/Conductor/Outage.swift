import SpeechQueue

/// A time in which the sound device can't be used (O4): when it began, and when to try the device again.
///
/// It ends when something was heard, not when the device has taken something: one that takes a buffer and plays nothing can't be used.
///
/// Each failed try doubles the wait, from 50 ms to 5 s. Something new to say is reason to try sooner, but not sooner than 50 ms after the
/// last try: a flood of announcements must not become a flood of tries.
struct Outage: Sendable, Equatable {
    static let shortestWait = 0.05
    static let longestWait = 5.0

    let since: Instant
    private(set) var nextTry: Instant
    private var lastTry: Instant
    private var wait = shortestWait

    /// The device has failed for the first time.
    init(at now: Instant) {
        since = now
        lastTry = now
        nextTry = now + wait
    }

    /// It has failed again.
    mutating func fail(at now: Instant) {
        wait = min(wait * 2, Self.longestWait)
        lastTry = now
        nextTry = now + wait
    }

    /// There is something new to say, and nothing is being tried.
    mutating func hasten() { nextTry = min(nextTry, lastTry + Self.shortestWait) }

    /// A try is being made; if nothing comes of it, the next one follows after the longest wait.
    mutating func didTry(at now: Instant) {
        lastTry = now
        nextTry = now + Self.longestWait
    }
}
