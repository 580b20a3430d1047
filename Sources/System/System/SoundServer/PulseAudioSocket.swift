import Glibc

/// The address at which a sound server with PulseAudio's protocol listens.
package enum PulseAudioSocket {
    /// Returns the socket's path, and whether the environment names the server; a nil path means that the server is on another machine.
    package static func standard(environment: (String) -> String?, runtimeFolder: String) -> (path: String?, isNamed: Bool) {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let server = value("PULSE_SERVER") {
            // "{machine}unix:/path", or several separated by spaces.
            let first = String(server.split(separator: " ").first ?? "")
            let address = first.hasPrefix("{") ? String(first.drop { $0 != "}" }.dropFirst()) : first
            return (address.hasPrefix("unix:") ? String(address.dropFirst(5)) : address.hasPrefix("/") ? address : nil, true)
        }
        return ("\(value("PULSE_RUNTIME_PATH") ?? "\(runtimeFolder)/pulse")/native", false)
    }

    /// Connects, and waits for the first answer. Any answer shows that the server works; without a cookie, it may be a refusal.
    package static func greet(_ path: String, within limit: Duration) throws(UnixSocket.Failure) {
        let deadline = ContinuousClock.now + limit
        let socket = try UnixSocket(to: path)
        try socket.send(PulseAudioConnection.authentication.bytes, by: deadline)
        if try socket.receive(by: deadline).isEmpty { throw .system(ECONNRESET) }
    }
}
