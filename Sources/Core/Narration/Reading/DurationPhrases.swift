/// The words of a language around durations, which distinguish durations from times of day (T3).
struct DurationPhrases: Sendable, Equatable {
    /// The words in a label that indicate that its value is a duration, in lower case. An asterisk at one end matches anything.
    let labels: [String]
    /// Whole labels that indicate a duration, although a single word of them does not: "Next call" has a time of day.
    let wholeLabels: Set<String>
    /// The words between the elapsed time and the total: "0:30 of 3:45".
    let of: Set<String>
    /// Words directly before a duration in a text: "completed in 00:10".
    let before: Set<String>
    /// Words directly after a duration: "2:30 left".
    let after: Set<String>
    /// Words before a time that make a word of `after` a verb: "the 5:30 left on time".
    let determiners: Set<String>
    /// All written forms of each unit, in lower case: "h", "hr", "hours".
    private let units: [[String]]

    init(_ words: Words) {
        labels = words.list(.durationLabels)
        wholeLabels = Set(words.list(.durationWholeLabels))
        of = Set(words.list(.durationOf))
        before = Set(words.list(.durationBefore))
        after = Set(words.list(.durationAfter))
        determiners = Set(words.list(.durationDeterminers))
        units = [.durationHourUnits, .durationMinuteUnits, .durationSecondUnits, .durationMillisecondUnits].map(words.list)
    }

    func unit(_ word: String) -> NumberNames.Unit? {
        units.firstIndex { $0.contains(word) }.flatMap(NumberNames.Unit.init)
    }
}
