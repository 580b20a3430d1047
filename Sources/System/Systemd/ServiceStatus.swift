package import Messages

/// The text for `systemctl --user status announced`: one sentence, problems first. It contains no announced text, because the system's
/// journal stores it.
package enum ServiceStatus {
    /// - Parameter mistakes: the status's mistakes, in words.
    package static func text(_ status: Status, mistakes: [String]) -> String {
        var parts: [String] = []
        switch status.voice.state {
        case .ready: break
        case .starting: parts.append("the voice is starting")
        case .failed: parts.append("no voice" + reason(status.voice.message))
        }
        if status.device.state == .unavailable {
            parts.append("sound device \(status.device.name) unavailable" + reason(status.device.message))
        }
        // If the voice can't speak, an utterance in progress is waiting to be retried.
        let waiting = status.waiting.values.reduce(0, +) + (status.speaking == nil ? 0 : 1)
        if !parts.isEmpty, waiting > 0 { parts.append("\(waiting) \(waiting == 1 ? "announcement waits" : "announcements wait")") }
        if let mistake = mistakes.first {
            let more = mistakes.count > 1 ? ", and \(mistakes.count - 1) more" : ""
            parts.append("the configuration has mistakes: \(mistake)\(more)")
        }
        if status.paused { parts.append("paused") }
        if let session = status.media.first { parts.append("a media session of \(session.client) holds speech") }
        parts.append(status.clients == 0 ? "no clients" : "serving \(status.clients) \(status.clients == 1 ? "client" : "clients")")
        let text = parts.joined(separator: "; ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func reason(_ message: String?) -> String { message.map { ": \($0)" } ?? "" }
}
