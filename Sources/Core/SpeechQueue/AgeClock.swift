/// The clock of the usual ages (Q13). It is suspended while nothing could be spoken anyway, so that a pause changes the clock and not each
/// waiting utterance.
package struct AgeClock: Sendable, Equatable {
    /// How far the clock was behind when it last continued, because of its suspensions, in nanoseconds.
    package private(set) var lag: Int64
    /// When the clock was stopped; nil: it is running.
    package private(set) var stopped: Instant?

    package init(lag: Int64 = 0, stopped: Instant? = nil) {
        self.lag = lag
        self.stopped = stopped
    }

    /// Stops the clock, or lets it continue.
    mutating func set(standsStill: Bool, at now: Instant) {
        if standsStill {
            stopped = stopped ?? now
        } else {
            lag = lag(at: now)
            stopped = nil
        }
    }

    /// Suspends the clock for some seconds from now on, unless it is stopped.
    mutating func delay(by seconds: Double) {
        if stopped == nil { lag += Int64(seconds * 1e9) }
    }

    /// Returns the clock's reading at a moment not before now, if its state does not change.
    func reading(at moment: Instant) -> Instant { Instant(nanoseconds: moment.nanoseconds - lag(at: moment)) }

    /// Returns the clock's reading at a moment if it runs from now on.
    func reading(of moment: Instant, from now: Instant) -> Instant { Instant(nanoseconds: moment.nanoseconds - lag(at: now)) }

    /// Returns when the clock will show `reading`; nil if it is stopped.
    func moment(of reading: Instant) -> Instant? { stopped == nil ? Instant(nanoseconds: reading.nanoseconds + lag) : nil }

    private func lag(at now: Instant) -> Int64 { lag + (stopped.map { max(0, now.nanoseconds - $0.nanoseconds) } ?? 0) }
}
