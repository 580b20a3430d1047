import Testing

@testable import announce

/// The line that `announce run` speaks of a command that failed.
struct LastLinesTests {
    @Test(
        arguments: [
            (["main.c:3:5: error: expected ';'", "make: *** [Makefile:2: all] Error 1"], "main.c:3:5: error: expected ';'"),
            (["Compiling", "error[E0308]: mismatched types", "For more information, try rustc"], "error[E0308]: mismatched types"),
            (["cp: cannot stat 'a': No such file or directory", "done"], "cp: cannot stat 'a': No such file or directory"),
            (["the real problem", "0 errors, 3 warnings", "the end"], "the end"),
            (["first error: a", "second error: b", "c"], "second error: b"), (["a", "b"], "b"), ([], nil),
        ] as [([String], String?)])
    func error(of output: [String], _ expected: String?) {
        var lines = LastLines()
        for line in output { lines.append(line, isStandardError: true) }
        #expect(lines.error == expected)
    }

    @Test func `A last line of standard output is no error, and much of it hides no line of standard error`() {
        var lines = LastLines()
        lines.append("what went wrong", isStandardError: true)
        for number in 0..<2000 { lines.append("line \(number)", isStandardError: false) }
        #expect(lines.error == "what went wrong")
        for number in 0..<1000 { lines.append("line \(number)", isStandardError: true) }
        #expect(lines.error == "line 999", "the last thousand lines count")
        var output = LastLines()
        output.append("done", isStandardError: false)
        #expect(output.error == nil && output.last == "done")
        for line in ["Fehler: nichts da", "npm ERR! code 1", "Erreur : rien", "ошибка: нет"] {
            output.append(line, isStandardError: false)
            output.append("later", isStandardError: false)
            #expect(output.error == line)
        }
    }
}
