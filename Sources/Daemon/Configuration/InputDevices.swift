import FoundationEssentials

/// The machine's input devices, as the kernel lists them.
package enum InputDevices {
    private static let list = "/proc/bus/input/devices"

    /// Returns whether the machine has a touch screen and no keyboard (H4). If the kernel lists no devices, returns false.
    static func areTouchOnly() -> Bool { (try? String(contentsOfFile: list, encoding: .utf8)).map(areTouchOnly(in:)) ?? false }

    /// Returns whether the kernel's list contains a touch screen and no keyboard. Keyboards are distinguished from power buttons and the
    /// like as udev does it: they have the first 31 keys, Escape to S.
    package static func areTouchOnly(in list: String) -> Bool {
        var hasTouchScreen = false
        for device in list.split(separator: "\n\n") {
            /// Returns the lowest word of a bit map, such as the one after "B: KEY=".
            func bits(_ name: String) -> UInt64 {
                let line = device.split(separator: "\n").first { $0.hasPrefix("B: \(name)=") }
                return line?.split { $0 == " " || $0 == "=" }.last.flatMap { UInt64($0, radix: 16) } ?? 0
            }
            if bits("KEY") & 0xFFFF_FFFE == 0xFFFF_FFFE { return false }
            let (isDirect, hasPositions) = (bits("PROP") & 2 != 0, bits("ABS") & 3 != 0)
            if isDirect, hasPositions { hasTouchScreen = true }
        }
        return hasTouchScreen
    }
}
