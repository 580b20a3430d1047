import Messages
import SpeechQueue

extension Utterance {
    /// An utterance's Boolean properties, one bit each.
    private struct Flags: OptionSet {
        let rawValue: Int
        static let waits = Flags(rawValue: 1)
        static let isKept = Flags(rawValue: 2)
        static let allowRepeat = Flags(rawValue: 4)
        static let wantsWords = Flags(rawValue: 8)
        static let isFromDaemon = Flags(rawValue: 16)
        /// Whether its text is its only run's text.
        static let isOneRun = Flags(rawValue: 32)
    }

    func write(to fields: inout JournalFieldWriter) {
        var flags: Flags = []
        if waits { flags.insert(.waits) }
        if isKept { flags.insert(.isKept) }
        if allowRepeat { flags.insert(.allowRepeat) }
        if wantsWords { flags.insert(.wantsWords) }
        if isFromDaemon { flags.insert(.isFromDaemon) }
        if runs.count == 1, runs[0].text == text { flags.insert(.isOneRun) }
        fields.put(flags.rawValue)
        fields.put(id.number)
        fields.put(client.number)
        fields.put(name)
        fields.put(`class`.code)
        fields.put(media.rawValue)
        fields.put(posted)
        fields.put(deadline)
        fields.put(group?.app)
        if let group { fields.put(group.name) }
        fields.put(clientText)
        if !flags.contains(.isOneRun) { fields.put(text) }
        fields.put(runs.count)
        for run in runs { run.write(to: &fields) }
        fields.put(supersede.rawValue)
        fields.put(extraCost)
        if runs.contains(where: { $0.ipa != nil }) {
            for run in runs { fields.put(run.ipa) }
        }
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        let flags = Flags(rawValue: try fields.integer())
        self.init(
            id: UtteranceID(try fields.number()), client: ClientID(try fields.number()), name: try fields.text(),
            class: try UtteranceClass(code: try fields.number()), runs: [], waits: flags.contains(.waits), posted: Instant(nanoseconds: 0),
            isKept: flags.contains(.isKept), allowRepeat: flags.contains(.allowRepeat), wantsWords: flags.contains(.wantsWords))
        isFromDaemon = flags.contains(.isFromDaemon)
        media = try MediaPermission(code: try fields.integer())
        posted = try fields.instant()
        deadline = try fields.optionalInstant()
        if let app = try fields.optionalText() { group = Group(app: app, name: try fields.text()) }
        clientText = try fields.optionalText()
        let text = flags.contains(.isOneRun) ? nil : try fields.text()
        for _ in 0..<(try fields.count()) { runs.append(try SpeechRun(from: &fields)) }
        guard let text = text ?? runs.first?.text else { throw Unreadable() }
        self.text = text
        supersede = try fields.word()
        extraCost = try fields.integer()
        for index in runs.indices { runs[index].ipa = try fields.optionalText() }
    }
}

extension SpeechRun {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(text)
        attributes.write(to: &fields)
        fields.put(earcon?.rawValue)
        fields.put(pause)
        fields.put(mark)
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(text: try fields.text(), attributes: try SpeechAttributes(from: &fields))
        if let word = try fields.optionalText() { earcon = Earcon(rawValue: word) }
        pause = try fields.optionalFraction()
        mark = try fields.optionalText()
    }
}

extension SpeechAttributes {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(language)
        fields.put(voice)
        fields.put(rate)
        fields.put(rateFactor)
        fields.put(pitch)
        fields.put(volume)
        fields.put(punctuation?.rawValue)
        fields.put(capitals?.rawValue)
        fields.put(spell.map { $0 ? 1 : 0 })
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(language: try fields.optionalText(), voice: try fields.optionalText(), rate: try fields.optionalInteger())
        rateFactor = try fields.optionalFraction()
        pitch = try fields.optionalInteger()
        volume = try fields.optionalInteger()
        punctuation = try fields.optionalText().flatMap(Punctuation.init)
        capitals = try fields.optionalText().flatMap(Capitals.init)
        spell = try fields.optionalInteger().map { $0 != 0 }
    }
}
