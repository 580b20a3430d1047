package import AnnounceProtocol
import JSONLines
import Markdown
import Messages

/// The events of a replay, in order: protocol messages with their times.
package struct ReplayInput: Sendable {
    /// A readable line of the file.
    package struct Event: Sendable {
        /// The line's number in the file, from 1.
        package var number: Int
        package var line: ReplayLine
    }

    /// A line that can't be read.
    package struct Mistake: Sendable, Equatable, CustomStringConvertible {
        package var file: String
        /// From 1.
        package var line: Int
        package var message: String

        package var description: String { "\(file):\(line): \(message)" }
    }

    /// All lines that can't be read, up to ``ReplayInput/mostMistakes``.
    package struct Mistakes: Error, Sendable, CustomStringConvertible {
        package var all: [Mistake]
        package var description: String { all.map(\.description).joined(separator: "\n") }
    }

    /// The maximum length of the events and of an expected trace, in bytes, because both are kept in memory.
    package static let longestFile = 16 << 20

    /// With more mistakes than this, the file is probably something else.
    static let mostMistakes = 20

    package let file: String
    package private(set) var events: [Event] = []

    /// - Parameters:
    ///   - bytes: JSON Lines; empty lines are skipped.
    ///   - file: The file's name in mistakes.
    /// - Throws: ``Mistakes`` if a line is not a message of the protocol, has no time, or goes back in time.
    package init(_ bytes: [UInt8], file: String) throws(Mistakes) {
        self.file = file
        var latest = 0.0
        var events: [Event] = []
        try Self.read(bytes, file: file, longest: RequestLine.maximumLength) { line, number in
            do throws(ErrorReply) {
                var line = try ReplayLine(line: line)
                if case .request(var request, let id) = line.action {
                    request.readMarkup(warnings: &line.warnings)
                    line.action = .request(request, id: id)
                }
                guard line.at >= latest else { return "at: \(line.at) goes back in time; expected \(latest) or later" }
                latest = line.at
                events.append(Event(number: number, line: line))
                return nil
            } catch {
                return error.message
            }
        }
        self.events = events
    }

    /// Reads the lines that are not empty.
    /// - Parameters:
    ///   - longest: The maximum length of a line, in bytes.
    ///   - read: Called with each line and its number; returns the mistake in the line, if any.
    static func read(
        _ bytes: [UInt8], file: String, longest: Int, _ read: (_ line: [UInt8], _ number: Int) -> String?
    ) throws(Mistakes) {
        var mistakes: [Mistake] = []
        var lines = LineDecoder(maximumLength: longest)
        lines.append(bytes)
        while mistakes.count < Self.mostMistakes, let next = lines.next() ?? lines.finish() {
            let number = lines.lineNumber
            let message: String?
            if case .line(let line) = next {
                let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                message = isBlank ? nil : read(line, number)
            } else {
                message = "the line is too long; expected at most \(longest) bytes"
            }
            if let message { mistakes.append(Mistake(file: file, line: number, message: message)) }
        }
        if !mistakes.isEmpty { throw Mistakes(all: mistakes) }
    }
}
