import SpeechQueue

/// The effects of the current input, in order.
struct EffectList: Sendable {
    private var all: [Effect] = []
    /// The moment of the last wake.
    private var wakesAt: Instant?

    var count: Int { all.count }

    mutating func append(_ effect: Effect) { all.append(effect) }

    /// Replaces an effect.
    mutating func replace(_ place: Int, with effect: Effect) { all[place] = effect }

    /// Removes the effects from a place on.
    mutating func removeAll(from place: Int) { all.removeSubrange(place...) }

    /// Adds a wake, if its moment has changed.
    mutating func wake(at moment: Instant?) {
        guard moment != wakesAt else { return }
        wakesAt = moment
        all.append(.wake(at: moment))
    }

    /// Records that the moment of the last wake has come.
    mutating func didWake() { wakesAt = nil }

    /// Removes and returns all effects.
    mutating func take() -> [Effect] {
        defer { all = [] }
        return all
    }
}
