/// Why a command failed. The program's `main` prints the sentence and ends with the exit code, unless the command reports the error and
/// continues.
package struct CommandError: Error {
    package let exitCode: CInt
    /// Human-readable.
    package let sentence: String

    package init(_ sentence: String, exitCode: CInt) { (self.sentence, self.exitCode) = (sentence, exitCode) }
}
