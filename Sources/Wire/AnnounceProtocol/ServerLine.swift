package import JSONLines
package import Messages

/// A message as sent by the daemon.
package enum ServerLine {
    /// The maximum length of a line that a client should accept, in bytes: a status with the longest announcement, or all voices.
    package static let maximumLength = 2 * RequestLine.maximumLength

    /// Parses one line; returns nil for an unknown type, which a newer daemon may send.
    /// - Throws: ``JSONLineError`` that names the field.
    package static func message(from line: [UInt8]) throws(JSONLineError) -> ServerMessage? {
        var fields = FieldPass(reading: try JSONObject(line))
        var type = ""
        try fields.required("type", &type)
        guard var message = ServerMessage.Kind(rawValue: type)?.blank else { return nil }
        try message.pass(&fields)
        return message
    }

    /// Parses an event as in traces, without a `type`.
    /// - Throws: ``JSONLineError`` that names the invalid or unknown field.
    package static func event(from line: [UInt8]) throws(JSONLineError) -> TraceEvent {
        var fields = FieldPass(reading: try JSONObject(line))
        var event = TraceEvent.blank
        try event.pass(&fields)
        if let unknown = fields.unread.first {
            throw JSONLineError(.invalidField, "\(unknown): unknown in a trace's line; expected its fields only")
        }
        return event
    }

    /// Returns an event as sent to subscribers, with the time of day: a line of `announce monitor --json`. It contains no control
    /// characters that could affect a terminal.
    package static func json(of event: TraceEvent, time: String) -> String {
        let line = MonitoredEvent(event: event, time: time).jsonText
        // JSON itself escapes only control characters below the space.
        guard line.unicodeScalars.contains(where: { 0x7f...0x9f ~= $0.value }) else { return line }
        return line.unicodeScalars.reduce(into: "") { text, scalar in
            if 0x7f...0x9f ~= scalar.value { text += "\\u00" + String(scalar.value, radix: 16) } else { text.unicodeScalars.append(scalar) }
        }
    }

    /// An event as a message, with the time of day.
    private struct MonitoredEvent: JSONFields {
        static var blank: MonitoredEvent { MonitoredEvent(event: .blank, time: "") }
        var event: TraceEvent
        var time: String

        mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
            var message = ServerMessage.event(event)
            try message.pass(&fields)
            try fields.required("time", &time)
        }
    }
}
