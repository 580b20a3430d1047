/// Something that a service tells its manager (sd_notify).
package enum ServiceField: Sendable, Equatable {
    /// It serves: it has started, or its reload is over.
    case ready
    /// It reads its configuration anew, since this moment of the monotonic clock.
    case reloading(microseconds: UInt64)
    /// It is on its way out.
    case stopping
    /// What a person reads in `systemctl status`, on one line.
    case status(String)
    /// It is well: the next of these is due within the manager's `WatchdogSec`.
    case watchdog
    /// The descriptors of this message are to be kept, and given back by this name to the next process. With `isPolled`, those whose other
    /// end has gone are dropped.
    case storeDescriptors(name: String, isPolled: Bool)
    /// Kept descriptors of this name are needed no more.
    case removeDescriptors(name: String)
    /// When all that was told before is done, the one descriptor of this message is closed.
    case barrier

    /// The longest status, in bytes: the manager drops messages over 4 KiB.
    static let longestStatus = 900

    /// As the manager reads it: one assignment a line.
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

    /// The text without line endings and control characters, which would be an assignment of their own, and not too long.
    private static func line(_ text: String) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
        guard line.utf8.count > longestStatus else { return line }
        var kept = String.UnicodeScalarView()
        var left = longestStatus - "…".utf8.count
        for scalar in line.unicodeScalars {
            left -= UTF8.width(scalar)
            if left < 0 { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
