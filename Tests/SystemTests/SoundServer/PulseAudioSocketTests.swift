import System
import Testing

struct PulseAudioSocketTests {
    @Test(arguments: [
        ([:], "/run/user/7/pulse/native", false), (["PULSE_RUNTIME_PATH": "/p"], "/p/native", false),
        (["PULSE_SERVER": "unix:/a/b"], "/a/b", true), (["PULSE_SERVER": "{machine}unix:/a/b tcp:host"], "/a/b", true),
        (["PULSE_SERVER": "/a"], "/a", true), (["PULSE_SERVER": "tcp:host"], nil, true),
        (["PULSE_SERVER": "", "PULSE_RUNTIME_PATH": ""], "/run/user/7/pulse/native", false),
    ])
    func `Where the sound server listens`(_ environment: [String: String], _ path: String?, _ isNamed: Bool) {
        let place = PulseAudioSocket.standard(environment: { environment[$0] }, runtimeFolder: "/run/user/7")
        #expect(place.path == path && place.isNamed == isNamed)
    }
}
