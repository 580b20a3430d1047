extension SSIPScript {
    /// When the second of two messages comes.
    enum PairTiming: String, CaseIterable, Sendable {
        case atOnce = "at once"
        case whileSpoken = "while the first is spoken"
        case whileAnotherWaits = "while the first is spoken and another like it waits"
        case fromAnotherClient = "from another client, while the first is spoken"
    }

    /// A message of each priority, and another of each priority.
    static let priorityPairs = PairTiming.allCases.flatMap { timing in
        priorities.flatMap { first in priorities.map { second in pair(first, second, timing) } }
    }

    private static let priorities = ["important", "message", "text", "notification", "progress"]

    private static func pair(_ first: String, _ second: String, _ timing: PairTiming) -> SSIPScript {
        func speak(_ text: String, _ priority: String, by client: String = "1") -> [String] {
            ["SET self PRIORITY \(priority)", "SPEAK", text, "."].map { "\(client): \($0)" }
        }
        let long = speak("alpha bravo charlie delta echo foxtrot golf hotel", first)
        let short = speak("india", second)
        let lines =
            switch timing {
            case .atOnce: long + short
            case .whileSpoken: long + ["await begin m1"] + short + ["during m1"]
            case .whileAnotherWaits: long + ["await begin m1"] + speak("juliett kilo lima", first) + short + ["during m1", "during m2"]
            case .fromAnotherClient: ["2: GET RATE"] + long + ["await begin m1"] + speak("india", second, by: "2") + ["during m1"]
            }
        let text = (lines + difference(first, second, timing)).joined(separator: "\n")
        return SSIPScript("\(first), then \(second) \(timing.rawValue)", events: .outcomes, text)
    }

    /// Returns the line of a pair's difference, if it has one.
    private static func difference(_ first: String, _ second: String, _ timing: PairTiming) -> [String] {
        for row in differences(timing).split(separator: "\n") {
            let words = row.split(separator: " ", maxSplits: 2)
            if words[0].split(separator: "|").contains(first[...]), words[1].split(separator: "|").contains(second[...]) {
                return [String(words[2])]
            }
        }
        return []
    }

    /// The pairs with other outcomes than with speech-dispatcher, which mostly loses the message that is heard here.
    private static func differences(_ timing: PairTiming) -> String {
        switch timing {
        // Here speech-dispatcher's outcomes depend on whether the first has begun.
        case .atOnce:
            """
            message important events ~ end m2, end m1 # a message that is cut continues
            important|message|text|progress notification events ~ end m1, end m2 # a notification waits for silence
            notification progress events ~ end m1, end m2 # progress waits for silence
            progress message|text events ~ end m2, end m1 # progress that is cut is heard again
            """
        case .whileSpoken:
            """
            message important events ≠ end m2, end m1 # a message that is cut continues
            important|message|text|progress notification events ≠ end m1, end m2 # a notification waits for silence
            notification progress events ≠ end m1, end m2 # progress waits for silence
            progress message|text events ≠ end m2, end m1 # progress that is cut is heard again
            """
        case .whileAnotherWaits:
            """
            message important events ≠ end m3, end m1, end m2 # a message that is cut continues
            text important events ~ end m3, cancel m1, cancel m2 # important ends a text; speech-dispatcher speaks one that has not begun
            important|message|progress notification events ≠ end m1, end m2, end m3 # a notification waits for silence
            text notification events ~ end m2, end m3, cancel m1 # a notification waits for silence
            notification progress events ≠ end m2, end m3, cancel m1 # progress waits for silence
            progress important events ~ end m3, end m2, cancel m1 # speech-dispatcher reports the last progress canceled, and speaks it
            progress message|text events ~ end m3, end m1, end m2 # progress that is cut is heard again
            """
        case .fromAnotherClient:
            """
            message important events ≠ end m1 # a message that is cut continues
            important|message|text|progress notification 2: events ≠ end m2 # a notification waits for silence
            notification notification|progress events ≠ end m1 # a notification ends only its own program's notifications
            progress message|text events ≠ end m1 # progress that is cut is heard again
            """
        }
    }
}
