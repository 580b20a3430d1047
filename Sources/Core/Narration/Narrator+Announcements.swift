package import Messages
package import SpeechQueue

extension Narrator {
    /// Returns the utterance for an announcement.
    /// - Throws: ``Refusal`` that names an unknown voice or language.
    package mutating func utterance(
        for announcement: Announcement, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Utterance {
        var announcement = announcement
        readCode(in: &announcement)
        let hello = hellos[client] ?? Hello()
        let priority = priority(of: announcement, from: hello)
        let utteranceClass = Self.utteranceClass(of: announcement, priority)
        let isFromScreenReader = announcement.isFromScreenReader && utteranceClass == .default
        let settings = settings(of: client)
        let manner = merge(SpeechAttributes(language: hello.language), settings)
        let first = announcement.runs.first?.attributes
        let sharesVoice = announcement.runs.allSatisfy { $0.attributes.voice == first?.voice && $0.attributes.language == first?.language }
        var runs: [SpeechRun] = []
        for (index, run) in announcement.runs.enumerated() {
            let asked = try resolve(run.attributes, at: sharesVoice || announcement.isFromMarkup ? nil : index)
            runs.append(inManner(run, asked, manner))
        }
        let id = nextUtteranceID()
        let ownName = announcement.isFromScreenReader ? nil : backgroundPrefix(client, hello)
        let prefix = ownName.map { SpeechRun(text: $0, attributes: settings) }
        let shortens = shortensTokens(of: hello.app, fromScreenReader: announcement.isFromScreenReader)
        let spoken = read(runs, prefix: prefix, for: id, wantsWords: hello.progress, shortens: shortens)
        let maxAge = announcement.maxAge ?? (utteranceClass == .low ? Self.lowMaxAge : nil)
        var utterance = Utterance(
            id: id, client: client, name: name, class: utteranceClass, runs: spoken,
            waits: announcement.queue, posted: now,
            group: announcement.group.map { Self.group($0, of: client, hello) },
            supersede: announcement.supersede,
            deadline: maxAge.map { now + $0 },
            isKept: (utteranceClass == .low || isFromScreenReader || announcement.continues) && announcement.retain,
            allowRepeat: announcement.allowRepeat,
            wantsWords: hello.progress,
            media: announcement.force ? .always : utteranceClass == .high || isFromScreenReader ? .play : .none)
        utterance.hasUsualAge = utteranceClass == .low && announcement.maxAge == nil
        utterance.app = hello.app
        utterance.userActed = screens[client]?.hand.acted
        utterance.isFromScreenReader = announcement.isFromScreenReader
        utterance.continues = announcement.isFromScreenReader || announcement.continues
        utterance.countsAsMissed = announcement.countsAsMissed
        utterance.isPrivate = announcement.isPrivate
        utterance.cutsOtherApps = announcement.isFromScreenReader || options.backgroundInterrupts || isInForeground(hello)
        if prefix != nil || !utterance.isUnread && spoken != runs {
            utterance.clientText = announcement.text
            utterance.text = Self.joined(spoken)
        }
        utterance.extraCost = cost(ofReading: id)
        return utterance
    }

    /// T22: Replaces each block of code by the number of its lines, in the user's language.
    private func readCode(in announcement: inout Announcement) {
        for (index, run) in announcement.runs.enumerated() {
            guard let lines = run.codeLines else { continue }
            let text = describer.words.filled(.codeLines, with: [Int(lines)]) + describer.words[.punctuationStop]
            var manner = run.attributes
            (manner.language, manner.voice, manner.spell) = (settings.language, settings.voice, nil)
            announcement.runs[index] = SpeechRun(text: text, attributes: manner, pause: run.pause, mark: run.mark)
        }
    }

    /// Returns the attributes with the voice and language as the synthesizer names them; unchanged while the voices are unknown.
    /// - Parameter run: the index of the run that has the attributes; nil if all runs have the same.
    /// - Throws: ``Refusal`` that names an unknown voice or language, and the run.
    package func resolve(_ manner: SpeechAttributes, at run: Int? = nil) throws(Refusal) -> SpeechAttributes {
        do throws(UnknownVoice) { return try voices?.resolve(manner) ?? manner } catch { throw .unknownVoice(error, run: run) }
    }

    /// Returns the text of runs. Runs that are parts of one text (T9) contain their own white space.
    static func joined(_ runs: [SpeechRun]) -> String {
        runs.reduce(into: "") { text, run in
            let (last, first) = (text.unicodeScalars.last, run.text.unicodeScalars.first)
            let isApart = last?.properties.isWhitespace == false && first?.properties.isWhitespace != true
            text += (isApart ? " " : "") + run.text
        }
    }

    /// Q2: Returns whether a client's app is in the foreground.
    private func isInForeground(_ hello: Hello) -> Bool {
        foregroundClient.map { Utterance.areSameApp(hellos[$0]?.app, hello.app) } ?? false
    }

    /// N5: Returns the prefix for announcements of an app in the background: its name.
    private func backgroundPrefix(_ client: ClientID, _ hello: Hello) -> String? {
        guard let foreground = foregroundClient, foreground != client, hello.app != hellos[foreground]?.app || hello.app == nil else {
            return nil
        }
        if let own = hello.app.flatMap({ options.apps[$0]?.prefix }) { return "\(own):" }
        return options.prefixesBackground ? (hello.name ?? hello.app).map { "\($0):" } : nil
    }

    /// Returns an utterance for a text without an element: layoutChanged(text) and pageScrolled behave like announcements (§3).
    mutating func utterance(ofText text: String, name: String, from client: ClientID, at now: Instant) throws(Refusal) -> Utterance {
        var announcement = Announcement(runs: [SpeechRun(text: text)])
        announcement.allowRepeat = true
        return try utterance(for: announcement, name: name, from: client, at: now)
    }

    /// Returns the group that a client refers to: a group of its app, or of the client alone if it has not named its app.
    package static func group(_ name: String, of client: ClientID, _ hello: Hello) -> Utterance.Group {
        Utterance.Group(app: hello.app ?? "client \(client.number)", name: name)
    }

    private func priority(of announcement: Announcement, from hello: Hello) -> Announcement.Priority {
        guard let cap = hello.app.flatMap({ options.apps[$0] })?.priorityCap else { return announcement.priority }
        let order = Announcement.Priority.allCases
        guard let asked = order.firstIndex(of: announcement.priority), let most = order.firstIndex(of: cap) else { return cap }
        return order[min(asked, most)]
    }

    /// Q3: with `queue` a default becomes a low. A high remains a high. A screen reader's default remains a default, so that it precedes
    /// other clients' lows.
    private static func utteranceClass(of announcement: Announcement, _ priority: Announcement.Priority) -> UtteranceClass {
        switch priority {
        case .low: .low
        case .default: announcement.queue && !announcement.isFromScreenReader ? .low : .default
        case .high: .high
        }
    }
}
