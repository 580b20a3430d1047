// Q13: how old an utterance may become.
extension Utterance {
    /// When it becomes too old, for comparison. An age that stands still ends after any other.
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

    /// Whether its client has set its age, which then decides alone (M5).
    var hasOwnAge: Bool { deadline != nil && !hasUsualAge }

    /// Returns whether it may not begin any more. With an age of zero it may begin only at the moment when it is posted.
    func isTooOld(on clock: AgeClock, at now: Instant) -> Bool {
        let time = hasUsualAge ? clock.reading(at: now) : now
        return deadline.map { $0 < time || $0 == time && posted < now } ?? false
    }

    /// Returns when it becomes too old; nil: never, or its age stands still.
    func deadline(on clock: AgeClock) -> Instant? { hasUsualAge ? deadline.flatMap(clock.moment) : deadline }

    /// Measures a new utterance's usual age on the clock.
    mutating func startAge(on clock: AgeClock, at now: Instant) {
        if hasUsualAge, let deadline { self.deadline = clock.reading(of: deadline, from: now) }
    }

    /// Stops its usual age while the others' clock goes on, or lets it continue.
    /// - Parameter reading: What the clock shows.
    /// - Returns: Whether that changed anything.
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

    /// Takes over the age limit of a repeat of the same text if that is the later one (Q10).
    mutating func adoptLaterAge(of other: Utterance, on clock: AgeClock, at now: Instant) {
        guard other.ageEnd(on: clock, at: now) > ageEnd(on: clock, at: now) else { return }
        (deadline, ageLeft, hasUsualAge) = (other.deadline, other.ageLeft, other.hasUsualAge)
    }
}
