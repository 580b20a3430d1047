/// The address at which a D-Bus bus listens.
package struct BusAddress: Sendable, Equatable {
    /// The address in the form that D-Bus libraries expect.
    package var text: String
    /// The socket's path; nil if it has none.
    package var path: String?

    /// The user's session bus.
    package static func session(environment: (String) -> String?, runtimeFolder: String) -> BusAddress {
        named(environment("DBUS_SESSION_BUS_ADDRESS"))
            ?? BusAddress(text: "unix:path=\(escaped(runtimeFolder))/bus", path: "\(runtimeFolder)/bus")
    }

    /// The machine's system bus.
    package static func system(environment: (String) -> String?) -> BusAddress {
        let path = "/run/dbus/system_bus_socket"
        return named(environment("DBUS_SYSTEM_BUS_ADDRESS")) ?? BusAddress(text: "unix:path=\(path)", path: path)
    }

    /// Reads the first address of a Unix socket. The address's `guid` is left out, because a bus that restarts at the same path has another
    /// one.
    private static func named(_ addresses: String?) -> BusAddress? {
        for address in (addresses ?? "").split(separator: ";") where address.hasPrefix("unix:") {
            for field in address.dropFirst(5).split(separator: ",") {
                let parts = field.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0] == "path" || parts[0] == "abstract" else { continue }
                return BusAddress(text: "unix:\(field)", path: parts[0] == "path" ? unescaped(parts[1]) : nil)
            }
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain = byte.isASCIILetterOrDigit || "-_/.*\\".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
