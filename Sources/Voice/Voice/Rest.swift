/// The time since the last sound: until the device is closed (O2) and memory is released, and what the next sound must begin with.
struct Rest {
    /// When the last sound ended. Measured with a clock that also runs while the system sleeps, because the device sleeps then too.
    private var lastSound: ContinuousClock.Instant?
    /// When to close the device; nil: not yet.
    private var closing: SuspendingClock.Instant?
    /// When to release memory; nil at rest, when memory is released after each command.
    private var releasesMemoryAt: SuspendingClock.Instant? = .now + warmTime
    /// When the last utterance was heard to its end, and the frames of silence that its last mark calls for; nil if speech was silenced
    /// since (E11).
    var endPause: (began: SuspendingClock.Instant, frames: Int)?

    /// How long memory is kept in case more speech follows.
    private static let warmTime = Duration.seconds(5)

    /// Whether memory that is needed only while speaking is to be released.
    var isCold: Bool { releasesMemoryAt == nil }

    /// Whether the next sound needs a lead-in (O1).
    var needsLeadIn: Bool { lastSound.map { .now - $0 > VoiceSettings.pauseBeforeLeadIn } ?? true }

    /// How long until there is something to do; nil: forever.
    var timeLeft: Duration? {
        let due = closing.map { min($0, releasesMemoryAt ?? $0) } ?? releasesMemoryAt
        return due.map { max(.zero, $0 - .now) }
    }

    /// Records the end of sound; the device is closed later if nothing follows.
    mutating func begin(linger: Duration) {
        lastSound = .now
        closing = .now + linger
        keepWarm()
    }

    /// Records that sound follows.
    mutating func end() {
        closing = nil
        keepWarm()
    }

    /// Keeps memory for more work.
    mutating func keepWarm() { releasesMemoryAt = .now + Self.warmTime }

    /// Closes an open device later, even if it has made no sound.
    mutating func didOpen(_ isOpen: Bool, linger: Duration) { closing = isOpen ? closing ?? .now + linger : nil }

    /// Lets memory be released once it is time.
    /// - Returns: whether it is time to close the device.
    mutating func didWait() -> Bool {
        if let releasesMemoryAt, releasesMemoryAt <= .now { self.releasesMemoryAt = nil }
        return closing.map { $0 <= .now } ?? false
    }

    /// Records that the device was closed.
    mutating func didClose() { closing = nil }
}
