import Testing

@testable import Watch

@Suite struct BusAddressTests {
    @Test(
        arguments: [
            (nil, "unix:path=/run/user/7/bus", "/run/user/7/bus"),
            ("", "unix:path=/run/user/7/bus", "/run/user/7/bus"),
            ("disabled:", "unix:path=/run/user/7/bus", "/run/user/7/bus"),
            ("unix:path=/tmp/dbus-a,guid=0123", "unix:path=/tmp/dbus-a", "/tmp/dbus-a"),
            ("unix:guid=0123,path=/tmp/b%20c%c3%a9", "unix:path=/tmp/b%20c%c3%a9", "/tmp/b cé"),
            ("tcp:host=a,port=1;unix:path=/b;unix:path=/c", "unix:path=/b", "/b"),
            ("unix:abstract=/tmp/x,guid=1", "unix:abstract=/tmp/x", nil),
        ] as [(String?, String, String?)])
    func `Where the session bus is`(_ variable: String?, _ text: String, _ path: String?) {
        let address = BusAddress.session(environment: { $0 == "DBUS_SESSION_BUS_ADDRESS" ? variable : nil }, runtimeFolder: "/run/user/7")
        #expect(address == BusAddress(text: text, path: path))
    }

    @Test func `Paths are escaped in addresses`() {
        #expect(BusAddress.session(environment: { _ in nil }, runtimeFolder: "/a b/é").text == "unix:path=/a%20b/%c3%a9/bus")
        #expect(BusAddress.system { _ in nil }.path == "/run/dbus/system_bus_socket")
    }
}
