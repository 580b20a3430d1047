extension SSIPCommand {
    /// Parses a command. The command's words, and arguments that are words of the protocol, are case-insensitive.
    /// - Throws: the reply to an invalid command.
    package init(line: String) throws(SSIPReply) {
        var words = SSIPWords(line)
        switch words.next()?.uppercased() {
        case "SPEAK": self = .speak
        case "CHAR": self = .char(try words.needed(words.rest))
        case "KEY": self = .key(try words.needed(words.rest))
        case "SOUND_ICON": self = .soundIcon(try words.needed(words.rest))
        case "STOP": self = .stop(try words.target())
        case "CANCEL": self = .cancel(try words.target())
        case "PAUSE": self = .pause(try words.target())
        case "RESUME": self = .resume(try words.target())
        case "SET":
            let target = try words.target()
            let parameter = try SSIPParameter(&words, of: target)
            self = .set(parameter, of: target)
        case "GET":
            guard let query = SSIPQuery(rawValue: try words.needed().uppercased()) else { throw .invalidParameter }
            self = .get(query)
        case "LIST":
            switch try words.needed().uppercased() {
            case "VOICES": self = .listVoices
            case "OUTPUT_MODULES": self = .listOutputModules
            case "SYNTHESIS_VOICES": self = .listSynthesisVoices(language: words.next(), variant: words.next())
            default: throw .invalidParameter
            }
        case "BLOCK":
            switch try words.needed().uppercased() {
            case "BEGIN": self = .blockBegin
            case "END": self = .blockEnd
            default: throw .invalidParameter
            }
        case "HISTORY": self = .history(try SSIPHistoryCommand(&words))
        case "HELP": self = .help
        case "QUIT", "BYE": self = .quit
        default: throw .invalidCommand
        }
    }
}

/// Iterates over a command's words. Works on scalars, so that a combining mark after a space is a separate argument.
struct SSIPWords {
    private var scalars: Substring.UnicodeScalarView

    init(_ line: String) {
        scalars = line.unicodeScalars.drop { $0 == " " }
        while scalars.last == " " { scalars.removeLast() }
    }

    var rest: String { String(scalars) }

    mutating func next() -> String? {
        guard !scalars.isEmpty else { return nil }
        let word = scalars.prefix { $0 != " " }
        scalars = scalars.dropFirst(word.count).drop { $0 == " " }
        return String(word)
    }

    mutating func needed() throws(SSIPReply) -> String {
        guard let word = next() else { throw .missingParameter }
        return word
    }

    func needed(_ text: String) throws(SSIPReply) -> String {
        guard !text.isEmpty else { throw .missingParameter }
        return text
    }

    mutating func target() throws(SSIPReply) -> SSIPTarget {
        let word = try needed()
        switch word.lowercased() {
        case "self": return .own
        case "all": return .all
        default:
            guard let number = UInt64(word) else { throw .invalidParameter }
            return .client(number)
        }
    }

    mutating func number() throws(SSIPReply) -> Int {
        guard let number = Int(try needed()) else { throw .notANumber }
        return number
    }

    mutating func flag() throws(SSIPReply) -> Bool {
        switch try needed().lowercased() {
        case "on": return true
        case "off": return false
        default: throw .notOnOrOff
        }
    }
}

