/// The words of a language around its durations, which tell them from times of day (T3).
struct DurationPhrases: Sendable, Equatable {
    /// Words in a label that say that its value is a duration, in lower case; an asterisk at one end matches anything.
    let labels: [String]
    /// Whole labels that say so, of which a single word would not: "Next call" has a time of day.
    let wholeLabels: Set<String>
    /// The words between what has passed and the whole: "0:30 of 3:45".
    let of: Set<String>
    /// Words directly before a duration in a text: "completed in 00:10".
    let before: Set<String>
    /// Words directly after one: "2:30 left".
    let after: Set<String>
    /// Words before a time that make one of those a verb: "the 5:30 left on time".
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
