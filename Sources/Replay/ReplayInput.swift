package import AnnounceProtocol
import JSONLines
import Messages

/// The events of a replay, in order: protocol messages with their times.
package struct ReplayInput: Sendable {
    package struct Event: Sendable {
        /// The line's number in the file, from 1.
        package var number: Int
        package var line: ReplayLine
    }

    /// A line that can't be replayed.
    package struct Mistake: Sendable, Equatable, CustomStringConvertible {
        package var file: String
        /// From 1.
        package var line: Int
        package var message: String

        package var description: String { "\(file):\(line): \(message)" }
    }

    /// All lines that can't be replayed, at most ``ReplayInput/mostMistakes``.
    package struct Mistakes: Error, Sendable, CustomStringConvertible {
        package var all: [Mistake]
        package var description: String { all.map(\.description).joined(separator: "\n") }
    }

    /// With more mistakes than this, the file is probably not a replay at all.
    static let mostMistakes = 20

    package let file: String
    package private(set) var events: [Event] = []

    /// - Parameters:
    ///   - bytes: JSON Lines; empty lines are skipped.
    ///   - file: Their name in mistakes.
    /// - Throws: ``Mistakes`` if lines are not messages of the protocol, have no time, or go back in time.
    package init(_ bytes: [UInt8], file: String) throws(Mistakes) {
        self.file = file
        var mistakes: [Mistake] = []
        var lines = LineDecoder(maximumLength: RequestLine.maximumLength)
        lines.append(bytes)
        var latest = 0.0
        while mistakes.count < Self.mostMistakes, let next = lines.next() ?? lines.finish() {
            let number = lines.lineNumber
            func mistake(_ message: String) { mistakes.append(Mistake(file: file, line: number, message: message)) }
            guard case .line(let line) = next else {
                mistake("the line is too long; expected at most \(RequestLine.maximumLength) bytes")
                continue
            }
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            do {
                let line = try ReplayLine(line: line)
                guard line.at >= latest else {
                    mistake("at: \(line.at) goes back in time; expected \(latest) or later")
                    continue
                }
                latest = line.at
                events.append(Event(number: number, line: line))
            } catch {
                mistake(error.message)
            }
        }
        if !mistakes.isEmpty { throw Mistakes(all: mistakes) }
    }
}
