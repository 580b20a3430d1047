// Q13: how old an utterance may become.
extension Utterance {
    /// Whether it never becomes too old.
    private var isAgeless: Bool { deadline == nil && ageLeft == nil }

    /// Whether its client has set its age, which then decides alone (M5).
    var hasOwnAge: Bool { deadline != nil && !hasUsualAge }

    /// Stops its usual age, or lets it go on.
    /// - Returns: Whether that changed anything.
    mutating func setAge(standsStill: Bool, at now: Instant) -> Bool {
        guard hasUsualAge else { return false }
        if standsStill, let deadline {
            (self.deadline, ageLeft) = (nil, max(0, deadline - now))
        } else if !standsStill, let ageLeft {
            (deadline, self.ageLeft) = (now + ageLeft, nil)
        } else {
            return false
        }
        return true
    }

    /// Takes over the age limit of a repeat of the same text if that is the later one (Q10). An age that stands still ends after any other.
    mutating func adoptLaterAge(of other: Utterance) {
        guard !isAgeless else { return }
        let isLater =
            if other.isAgeless {
                true
            } else if let ageLeft {
                other.ageLeft.map { $0 > ageLeft } ?? false
            } else if let deadline, let others = other.deadline {
                others > deadline
            } else {
                true
            }
        if isLater { (deadline, ageLeft, hasUsualAge) = (other.deadline, other.ageLeft, other.hasUsualAge) }
    }
}
