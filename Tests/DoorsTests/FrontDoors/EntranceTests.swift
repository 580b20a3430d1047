import FrontDoors
import SpeechDispatcher
import Testing

/// Where each door's clients connect, by its option, its setting and what the service manager passed.
struct EntranceTests {
    /// Returns the place as a word, whether the door is optional, and the warnings.
    private static func entrance(
        of door: any FrontDoor.Type, _ change: (inout EntranceSurroundings) -> Void = { _ in }
    ) -> [String] {
        var surroundings = EntranceSurroundings(option: nil, user: 7) { $0 == "XDG_RUNTIME_DIR" ? "/run/me" : nil }
        change(&surroundings)
        var warnings: [String] = []
        guard let entrance = door.entrance(surroundings, warn: { warnings.append($0) }) else { return ["closed"] + warnings }
        return ["\(entrance.place)\(entrance.isOptional ? " if free" : "")"] + warnings
    }

    @Test func `announced's own socket is where the option, the manager or the environment says`() {
        let door = JSONLinesDoor.self
        #expect(Self.entrance(of: door) == [#"path("/run/me/announced/socket")"#])
        #expect(Self.entrance(of: door) { $0.option = "/a" } == [#"path("/a")"#])
        #expect(Self.entrance(of: door) { $0.passed = [3] } == ["activated([3])"])
        #expect(Self.entrance(of: door) { $0.connection = 5 } == ["connection(5, others: nil)"])
        #expect(Self.entrance(of: door) { ($0.connection, $0.option) = (5, "/a") } == [#"connection(5, others: Optional("/a"))"#])
        #expect(
            Self.entrance(of: door) { ($0.passed, $0.option) = ([3], "/a") } == [
                "activated([3])",
                "--socket /a has no effect: the service manager passes one; set ListenStream= in announced.socket",
            ])
    }

    @Test func `speech-dispatcher's place is served if it is free, and left alone where it could belong to another session`() {
        let door = SpeechDispatcherDoor.self
        #expect(Self.entrance(of: door) == [#"path("/run/me/speech-dispatcher/speechd.sock") if free"#])
        #expect(Self.entrance(of: door) { ($0.option, $0.isEnabled, $0.isApart) = ("/a", false, true) } == [#"path("/a") if free"#])
        for change: (inout EntranceSurroundings) -> Void in [
            { $0.option = "off" }, { $0.isEnabled = false }, { $0.isApart = true }, { $0.connection = 5 },
        ] {
            #expect(Self.entrance(of: door, change) == ["closed"])
        }
        #expect(Self.entrance(of: door) { ($0.passed, $0.isApart) = ([3], true) } == ["activated([3])"])
        let advice = "has no effect: the manager passes a socket; disable announced-speech-dispatcher.socket"
        #expect(
            Self.entrance(of: door) { ($0.passed, $0.option) = ([3], "off") } == ["activated([3])", "--speech-dispatcher off \(advice)"])
        #expect(
            Self.entrance(of: door) { ($0.passed, $0.isEnabled) = ([3], false) } == [
                "activated([3])", "speech-dispatcher.enabled = false \(advice)",
            ])
    }
}
