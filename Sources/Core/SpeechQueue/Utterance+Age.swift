// Q13: the age after which an utterance expires.
extension Utterance {
    /// When an utterance becomes too old, for comparison. A suspended age ends after every other age.
    private enum AgeEnd: Comparable {
        case moment(Instant)
        case standing(Double)
        case never
    }

    private func ageEnd(on clock: AgeClock, at now: Instant) -> AgeEnd {
        guard let deadline else { return ageLeft.map(AgeEnd.standing) ?? .never }
        guard hasUsualAge else { return .moment(deadline) }
        return clock.moment(of: deadline).map(AgeEnd.moment) ?? .standing(deadline - clock.reading(at: now))
    }

    /// Whether the client has set the maximum age, which alone then decides (M5).
    var hasOwnAge: Bool { deadline != nil && !hasUsualAge }

    /// Returns whether the utterance is too old to begin. With a maximum age of zero, it may begin only at the moment when it is posted.
    func isTooOld(on clock: AgeClock, at now: Instant) -> Bool {
        let time = hasUsualAge ? clock.reading(at: now) : now
        return deadline.map { $0 < time || $0 == time && posted < now } ?? false
    }

    /// Returns when the utterance becomes too old; nil: never, or its age is suspended.
    func deadline(on clock: AgeClock) -> Instant? { hasUsualAge ? deadline.flatMap(clock.moment) : deadline }

    /// Measures a new utterance's usual age on the clock.
    mutating func startAge(on clock: AgeClock, at now: Instant) {
        if hasUsualAge, let deadline { self.deadline = clock.reading(of: deadline, from: now) }
    }

    /// Suspends the utterance's usual age while the common clock continues, or lets the age continue.
    /// - Parameter reading: the clock's reading.
    /// - Returns: whether that changed the age.
    mutating func setAge(standsStill: Bool, at reading: Instant) -> Bool {
        guard hasUsualAge else { return false }
        if standsStill, let deadline {
            (self.deadline, ageLeft) = (nil, max(0, deadline - reading))
        } else if !standsStill, let ageLeft {
            (deadline, self.ageLeft) = (reading + ageLeft, nil)
        } else {
            return false
        }
        return true
    }

    /// Adopts the age limit of a duplicate if it ends later (Q10).
    mutating func adoptLaterAge(of other: Utterance, on clock: AgeClock, at now: Instant) {
        guard other.ageEnd(on: clock, at: now) > ageEnd(on: clock, at: now) else { return }
        (deadline, ageLeft, hasUsualAge) = (other.deadline, other.ageLeft, other.hasUsualAge)
    }
}
