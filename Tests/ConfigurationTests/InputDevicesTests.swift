import Configuration
import Testing

struct InputDevicesTests {
    private static let touchScreen =
        "I: Bus=0018 Vendor=2575\nN: Name=\"Goodix Touchscreen\"\nB: PROP=2\nB: KEY=400 0 0 0 0 0\nB: ABS=2658000 3"
    private static let keyboard =
        "N: Name=\"AT keyboard\"\nB: PROP=0\nB: EV=120013\nB: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"
    private static let powerButton = "N: Name=\"Power Button\"\nB: PROP=0\nB: EV=3\nB: KEY=8000 10000000000000 0"
    private static let touchPad = "N: Name=\"Touchpad\"\nB: PROP=5\nB: KEY=e520 10000 0 0 0 0\nB: ABS=2e0800000000003"

    @Test(
        "H4: hints are for touch on a machine with a touch screen and no keyboard",
        arguments: [
            ([touchScreen, powerButton], true), ([touchScreen, powerButton, keyboard], false), ([keyboard, touchPad], false),
            ([touchPad, powerButton], false), ([], false),
        ])
    func touchOnly(_ devices: [String], _ isTouchOnly: Bool) {
        #expect(InputDevices.areTouchOnly(in: devices.joined(separator: "\n\n") + "\n") == isTouchOnly)
    }
}
