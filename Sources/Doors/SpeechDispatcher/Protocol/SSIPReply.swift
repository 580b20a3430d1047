/// The reply to a command: lines of data, and a last line with the result.
package struct SSIPReply: Error, Sendable, Equatable {
    /// Three digits: 1 and 2 mean success, 3 a failure of the server, 4 a wrong value, 5 a wrong command.
    package var code: Int
    package var lines: [String]
    package var message: String

    package init(_ code: Int, _ message: String, lines: [String] = []) {
        self.code = code
        self.lines = lines
        self.message = message
    }

    package var isSuccess: Bool { code < 300 }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for line in lines { bytes.append(contentsOf: "\(code)-\(Self.oneLine(line))\r\n".utf8) }
        bytes.append(contentsOf: "\(code) \(message)\r\n".utf8)
        return bytes
    }

    /// Returns `text` on one line, so that a client's text can't be mistaken for another line of the reply.
    private static func oneLine(_ text: String) -> String {
        text.unicodeScalars.contains { $0 == "\r" || $0 == "\n" }
            ? String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" || $0 == "\n" ? " " : $0 })) : text
    }
}

extension SSIPReply {
    // Success. Clients read the first digit; codes and words are those of speech-dispatcher.
    package static let languageSet = SSIPReply(201, "OK LANGUAGE SET")
    package static let prioritySet = SSIPReply(202, "OK PRIORITY SET")
    package static let rateSet = SSIPReply(203, "OK RATE SET")
    package static let pitchSet = SSIPReply(204, "OK PITCH SET")
    package static let punctuationSet = SSIPReply(205, "OK PUNCTUATION SET")
    package static let capitalsSet = SSIPReply(206, "OK CAP LET RECOGNITION SET")
    package static let spellingSet = SSIPReply(207, "OK SPELLING SET")
    package static let clientNameSet = SSIPReply(208, "OK CLIENT NAME SET")
    package static let voiceSet = SSIPReply(209, "OK VOICE SET")
    package static let stopped = SSIPReply(210, "OK STOPPED")
    package static let paused = SSIPReply(211, "OK PAUSED")
    package static let resumed = SSIPReply(212, "OK RESUMED")
    package static let canceled = SSIPReply(213, "OK CANCELED")
    package static let outputModuleSet = SSIPReply(216, "OK OUTPUT MODULE SET")
    package static let pauseContextSet = SSIPReply(217, "OK PAUSE CONTEXT SET")
    package static let volumeSet = SSIPReply(218, "OK VOLUME SET")
    package static let markupSet = SSIPReply(219, "OK SSML MODE SET")
    package static let notificationSet = SSIPReply(220, "OK NOTIFICATION SET")
    /// The text was empty, so there is nothing to speak.
    package static let nothingQueued = SSIPReply(227, "OK MESSAGE CANCELED")
    package static let receiving = SSIPReply(230, "OK RECEIVING DATA")
    package static let bye = SSIPReply(231, "HAPPY HACKING")
    package static let insideBlock = SSIPReply(260, "OK INSIDE BLOCK")
    package static let outsideBlock = SSIPReply(261, "OK OUTSIDE BLOCK")
    package static let pitchRangeSet = SSIPReply(263, "OK PITCH RANGE SET")

    package static func queued(_ message: UInt64) -> SSIPReply { SSIPReply(225, "OK MESSAGE QUEUED", lines: ["\(message)"]) }
    package static func clients(_ lines: [String]) -> SSIPReply { SSIPReply(240, "OK CLIENTS LIST SENT", lines: lines) }
    package static func lastMessage(_ message: UInt64) -> SSIPReply { SSIPReply(242, "OK LAST MSG SAID", lines: ["\(message)"]) }
    package static func clientID(_ client: UInt64) -> SSIPReply { SSIPReply(245, "OK CLIENT ID SENT", lines: ["\(client)"]) }
    package static func voices(_ lines: [String]) -> SSIPReply { SSIPReply(249, "OK VOICE LIST SENT", lines: lines) }
    package static func modules(_ names: [String]) -> SSIPReply { SSIPReply(250, "OK MODULE LIST SENT", lines: names) }
    package static func value(_ value: String) -> SSIPReply { SSIPReply(251, "OK GET RETURNED", lines: [value]) }
    package static let help = SSIPReply(
        248, "OK HELP SENT",
        lines: [
            "SPEAK, then a text and a line with one dot: says it", "CHAR, KEY: say a character or a key's name",
            "SOUND_ICON: plays a sound, or says its name", "STOP, CANCEL, PAUSE, RESUME self, all or a client's number",
            "SET self, all or a number, a parameter and its value", "GET a parameter",
            "LIST VOICES, SYNTHESIS_VOICES, OUTPUT_MODULES", "BLOCK BEGIN, BLOCK END: messages that belong together",
            "HISTORY GET CLIENT_ID, CLIENT_LIST, LAST", "QUIT",
        ])

    // Failure.
    package static let internalError = SSIPReply(300, "ERR INTERNAL")
    package static let voicesUnknown = SSIPReply(321, "ERR MODULE CANT REPORT VOICES")
    package static let alreadyInsideBlock = SSIPReply(330, "ERR ALREADY INSIDE BLOCK")
    package static let alreadyOutsideBlock = SSIPReply(331, "ERR ALREADY OUTSIDE BLOCK")
    package static let notInsideBlock = SSIPReply(332, "ERR NOT ALLOWED INSIDE BLOCK")
    package static let notImplemented = SSIPReply(380, "ERR NOT YET IMPLEMENTED")
    package static let tooManyClients = SSIPReply(390, "ERR TOO MANY CLIENTS")
    package static let notAllowed = SSIPReply(391, "ERR ANOTHER USERS SERVER")
    package static let noSuchClient = SSIPReply(402, "ERR NO SUCH CLIENT")
    package static let noMessage = SSIPReply(403, "ERR NO MESSAGE")
    package static let unknownPriority = SSIPReply(408, "ERR UNKNOWN PRIORITY")
    package static func textTooLong(_ message: UInt64) -> SSIPReply {
        SSIPReply(420, "ERR TEXT TOO LONG", lines: ["\(message)"])
    }
    package static let tooMuchWaits = SSIPReply(422, "ERR TOO MUCH TEXT IS WAITING")
    package static let invalidCommand = SSIPReply(500, "ERR INVALID COMMAND")
    package static let invalidEncoding = SSIPReply(501, "ERR INVALID ENCODING")
    package static let missingParameter = SSIPReply(510, "ERR MISSING PARAMETER")
    package static let notANumber = SSIPReply(511, "ERR PARAMETER NOT A NUMBER")
    package static let notOnOrOff = SSIPReply(513, "ERR PARAMETER NOT ON OR OFF")
    package static let invalidParameter = SSIPReply(514, "ERR PARAMETER INVALID")
    package static let commandTooLong = SSIPReply(520, "ERR COMMAND TOO LONG")
}
