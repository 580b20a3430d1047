/// The clock of the usual ages (Q13). It stands still while nothing could be spoken anyway, so that a pause changes the clock and not each
/// utterance that waits.
package struct AgeClock: Sendable, Equatable {
    /// How far it is behind because it stood still, in nanoseconds, up to the last time that it went on.
    package private(set) var lag: Int64
    /// When it was stopped; nil: it runs.
    package private(set) var stopped: Instant?

    package init(lag: Int64 = 0, stopped: Instant? = nil) {
        self.lag = lag
        self.stopped = stopped
    }

    /// Stops the clock, or lets it go on.
    mutating func set(standsStill: Bool, at now: Instant) {
        if standsStill {
            stopped = stopped ?? now
        } else {
            lag = lag(at: now)
            stopped = nil
        }
    }

    /// Lets it stand still for some seconds from now on, unless it is stopped.
    mutating func delay(by seconds: Double) {
        if stopped == nil { lag += Int64(seconds * 1e9) }
    }

    /// Returns what it shows at a moment from now on, if it stays as it is.
    func reading(at moment: Instant) -> Instant { Instant(nanoseconds: moment.nanoseconds - lag(at: moment)) }

    /// Returns what it would show at a moment if it ran from now on.
    func reading(of moment: Instant, from now: Instant) -> Instant { Instant(nanoseconds: moment.nanoseconds - lag(at: now)) }

    /// Returns when it shows `reading`; nil if it stands still.
    func moment(of reading: Instant) -> Instant? { stopped == nil ? Instant(nanoseconds: reading.nanoseconds + lag) : nil }

    private func lag(at now: Instant) -> Int64 { lag + (stopped.map { max(0, now.nanoseconds - $0.nanoseconds) } ?? 0) }
}
