import AnnounceProtocol
import JSONLines
import Messages

/// The socket's protocol: framing, requests, and the daemon's messages as the client library reads them.
enum JSONTarget {
    static func read(_ input: [UInt8]) {
        // The short limit tests lines that exceed it.
        for longest in [16, RequestLine.maximumLength] {
            let whole = lines(in: [input[...]], longest: longest)
            check(whole == lines(in: input.indices.map { input[$0...$0] }, longest: longest), "lines of single bytes differ")
            check(whole == expectedLines(in: input, longest: longest), "these are not the lines: \(whole)")
        }
        for line in input.split(separator: UInt8(ascii: "\n")) {
            readRequest(Array(line))
            readMessage(Array(line))
        }
    }

    private static func lines(in pieces: [ArraySlice<UInt8>], longest: Int) -> [LineDecoder.Line] {
        var decoder = LineDecoder(maximumLength: longest)
        var lines: [LineDecoder.Line] = []
        for piece in pieces {
            decoder.append(piece)
            while let line = decoder.next() { lines.append(line) }
        }
        if let last = decoder.finish() { lines.append(last) }
        return lines
    }

    /// Finds the lines in the simplest way.
    private static func expectedLines(in input: [UInt8], longest: Int) -> [LineDecoder.Line] {
        var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return line.count > longest ? .tooLong : .line(Array(line))
        }
    }

    private static func readRequest(_ line: [UInt8]) {
        do throws(ErrorReply) {
            let request = try RequestLine(line: line)
            let bytes = request.bytes
            check(bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1, "written as several lines: \(request)")
            var again = try RequestLine(line: Array(bytes.dropLast()))
            again.warnings = request.warnings
            check(again == request, "written and read again, \(request) is \(again)")
        } catch {
            check([.invalidJSON, .invalidMessage, .unknownType].contains(error.code), "\(error)")
            check(!error.message.isEmpty, "an error without a message")
        }
    }

    private static func readMessage(_ line: [UInt8]) {
        guard let message = try? ServerLine.message(from: line) else { return }
        // Writing rounds milliseconds; after that nothing may change.
        let bytes = message.jsonLine
        guard let again = try? ServerLine.message(from: Array(bytes.dropLast())) else { fatalError("can't be read again: \(message)") }
        check(again.jsonLine == bytes, "written and read again, \(message) is \(again)")
    }
}
