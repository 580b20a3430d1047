import TestSupport
import Testing

extension EndToEnd {
    /// Emacs speaks with speechd-el.
    struct EmacsTests {
        @Test func `speechd-el's texts, with marks and voices and in blocks, are heard without markup`() async throws {
            let desktop = try await Desktop()
            let start = SuspendingClock.now
            let emacs = try desktop.start("emacs", "--batch", "--load", clientProgram("speak.el"))
            #expect(try await emacs.exit() == .code(0))
            let texts = ["Fish & chips are ready.", "In a block.", "And in bold.", "a"]
            for text in texts { #expect(try await desktop.await("finished", text).successful == true) }
            let heard = try await desktop.stage.capture.all(since: start)
            // speechd-el sets a rate of its own: 0, the middle one; and the level "some", which names &.
            func reference(_ text: String) async throws -> Sound {
                var reference = ESpeakReference(text, voice: steadyVoice, rate: 170)
                reference.namedMarks = "&"
                return try await reference.sound().trimmed()
            }
            let place = try await heard.place(of: reference(texts[0]))
            #expect(try await heard.place(of: reference(texts[1])) > place)
            #expect(try await heard.place(of: reference("a")) > place)
        }
    }
}
