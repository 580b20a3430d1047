import Messages
import Narration
import Testing

/// §5: what updates frequently.
@Suite struct UpdatesTests {
    @Test("U5: the first refresh follows the hint; interval 0 is as fast as speech permits")
    func pace() {
        var screen = Screen { $0.updateInterval = 0 }
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"0","hint":"Counts.","traits":["updatesFrequently"]}"#)
        screen.wait(until: 0.1)
        screen.post(#""type":"elementUpdated","element":"t","value":"1""#)
        screen.wait(until: 1.2)
        screen.post(#""type":"elementUpdated","element":"t","value":"2""#)
        screen.waitForSilence()
        // The update at 0.1 lies before the description's end, the one at 1.2 in its hint.
        #expect(screen.heard() == ["0.0 0.", "0.9 Counts.", "1.4 2."])
    }

    @Test("U2: nothing is polled while something speaks or waits, in a pause, or in a media session")
    func idleOnly() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"0","traits":["updatesFrequently"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"announcement","text":"one two three four","priority":"low""#)
        screen.post(#""type":"elementUpdated","element":"t","value":"1""#)
        screen.wait(until: 1)
        #expect(screen.heard() == ["0.0 0.", "0.5 one two three four"])
        screen.post(#""type":"pause""#)
        screen.wait(until: 20)
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix(" 1.") == true)
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":100"#)
        screen.post(#""type":"elementUpdated","element":"t","value":"2""#)
        screen.wait(until: 60)
        #expect(!screen.heard().contains { $0.contains(" 2.") })
        screen.post(#""type":"mediaSession","op":"end","session":"s""#)
        screen.waitForSilence()
        #expect(screen.heard().last == "60.3 2.")
    }

    @Test("U4: the label too if it changed, only the value otherwise")
    func label() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","label":"Lap 1","value":"5","traits":["updatesFrequently"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"t","value":"6""#)
        screen.wait(until: 6)
        screen.post(#""type":"elementUpdated","element":"t","label":"Lap 2","value":"0""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Lap 1, 5.", "1.5 6.", "6.0 Lap 2, 0."])
    }

    @Test("U6: what loses the focus is silent at once")
    func losesFocus() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"0","traits":["updatesFrequently"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"t","value":"one two three""#)
        screen.wait(until: 1)
        screen.post(#""type":"elementFocused","element":{"id":"b","label":"Stop"}"#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 0.", "0.5 one two three.", "1.0 cut by Q5: one two three.", "1.0 superseded: one two three.", "1.0 Stop.",
            ])
    }

    @Test("U7: a percentage is silent below a step of ten, and its last value is always spoken, once")
    func percent() {
        var screen = Screen { $0.updateInterval = 0 }
        screen.post(#""type":"elementFocused","element":{"id":"p","value":"0","valueKind":"percent","traits":["updatesFrequently"]}"#)
        screen.waitForSilence()
        for value in stride(from: 3, through: 99, by: 3) {
            screen.wait(until: 1 + Double(value))
            screen.post(#""type":"elementUpdated","element":"p","value":"\#(value)""#)
        }
        screen.wait(until: 101)
        screen.post(#""type":"announcement","text":"busy now","priority":"high""#)
        screen.post(#""type":"elementUpdated","element":"p","value":"100""#)
        screen.post(#""type":"elementUpdated","element":"p","value":"100""#)
        screen.waitForSilence()
        let values = screen.heard().map { $0.split(separator: " ", maxSplits: 1)[1] }
        #expect(values == ["0%.", "12%.", "24%.", "36%.", "48%.", "60%.", "72%.", "84%.", "96%.", "busy now", "100%."])
    }

    @Test("U7, U8: a last value that comes while the description waits is spoken once", arguments: ["", #","milestones":[100]"#])
    func percentBehindDescription(milestones: String) {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"announcement","text":"busy","priority":"high""#)
        let bar = #"{"id":"p","label":"Copy","value":"3","valueKind":"percent","traits":["updatesFrequently"]\#(milestones)}"#
        screen.post(#""type":"elementFocused","element":\#(bar)"#)
        screen.post(#""type":"elementUpdated","element":"p","value":"100""#)
        screen.waitForSilence()
        #expect(screen.heard().count { $0.contains("100") } == 1)
    }

    @Test("U3, U7: a waiting last value is not spoken after a description that has already contained it")
    func percentFocusedAgain() {
        func heard(verbosity: DescriptionStyle.Verbosity = .full, cutAt cut: Double? = nil) -> [String] {
            var screen = Screen {
                $0.style.hints = false
                $0.style.verbosity = verbosity
            }
            let bar = #"{"id":"p","label":"Copy","value":"40","valueKind":"percent","traits":["updatesFrequently"]}"#
            screen.post(#""type":"elementFocused","element":\#(bar)"#)
            screen.waitForSilence()
            _ = screen.heard()
            screen.wait(until: 10)
            screen.post(#""type":"announcement","text":"busy now","priority":"high""#)
            screen.post(#""type":"elementUpdated","element":"p","value":"100""#)
            screen.post(#""type":"elementFocused","element":{"id":"b","label":"Stop"}"#)
            screen.post(#""type":"elementFocused","element":"p""#)
            if let cut {
                screen.wait(until: cut)
                screen.post(#""type":"elementFocused","element":"b""#)
            }
            screen.waitForSilence()
            return screen.heard().filter { !$0.contains("silent") }
        }
        let dropped = "10.0 superseded: Stop."
        #expect(heard() == ["10.0 busy now", dropped, "11.0 Copy, 100%.", "12.0 superseded: Copy, 100%."])
        // One that was cut has not told it, nor has one that is the label alone.
        let cut = ["11.5 cut by Q2: Copy, 100%.", "11.5 interrupted: Copy, 100%.", "11.5 Stop.", "12.0 Copy, 100%."]
        #expect(heard(cutAt: 11.5) == ["10.0 busy now", dropped, "11.0 Copy, 100%."] + cut)
        #expect(heard(verbosity: .label) == ["10.0 busy now", dropped, "11.0 Copy.", "11.5 Copy, 100%."])
    }

    @Test("U7: the last percentage before its element is removed is spoken")
    func removedPercent() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"p","value":"40%","valueKind":"percent","traits":["updatesFrequently"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"p","value":"47%""#)
        screen.post(#""type":"elementRemoved","element":"p""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 40%.", "0.5 47%."])
    }

    @Test(
        "U8: a milestone is passed by what a value counts, not by its first digits",
        arguments: [
            (#""value":"0:50","milestones":[0]"#, ["0:49", "0:10"], []),
            (#""value":"0:02","milestones":[0]"#, ["0:01", "0:00"], ["zero seconds"]),
            (#""value":"1:10","milestones":[60]"#, ["0:59"], ["one minute"]), (#""value":"-0:11","milestones":["10s"]"#, ["-0:09.5"], []),
            (#""value":"0:29.5 of 3:45","milestones":["30s"]"#, ["0:30.5 of 3:45"], ["thirty seconds"]),
            (#""value":"1h 2m","valueKind":"duration","milestones":["1h"]"#, ["59m"], ["one hour"]),
            (#""value":"9:59","valueKind":"time","milestones":[600]"#, ["10:00"], []),
            (#""value":"49 %","milestones":[50]"#, ["51 %"], ["50"]),
        ])
    func milestonesOfTime(_ fields: String, _ values: [String], _ expected: [String]) {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Cancel"},{"id":"t","label":"Timer",\#(fields)}]"#)
        screen.waitForSilence()
        _ = screen.heard()
        for value in values { screen.post(#""type":"elementUpdated","element":"t","value":"\#(value)""#) }
        screen.waitForSilence()
        let heard = screen.heard().filter { !$0.contains("silent") }
        #expect(heard.map { $0.split(separator: " ", maxSplits: 1)[1] } == expected.map { "Timer, \($0)." })
    }

    @Test("U8: a milestone is announced when it is crossed, focused or not, upwards or downwards")
    func milestones() {
        var screen = Screen()
        screen.post(
            #""type":"screenChanged","elements":[{"id":"b","label":"Cancel"},{"id":"p","label":"Copy","value":"0","valueKind":"percent","milestones":[50,90,100]},{"id":"t","label":"Left","value":"2:00","milestones":["1m","10s"]}]"#
        )
        screen.waitForSilence()
        _ = screen.heard()
        // The last step passes two milestones: the later one is announced.
        for (index, value) in ["49", "51", "89", "100"].enumerated() {
            screen.wait(until: Double(10 * index + 10))
            screen.post(#""type":"elementUpdated","element":"p","value":"\#(value)""#)
        }
        for (index, value) in ["1:01", "0:59", "0:30", "0:09"].enumerated() {
            screen.wait(until: Double(10 * index + 60))
            screen.post(#""type":"elementUpdated","element":"t","value":"\#(value)""#)
        }
        screen.waitForSilence()
        let heard = screen.heard().filter { !$0.contains("silent") }
        #expect(heard == ["20.0 Copy, 50%.", "40.0 Copy, 100%.", "70.0 Left, one minute.", "90.0 Left, ten seconds."])
        #expect(!screen.sent.contains { if case .announcementDidFinish = $0.message { true } else { false } }, "D1: nobody announced them")
    }
}
