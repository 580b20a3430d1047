import Testing

@testable import announce

/// The doctor's findings from the sound server's lists.
@Suite struct DuckingCheckTests {
    private static let module = "26\tmodule-role-ducking\t"

    @Test(arguments: [
        ("trigger_roles=a11y ducking_roles=music,video,no_role global=true volume=-20dB", true),
        ("ducking_roles=music trigger_roles=phone,a11y", true), ("trigger_roles=phone/event,a11y", true),
        ("trigger_roles=\"phone,a11y\"", true),
        ("trigger_roles=phone ducking_roles=a11y", false), ("trigger_roles=not-a11y", false), ("ducking_roles=music", false), ("", false),
    ])
    func `PulseAudio's module lowers other sound if one of its trigger roles is a11y`(_ arguments: String, _ lowers: Bool) {
        let modules = ["0\tmodule-device-restore\t\t", "1\tmodule-role-cork\ttrigger_roles=a11y\t", "\(Self.module)\(arguments)\t"]
        let finding = DuckingCheck.finding(modules: modules, sinks: [])
        #expect(finding.state == (lowers ? .ok : .skipped))
        #expect(lowers || finding.message == "module-role-ducking has no trigger role a11y")
    }

    @Test func `Any of several modules will do, and without one other sound stays as loud`() {
        let modules = ["\(Self.module)trigger_roles=phone\t", "\(Self.module)trigger_roles=a11y\t"]
        #expect(DuckingCheck.finding(modules: modules, sinks: []).state == .ok)
        let other = ["1\tmodule-role-cork\ttrigger_roles=a11y\t"]
        #expect(DuckingCheck.finding(modules: other, sinks: []).message == "other sound is not lowered while announced speaks")
    }

    /// Returns a sink's description, as `pactl list sinks` prints it.
    private static func sink(_ roles: String?, _ action: String?) -> [String] {
        ["Sink #52", "\tName: loopback.sink.role", "\tProperties:"]
            + [
                roles.map { "\t\tdevice.intended_roles = \"\($0)\"" },
                action.map { "\t\tpolicy.role-based.action.lower-priority = \"\($0)\"" },
            ].compactMap { $0 }
    }
    private static let accessibility = #"[ \"Alert\", \"Accessibility\" ]"#
    private static let music = #"[ \"Music\", \"Movie\" ]"#

    @Test(arguments: [
        (sink(accessibility, "duck"), true), (sink("Accessibility", "duck"), true),
        (sink(music, "mix") + sink(#"["Accessibility"]"#, "duck"), true),
        (sink(music, "duck") + sink(accessibility, "mix"), false), (sink(accessibility, nil) + sink(nil, "duck"), false),
        (sink("InAccessibility", "duck"), false), (sink(accessibility, "cork"), false), ([], false),
    ])
    func `WirePlumber lowers other sound if the sink of the role Accessibility ducks lower priorities`(_ sinks: [String], _ lowers: Bool) {
        #expect(DuckingCheck.finding(modules: [], sinks: sinks).state == (lowers ? .ok : .skipped))
    }
}
