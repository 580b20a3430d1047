import Testing

@testable import Watch

@Suite struct WatchNoteTests {
    @Test func `The note fits in the protocol, whatever the names of apps and players are`() {
        var settings = WatchSettings()
        settings.notifications = .all
        settings.players = .holdLow
        var use = MicrophoneUse(settings: settings)
        use.update(RecordingStream(app: String(repeating: "é", count: 5000), source: 1), at: 1)
        use.update(source: 1, isMonitor: false)
        use.hasHeadphones = true
        let speech = NotificationSpeech(settings: settings) { _, _ in "" }
        var players = Players(settings: settings)
        // No problem is cut off.
        let problems = [use.note(hasServer: true), speech.note(isMonitoring: nil), players.note(hasBus: false)]
        #expect(WatchNote.joined(problems).hasSuffix(Players.noBusNote))
        #expect(WatchNote.joined(problems).unicodeScalars.count <= 256)
        for number in 0..<16 {
            players.update("p\(number)", identity: "\(number)" + String(repeating: "é", count: 5000), file: nil, isPlaying: true)
        }
        let note = WatchNote.joined([use.note(hasServer: true), nil, players.note(hasBus: true)])
        #expect(note.unicodeScalars.count == 256 && note.hasSuffix("é…"))
        #expect(WatchNote.joined(["a", nil, "b"]) == "a; b")
    }
}
