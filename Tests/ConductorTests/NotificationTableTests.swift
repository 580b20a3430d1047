import Messages
import Narration
import Testing

/// docs/RULES.md §3: what each notification does while something speaks or a media session is on, cell by cell.
@Suite struct NotificationTableTests {
    enum State: String, CaseIterable { case idle, focus, low, `default`, high, play, record }

    /// The table's cells: S speak now, X cut and speak, x cut and be silent, Q wait, H hold, - silent.
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let line: String
        /// The speech heard of it.
        let text: String
        let cells: String
        var options: @Sendable (inout NarrationSettings) -> Void = { _ in }
        var description: String { name }
    }

    static let rows: [Row] = [
        Row(name: "Q1 announcement high", line: #""type":"announcement","text":"new","priority":"high""#, text: "new", cells: "SXXXQSH"),
        Row(
            name: "M3 announcement high, force", line: #""type":"announcement","text":"new","priority":"high","force":true"#, text: "new",
            cells: "SXXXQSS"),
        Row(name: "Q2 announcement default", line: #""type":"announcement","text":"new""#, text: "new", cells: "SXXXQHH"),
        Row(name: "Q3 announcement low", line: #""type":"announcement","text":"new","priority":"low""#, text: "new", cells: "SQQQQHH"),
        Row(
            name: "Q3 announcement default, queue", line: #""type":"announcement","text":"new","queue":true"#, text: "new",
            cells: "SQQQQHH"),
        Row(
            name: "Q3 announcement high, queue", line: #""type":"announcement","text":"new","priority":"high","queue":true"#, text: "new",
            cells: "SQQQQSH"),
        Row(name: "Q7 layoutChanged(element)", line: #""type":"layoutChanged","element":"other""#, text: "Other.", cells: "SXQQQ--"),
        Row(name: "N6 layoutChanged(text)", line: #""type":"layoutChanged","text":"new""#, text: "new", cells: "SXXXQHH"),
        Row(
            name: "N1 screenChanged", line: #""type":"screenChanged","elements":[{"id":"x","label":"New"}]"#, text: "New.",
            cells: "SXXXQ--"),
        Row(name: "pageScrolled, new text", line: #""type":"pageScrolled","text":"page 2""#, text: "page 2", cells: "SXXXQ--"),
        Row(name: "M3 elementFocused by user", line: #""type":"elementFocused","element":"other""#, text: "Other.", cells: "SXXXQS-"),
        Row(
            name: "Q7 elementFocused by app", line: #""type":"elementFocused","element":"other","by":"app""#, text: "Other.",
            cells: "SXQQQ--"),
        Row(
            name: "Q7 elementFocused by app, app-focus-interrupts", line: #""type":"elementFocused","element":"other","by":"app""#,
            text: "Other.", cells: "SXXXQ--", options: { $0.appFocusInterrupts = true }),
        Row(
            name: "elementUpdated, focused", line: #""type":"elementUpdated","element":"plain","value":"new""#, text: "new.",
            cells: "SQQQQ--"),
        Row(
            name: "elementUpdated, focused, adjustable", line: #""type":"elementUpdated","element":"slider","value":"new""#, text: "new.",
            cells: "SXXXQS-"),
        Row(
            name: "N6 elementUpdated, not focused", line: #""type":"elementUpdated","element":"other","value":"new""#, text: "new.",
            cells: "-------"),
        // The utterance being spoken lasts longer than an echo waits.
        Row(name: "Q8 elementActivated", line: #""type":"elementActivated","element":"other""#, text: "Other", cells: "EXXX---"),
        Row(
            name: "M1 elementActivated, startsMediaSession", line: #""type":"elementActivated","element":"player""#, text: "Player",
            cells: "-xxxx--"),
        Row(name: "Q4 stop", line: #""type":"stop""#, text: "", cells: "-xxxxxx"),
    ]

    @Test("Each notification does in each state what its row says", arguments: rows)
    func row(_ row: Row) {
        for (state, cell) in zip(State.allCases, row.cells) {
            #expect(Self.cell(row, in: state) == cell, "\(row.name), \(state.rawValue)")
        }
    }

    private static let speech = "something that is said for a while already"

    /// Returns the effect of a row's notification in `state`.
    private static func cell(_ row: Row, in state: State) -> Character {
        var screen = Screen {
            $0.style.hints = false
            row.options(&$0)
        }
        let focus = row.line.contains("slider") ? "slider" : "plain"
        screen.post(
            #"""
            "type":"screenChanged","element":"\#(focus)","elements":[{"id":"plain","value":"old"},{"id":"other","label":"Other"},
            {"id":"slider","value":"old","traits":["adjustable"]},{"id":"player","label":"Player","traits":["startsMediaSession"]},
            {"id":"long","label":"\#(speech)"}]
            """#.replacing("\n", with: " "))
        screen.waitForSilence()
        var speaks: String? = speech
        switch state {
        case .idle: speaks = nil
        // Something that is said about the focus, which stays where it is.
        case .focus: screen.post(#""type":"elementUpdated","element":"\#(focus)","value":"\#(speech)""#)
        case .low, .default, .high: screen.post(#""type":"announcement","text":"\#(speech)","priority":"\#(state.rawValue)""#)
        case .play, .record:
            speaks = nil
            screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":1000,"mode":"\#(state.rawValue)""#)
            if row.name.hasPrefix("Q4") {
                screen.post(#""type":"announcement","text":"\#(speech)","priority":"high","force":true"#)
                speaks = speech
            }
        }
        screen.wait(until: 100)
        if state != .idle, state != .play, state != .record {
            // It has ended by now: begin it again, to be in the middle of it.
            _ = screen.heard()
            let text = "\(speech) again"
            switch state {
            case .focus: screen.post(#""type":"elementUpdated","element":"\#(focus)","value":"\#(text)""#)
            default: screen.post(#""type":"announcement","text":"\#(text)","priority":"\#(state.rawValue)""#)
            }
            speaks = text
        } else if row.name.hasPrefix("Q4"), state != .idle {
            screen.post(#""type":"announcement","text":"\#(speech) again","priority":"high","force":true"#)
            speaks = "\(speech) again"
        }
        screen.wait(until: 101)
        _ = screen.heard()
        screen.post(row.line)
        screen.wait(until: 101.2)
        let now = screen.heard()
        let isCut = now.contains { line in speaks.map { line.contains(": \($0)") } ?? false }
        func isHeard(_ log: [String]) -> Bool { log.contains { $0.split(separator: " ", maxSplits: 1).last == Substring(row.text) } }
        if isHeard(now) {
            if isCut { return "X" }
            return now.contains { $0.hasPrefix("101.15 ") } ? (state == .idle ? "E" : "Q") : "S"
        }
        if isCut {
            screen.wait(until: 150)
            return isHeard(screen.heard()) ? "X" : "x"
        }
        if state == .play || state == .record {
            guard now.contains(where: { $0.contains("held by") }) else { return "-" }
            screen.wait(until: 102)
            screen.post(#""type":"mediaSession","op":"end","session":"s""#)
            screen.waitForSilence()
            return isHeard(screen.heard()) ? "H" : "?"
        }
        screen.waitForSilence()
        return isHeard(screen.heard()) ? "Q" : "-"
    }
}
