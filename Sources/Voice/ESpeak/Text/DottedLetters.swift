/// Counts single letters that each have a full stop after them.
struct DottedLetters {
    private enum Last { case other, letter, word, stop }
    private var last = Last.other
    private var number = 0

    /// Processes the next scalar.
    /// - Returns: how many such letters precede `scalar` in a row, if `scalar` begins another one; otherwise 0.
    mutating func count(_ scalar: Unicode.Scalar) -> Int {
        if scalar == "." {
            number = last == .letter ? number + 1 : 0
            last = .stop
        } else if scalar.properties.isAlphabetic {
            last = last == .letter || last == .word ? .word : .letter
            return last == .letter ? number : 0
        } else if scalar.properties.isWhitespace {
            if last != .stop { number = 0 }
        } else {
            (last, number) = (.other, 0)
        }
        return 0
    }
}
