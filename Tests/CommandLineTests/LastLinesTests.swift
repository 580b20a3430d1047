import Testing

@testable import announce

/// The line that `announce run` speaks of a command that failed.
struct LastLinesTests {
    @Test(
        arguments: [
            (["main.c:3:5: error: expected ';'", "make: *** [Makefile:2: all] Error 1"], "main.c:3:5: error: expected ';'"),
            (["Compiling", "error[E0308]: mismatched types", "For more information, try rustc"], "error[E0308]: mismatched types"),
            (["cp: cannot stat 'a': No such file or directory", "done"], "cp: cannot stat 'a': No such file or directory"),
            (["first error: a", "second error: b", "c"], "second error: b"), (["a", "b"], "b"), ([], nil),
        ] as [([String], String?)])
    func error(of output: [String], _ expected: String?) {
        var lines = LastLines()
        for line in output { lines.append(line, isStandardError: true) }
        #expect(lines.error == expected)
    }

    @Test func `A last line of standard output is no error, and of very many lines the last ones count`() {
        var lines = LastLines()
        lines.append("error: old", isStandardError: true)
        for number in 0..<1000 { lines.append("line \(number)", isStandardError: false) }
        #expect(lines.error == nil)
    }
}