extension SSIPParameter {
    /// Parses the part of a command after `SET` and its target.
    init(_ words: inout SSIPWords, of target: SSIPTarget) throws(SSIPReply) {
        let name = try words.needed().uppercased()
        switch name {
        case "CLIENT_NAME":
            guard target == .own else { throw .invalidParameter }
            guard let name = SSIPClientName(try words.needed()) else { throw SSIPReply(311, "ERR COULDNT SET CLIENT_NAME") }
            self = .clientName(name)
        case "PRIORITY":
            guard target == .own else { throw SSIPReply(301, "ERR COULDNT SET PRIORITY") }
            guard let priority = SSIPPriority(rawValue: try words.needed().lowercased()) else { throw .unknownPriority }
            self = .priority(priority)
        case "LANGUAGE": self = .language(try words.needed())
        case "VOICE_TYPE", "VOICE":
            guard let type = SSIPVoiceType(rawValue: try words.needed().uppercased()) else { throw SSIPReply(309, "ERR COULDNT SET VOICE") }
            self = .voiceType(type)
        case "SYNTHESIS_VOICE": self = .synthesisVoice(try words.needed(words.rest))
        case "OUTPUT_MODULE": self = .outputModule(try words.needed())
        case "RATE":
            self = .rate(try words.number(tooHigh: SSIPReply(409, "ERR RATE TOO HIGH"), tooLow: SSIPReply(410, "ERR RATE TOO LOW")))
        case "PITCH":
            self = .pitch(try words.number(tooHigh: SSIPReply(411, "ERR PITCH TOO HIGH"), tooLow: SSIPReply(412, "ERR PITCH TOO LOW")))
        case "PITCH_RANGE":
            let (high, low) = (SSIPReply(415, "ERR PITCH RANGE TOO HIGH"), SSIPReply(416, "ERR PITCH RANGE TOO LOW"))
            self = .pitchRange(try words.number(tooHigh: high, tooLow: low))
        case "VOLUME":
            self = .volume(try words.number(tooHigh: SSIPReply(413, "ERR VOLUME TOO HIGH"), tooLow: SSIPReply(414, "ERR VOLUME TOO LOW")))
        case "PUNCTUATION":
            guard let level = SSIPPunctuation(rawValue: try words.needed().lowercased()) else { throw .invalidParameter }
            self = .punctuation(level)
        case "SPELLING": self = .spelling(try words.flag())
        case "CAP_LET_RECOGN":
            guard let capitals = SSIPCapitals(rawValue: try words.needed().lowercased()) else { throw .invalidParameter }
            self = .capitals(capitals)
        case "SSML_MODE":
            guard target == .own else { throw .invalidParameter }
            self = .markup(try words.flag())
        case "PAUSE_CONTEXT":
            let sentences = try words.number()
            guard sentences >= 0 else { throw .invalidParameter }
            self = .pauseContext(sentences)
        case "NOTIFICATION":
            guard target == .own else { throw .invalidParameter }
            guard let events = Self.events(try words.needed()) else { throw SSIPReply(316, "ERR COULDNT SET NOTIFICATION") }
            self = .notification(events, try words.flag())
        case "HISTORY": self = .history(try words.flag())
        case "DEBUG":
            guard target == .all else { throw SSIPReply(317, "ERR COULDNT SET DEBUGGING") }
            self = .debug(try words.flag())
        default: throw .invalidCommand
        }
    }

    private static func events(_ word: String) -> Set<SSIPEvent.Kind>? {
        switch word.lowercased() {
        case "all": Set(SSIPEvent.Kind.allCases)
        case "index_marks": [.indexMarks]
        case let word: SSIPEvent.Kind(rawValue: word).map { [$0] }
        }
    }
}

extension SSIPWords {
    fileprivate mutating func number(tooHigh: SSIPReply, tooLow: SSIPReply) throws(SSIPReply) -> Int {
        let number = try number()
        if number > SSIPScale.range.upperBound { throw tooHigh }
        if number < SSIPScale.range.lowerBound { throw tooLow }
        return number
    }
}

extension SSIPClientName {
    /// The maximum length of a part, in Unicode scalars. `status` shows these names.
    private static let longestPart = 64

    /// - Parameter text: the three parts; libspeechd encloses all of them in quotes.
    init?(_ text: String) {
        let isQuoted = text.count >= 2 && text.first == "\"" && text.last == "\""
        let name = isQuoted ? text.dropFirst().dropLast() : text[...]
        let parts = name.unicodeScalars.filter { $0 != "\0" }.split(separator: ":", omittingEmptySubsequences: false)
            .map { String(String.UnicodeScalarView($0.prefix(Self.longestPart))) }
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(user: parts[0], client: parts[1], component: parts[2])
    }
}

extension SSIPHistoryCommand {
    init(_ words: inout SSIPWords) throws(SSIPReply) {
        switch try words.needed().uppercased() {
        case "GET":
            switch try words.needed().uppercased() {
            case "CLIENT_LIST": self = .getClientList
            case "CLIENT_ID": self = .getClientID
            case "LAST": self = .getLast
            case "CLIENT_MESSAGES", "MESSAGE": self = .other
            default: throw .invalidCommand
            }
        case "CURSOR", "SAY", "SORT", "SET", "SEARCH":
            _ = try words.needed()
            self = .other
        default: throw .invalidCommand
        }
    }
}
