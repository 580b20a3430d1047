import Messages

/// A notification from a service to its manager (sd_notify).
package enum ServiceField: Sendable, Equatable {
    /// The service is running: it has started, or its reload is complete.
    case ready
    /// The service has been reloading its configuration since this moment of the monotonic clock.
    case reloading(microseconds: UInt64)
    /// The service is shutting down.
    case stopping
    /// One readable line for `systemctl status`.
    case status(String)
    /// A sign of life. The next one is due within the manager's `WatchdogSec`.
    case watchdog
    /// Keep this message's descriptors, and pass them to the next process under this name. With `isPolled`, the manager drops descriptors
    /// whose other end has closed.
    case storeDescriptors(name: String, isPolled: Bool)
    /// The kept descriptors with this name are no longer needed.
    case removeDescriptors(name: String)
    /// Close this message's only descriptor once all earlier messages have been handled.
    case barrier

    /// The maximum length of a status, in bytes. The manager drops messages over 4 KiB.
    static let longestStatus = 900

    /// The message text: one assignment per line.
    package var assignments: String {
        switch self {
        case .ready: "READY=1"
        case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
        case .stopping: "STOPPING=1"
        case .status(let text): "STATUS=" + Self.line(text)
        case .watchdog: "WATCHDOG=1"
        case .storeDescriptors(let name, let isPolled): "FDSTORE=1\nFDNAME=\(name)" + (isPolled ? "" : "\nFDPOLL=0")
        case .removeDescriptors(let name): "FDSTOREREMOVE=1\nFDNAME=\(name)"
        case .barrier: "BARRIER=1"
        }
    }

    /// Returns the text on one line, shortened if it is too long. Line ends and control characters are replaced, because they would start
    /// another assignment.
    private static func line(_ text: String) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
        return line.utf8.count > longestStatus ? line.shortened(toBytes: longestStatus - "…".utf8.count) : line
    }
}
