import TestSupport

/// announced, whose user does something while another program's low announcement speaks (K5).
final class AnnouncedByHand: SpeechSystem {
    /// What the user does.
    enum Act: String, CaseIterable { case typed, focused }

    let name: String
    let measures: [Latencies.Measure] = [.replacement]
    private let announced: Announced
    private let act: Act
    /// The connection of the app with the focus.
    private let app: UnixSocketConnection
    private var acts = 0

    init(_ act: Act, programs: String, _ route: SoundRoute) async throws {
        name = "announced, \(act.rawValue)"
        self.act = act
        announced = try await Announced(programs: programs, route, ["--log-level", "error"])
        app = try UnixSocketConnection(to: announced.socket)
        let field = #"{"type":"elementFocused","element":{"id":"f","label":"Name","traits":["textEntry","isEditing"]}}"#
        try app.send(line: #"{"type":"hello","replies":"none","app":"org.example.editor"}"# + "\n" + field + "\n" + #"{"type":"stop"}"#)
    }

    var processIDs: [Int32] { announced.processIDs }

    func speak(_ text: String) throws { try announced.speak(text, priority: "low") }
    func stop() throws { try announced.stop() }

    func replace(with text: String) throws {
        acts += 1
        switch act {
        case .typed: try app.send(line: #"{"type":"elementUpdated","element":"f","inserted":"\#(text)"}"#)
        case .focused: try app.send(line: #"{"type":"elementFocused","element":{"id":"\#(acts % 2)","label":"\#(text)"}}"#)
        }
    }

    func speakToEnd(_ text: String) async throws { try await announced.speakToEnd(text) }
}
