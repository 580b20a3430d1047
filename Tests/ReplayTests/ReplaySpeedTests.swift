import TestSupport
import Testing

@testable import Replay

@Suite(.enabled(if: isFiltered, "\(whyFiltered)"))
struct ReplaySpeedTests {
    /// An hour of four apps' speech: a stopwatch that runs, focus that moves, mail that comes, things that are saved.
    static let hour: String = {
        var lines = [
            #"{"at":0,"client":"stopwatch","type":"screenChanged","element":{"id":"t","label":"Elapsed","value":"0:00","traits":["updatesFrequently"]}}"#
        ]
        for second in 1..<3600 {
            let value = "\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
            lines.append(#"{"at":\#(second),"client":"stopwatch","type":"elementUpdated","element":"t","value":"\#(value)"}"#)
            if second % 2 == 0 {
                lines.append(
                    #"{"at":\#(second).25,"client":"list","type":"elementFocused","element":{"id":"i\#(second)","label":"Item \#(second)","traits":["button"]}}"#
                )
            }
            if second % 5 == 0 {
                lines.append(
                    #"{"at":\#(second).5,"client":"mail","type":"announcement","text":"Message \#(second) has come","priority":"polite"}"#)
            }
            if second % 7 == 0 {
                lines.append(#"{"at":\#(second).75,"client":"editor","type":"announcement","text":"Line \#(second) is saved"}"#)
            }
        }
        return lines.joined(separator: "\n")
    }()

    #if DEBUG
        private static let limit = Duration.seconds(30)
    #else
        private static let limit = Duration.seconds(1)
    #endif

    @Test func `An hour is replayed in a second, by a program that is built for it`() throws {
        let began = ProcessorTime.ofThread()
        let ends = try ReplayTable(Self.hour, secondsPerWord: 0.3).outcome.end
        #expect(ends >= 3599)
        #expect(ProcessorTime.ofThread() - began < Self.limit)
    }

    @Test func `The same events are the same trace, picture and remarks`() throws {
        let minutes = Self.hour.split(separator: "\n").prefix(600).joined(separator: "\n")
        let (first, second) = try (ReplayTable(minutes, secondsPerWord: 0.3), ReplayTable(minutes, secondsPerWord: 0.3))
        #expect(first.json == second.json)
        #expect(first.remarks == second.remarks)
        #expect(first.picture("hour") == second.picture("hour"))
    }
}
