import Testing

/// The user's stop, and what is still to come.
@Suite struct StopTests {
    @Test("Q4: a stop is for the hint and the echo that are still to come too")
    func toCome() {
        for line in [#""type":"elementActivated","element":"q""#, #""type":"ping""#] {
            var screen = Screen()
            screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
            screen.wait(until: 1.6)
            screen.post(line)
            screen.wait(until: 1.7)
            screen.post(#""type":"stop""#, as: "b")
            screen.waitForSilence()
            #expect(screen.heard().filter { !$0.contains("silent") } == ["0.0 Search. Search field."], "\(line)")
        }
    }

    @Test("H3: a hint that is still to come is dropped by what another app posts")
    func others() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
        screen.wait(until: 1.7)
        screen.post(#""type":"announcement","text":"Mail","priority":"low""#, as: "b")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Search. Search field.", "1.7 Mail"])
    }
}
