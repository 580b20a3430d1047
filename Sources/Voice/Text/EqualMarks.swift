/// Finds the fourth of equal marks, and each third after it. With all marks named, eSpeak NG 1.51 says the mark's name, how many there are, and the
/// name again; without a name the number begins the clause, and its Danish, Gujarati, Malayalam and Vietnamese voices then read what is before
/// their memory. Three are named one by one.
struct EqualMarks {
    private var last: Unicode.Scalar?
    private var count = 0

    /// Returns whether white space belongs before `scalar`, which is none itself. ASCII marks have names.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        count = scalar == last ? count + 1 : 1
        last = scalar
        guard count > 3, !scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else { return false }
        count = 1
        return true
    }
}
