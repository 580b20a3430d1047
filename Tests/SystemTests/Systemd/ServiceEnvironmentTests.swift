import Glibc
import Systemd
import Testing

@Suite(.serialized) struct ServiceEnvironmentTests {
    @Test(
        "WATCHDOG_USEC is taken where it is a time, and removed",
        arguments: [
            ("30000000", 30), ("0", nil), ("-5", nil), ("x", nil), ("1", nil), ("20000000000000000", nil), ("18446744073709551615", nil),
        ] as [(String, Double?)])
    func watchdog(written: String, seconds: Double?) {
        _ = unsafe setenv("WATCHDOG_USEC", written, 1)
        #expect(ServiceEnvironment.take().watchdog == seconds)
        #expect(unsafe getenv("WATCHDOG_USEC") == nil)
    }
}
