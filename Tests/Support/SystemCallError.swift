// TestSupport is what the end-to-end tests stand on: real processes, real sockets and a real, paced sound server, and the comparison of
// what was heard. Nothing in it sleeps: it waits for descriptors, with deadlines.

import Glibc

/// A call to the operating system that failed.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The function that failed, and what it was about.
    package let call: String
    /// The value of `errno`.
    package let code: Int32

    /// An error with the given code, or with the present `errno`.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String {
        guard let text = unsafe strerror(code) else { return "\(call): error \(code)" }
        return "\(call): \(unsafe String(cString: text))"
    }
}

/// Something awaited that did not come in time.
package struct TimedOut: Error, CustomStringConvertible {
    /// What was awaited, and how far it had come.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Throws what `errno` says when a call answered -1.
@discardableResult
func checked(_ result: Int32, _ call: @autoclosure () -> String) throws(SystemCallError) -> Int32 {
    let code = errno
    guard result >= 0 else { throw SystemCallError(call(), code: code) }
    return result
}
