import Messages
import System

extension StandardError {
    /// Writes the daemon's warnings about a request, one per line.
    static func print(warnings: [Warning]) {
        for warning in warnings { print("announce: warning: \(warning.message)") }
    }
}
