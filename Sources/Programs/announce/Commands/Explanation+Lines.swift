import Messages

extension Explanation {
    /// Returns the steps in readable form: the first with its time of day, the others with the seconds since the first.
    /// - Parameter timeOfDay: formats the daemon's seconds.
    func lines(timeOfDay: (Double) -> String) -> [String] {
        let first = steps.lazy.compactMap(\.at).first
        return steps.enumerated().map { place, step in
            guard let at = step.at, let first else { return step.text }
            return place == 0 ? "At \(timeOfDay(at)) \(step.text)" : "+\(Self.seconds(at - first)) s: \(step.text)"
        }
    }

    /// Formats seconds: `0.350`.
    private static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
    }
}
