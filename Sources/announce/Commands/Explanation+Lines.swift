import Messages

extension Explanation {
    /// The steps for people: the first with its time of day, the later ones with the seconds that have passed since the first.
    /// - Parameter timeOfDay: of the daemon's seconds.
    func lines(timeOfDay: (Double) -> String) -> [String] {
        let first = steps.lazy.compactMap(\.at).first
        return steps.enumerated().map { place, step in
            guard let at = step.at, let first else { return step.text }
            return place == 0 ? "At \(timeOfDay(at)) \(step.text)" : "+\(Self.seconds(at - first)) s: \(step.text)"
        }
    }

    /// `0.350`.
    private static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
    }
}
