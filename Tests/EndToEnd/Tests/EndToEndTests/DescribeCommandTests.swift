import TestSupport
import Testing

extension EndToEnd {
    /// `announce describe`, which needs no daemon.
    struct DescribeCommandTests {
        private func describe(_ arguments: [String], locale: String = "en_US.UTF-8") async throws -> [String] {
            let announce = try announceProcess(["describe"] + arguments, environment: ["LC_ALL": locale, "ANNOUNCED_SOCKET": "/nobody"])
            let lines = try await announce.output.remainingLines()
            #expect(try await announce.exit() == .code(0), "\(arguments)")
            return lines
        }

        @Test(arguments: [
            ("V1", ["--label", "Play", "--trait", "button"], ["Play. Button."]),
            ("V2", ["--label", "December 1st, 69 — Resting", "--trait", "button"], ["December 1st, 69 — Resting. Button."]),
            (
                "V3", ["--label", "Play", "--value", "Childish Gambino – Redbone", "--trait", "button"],
                ["Play, Childish Gambino – Redbone. Button."]
            ),
            (
                "V4", ["--label", "Pizza Pepperoni", "--value", "Pepperoni, Mozzarella", "--trait", "button"],
                ["Pizza Pepperoni, Pepperoni, Mozzarella. Button."]
            ),
            (
                "V5", ["--label", "Size", "--value", "Medium", "--trait", "adjustable"],
                ["Size, Medium. Adjustable.", "Swipe up or down to adjust the value."]
            ),
            (
                "V6", ["--label", "Never Gonna Give You Up", "--value", "Rick Astley", "--trait", "header"],
                ["Never Gonna Give You Up, Rick Astley. Header."]
            ),
            ("V7", ["--label", "Search", "--trait", "searchField"], ["Search. Search field.", "Double tap to edit."]),
            ("V8", ["--label", "Start", "--trait", "button", "--trait", "notEnabled"], ["Start. Dimmed. Button."]),
            ("V18", ["--label", "Duration", "--value", "00:10"], ["Duration, ten seconds."]),
            (
                "V20", ["--label", "Size", "--trait", "adjustable", "--hint", "This is your hint"],
                ["Size. Adjustable.", "This is your hint, swipe up or down to adjust the value."]
            ),
            (
                "V21",
                ["--label", "Search", "--placeholder", "Search for files", "--trait", "searchField", "--dialect", "talkback"],
                ["Search, Search for files, edit box", "double tap to edit text"]
            ),
        ])
        func `The cases of the seeds`(_ number: String, _ arguments: [String], _ lines: [String]) async throws {
            #expect(try await describe(arguments + ["--gestures", "touch"]) == lines, "\(number)")
        }

        @Test(arguments: [
            (
                [
                    "--title", "Inbox", "--label", "Ada", "--container", "list", "--container-label", "Mail", "--index", "1", "--count",
                    "2", "--edge", "start",
                ],
                "Inbox. Mail. Ada. 1 of 2. List start."
            ),
            (["--label", "Chapter", "--trait", "header", "--level", "2"], "Chapter. Heading level 2."),
            (
                ["--label", "Sound", "--value", "0", "--trait", "checkBox", "--trait", "notEnabled"],
                "Sound. Dimmed. Check box. Not checked."
            ),
            (
                ["--label", "Home", "--trait", "link", "--current", "page", "--visited", "--pressed", "mixed", "--checked", "false"],
                "Home. Link. Not checked. Mixed. Current page. Visited."
            ),
            (["--label", "Lake", "--trait", "image", "--role-description", "Slide"], "Lake. Slide."),
            (["--label", "12", "--container", "table", "--row", "2", "--column", "3", "--header", "Age"], "Age. 12. Row 2. Column 3."),
            (
                ["--label", "A", "--trait", "adjustable", "--verbosity", "brief", "--container", "list", "--index", "1", "--count", "2"],
                "A. Adjustable."
            ),
            (["--label", "A", "--value", "B", "--trait", "button", "--verbosity", "label"], "A."),
            (["--label", "A", "--trait", "adjustable", "--gestures", "none"], "A. Adjustable."),
            (["--label", "Left", "--value", "1h 2m", "--kind", "duration"], "Left, one hour and two minutes."),
            (["--trait", "button"], "Unlabelled. Button."),
        ])
        func `E5, E7, H4: containers, verbosity and gestures`(_ arguments: [String], _ line: String) async throws {
            #expect(try await describe(arguments) == [line])
        }

        @Test func `E6: the words are the locale's, and --json tells whose language a part is in`() async throws {
            let arguments = ["--label", "Play", "--trait", "button", "--language", "en"]
            #expect(try await describe(arguments, locale: "de_DE.UTF-8") == ["Play. Taste."])
            #expect(
                try await describe(arguments + ["--json"], locale: "de_AT@euro")
                    == [#"{"runs":[{"language":"en","text":"Play."},{"text":"Taste."}],"text":"Play. Taste."}"#])
            #expect(
                try await describe(["--label", "A", "--trait", "adjustable", "--json"], locale: "C") == [
                    #"{"hint":"Press Up or Down Arrow to adjust the value.","#
                        + #""hintRuns":[{"text":"Press Up or Down Arrow to adjust the value."}],"#
                        + #""runs":[{"text":"A. Adjustable."}],"text":"A. Adjustable."}"#
                ])
        }
    }
}
