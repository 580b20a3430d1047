// TestSupport is the basis of the end-to-end tests: real processes, real sockets, a real sound server in real time, and the comparison of
// what was heard. Nothing in it sleeps: it waits for descriptors, with deadlines.

import Glibc

/// A system call that failed.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The function that failed, and its subject.
    package let call: String
    /// The value of `errno`.
    package let code: Int32

    /// Creates an error with the given code, or with the current `errno`.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String {
        guard let text = unsafe strerror(code) else { return "\(call): error \(code)" }
        return "\(call): \(unsafe String(cString: text))"
    }
}

/// An error: something expected did not happen in time.
package struct TimedOut: Error, CustomStringConvertible {
    /// The event that was expected, and how far it had come.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Throws the error in `errno` if a call returned -1.
@discardableResult
func checked(_ result: Int32, _ call: @autoclosure () -> String) throws(SystemCallError) -> Int32 {
    let code = errno
    guard result >= 0 else { throw SystemCallError(call(), code: code) }
    return result
}
