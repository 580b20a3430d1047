/// A sentence of an explanation, as the daemon tells it: `At 5.400 s mail posted 7, …`, in seconds since it began.
struct ExplainedStep {
    /// In the daemon's seconds; nil: it tells how things are now.
    let at: Double?
    /// What is so, without the time.
    let text: Substring

    init(_ sentence: String) {
        let words = sentence.split(separator: " ", maxSplits: 3)
        guard words.count == 4, words[0] == "At", words[2] == "s", let at = Double(words[1]) else {
            self.at = nil
            text = sentence[...]
            return
        }
        self.at = at
        text = words[3]
    }

    /// The sentences for people: the first with its time of day, the later ones with the seconds that have passed since the first.
    static func lines(of sentences: [String], timeOfDay: (Double) -> String) -> [String] {
        var first: Double?
        return sentences.map { sentence in
            let step = Self(sentence)
            guard let at = step.at else { return sentence }
            guard let first else {
                first = at
                return "At \(timeOfDay(at)) \(step.text)"
            }
            return "+\(seconds(at - first)) s: \(step.text)"
        }
    }

    /// `0.350`.
    private static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
    }
}
