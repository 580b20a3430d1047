/// Finds the fourth of a run of equal marks, and each third mark after it. With all marks named, eSpeak NG 1.51 speaks the mark's name, the
/// count, and the name again. If the mark has no name, the number begins the clause, and the Danish, Gujarati, Malayalam and Vietnamese
/// voices then read before the start of their buffer. Up to three marks are named one by one.
struct EqualMarks {
    private var last: Unicode.Scalar?
    private var count = 0

    /// Returns whether white space belongs before `scalar`, which is not white space itself. ASCII marks have names.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        count = scalar == last ? count + 1 : 1
        last = scalar
        guard count > 3, !scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else { return false }
        count = 1
        return true
    }
}
