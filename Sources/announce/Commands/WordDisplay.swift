import Glibc
import Messages

/// Shows an announcement's words as they are heard.
protocol WordDisplay {
    mutating func show(_ progress: Progress)
    /// Shows the rest.
    /// - Parameter isHeard: whether the announcement was heard to its end.
    mutating func end(isHeard: Bool)
}

extension WordDisplay {
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe StandardOutput.copy($0) }
    }
}
