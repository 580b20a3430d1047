/// The marks between the phrases of a description, and the white space after them (E1).
struct SentenceMarks: Sendable, Equatable {
    var comma = ","
    var stop = "."
    /// The white space; empty in languages that have no spaces between words.
    var space = " "

    static let usual = SentenceMarks()
}

extension SentenceMarks {
    init(_ words: Words) {
        comma = words.text(.punctuationComma) ?? comma
        stop = words.text(.punctuationStop) ?? stop
        space = words.text(.punctuationSpace) ?? space
    }
}
