import Messages
import SpeechQueue

// Layout and screen changes, and pages (§3, N1–N3, N6, Y1–Y4).
extension Narrator {
    /// UIAccessibilityLayoutChanged.
    mutating func layoutChanged(
        _ argument: ChangeArgument, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        switch argument {
        case .element(let reference):
            return try elementFocused(reference, by: .app, name: name, from: client, at: now)
        case .text(let text):
            // N6: the focus stays.
            return Narrated(steps: [.post(try utterance(ofText: text, name: name, from: client, at: now))])
        case .none:
            return describeChanges(name: name, of: client, at: now)
        }
    }

    /// N3: Posts only the differences from the state that was last spoken or is about to be spoken.
    private mutating func describeChanges(name: String, of client: ClientID, at now: Instant) -> Narrated {
        guard let element = screens[client]?.focused else { return Narrated(steps: [silent(name, client, .N3)]) }
        guard isInForeground(client) else { return Narrated(steps: [silent(name, client, .N5, element: element.id)]) }
        guard !silences(element, of: client) else { return Narrated(steps: [silent(name, client, .M3, element: element.id)]) }
        let pending = screens[client]?.known?.posted.flatMap { subjects[$0]?.element }
        let runs = runs(for: screens[client]?.news(in: element, on: .layout(pending: pending)), of: element, client)
        guard !runs.isEmpty else { return Narrated(steps: [silent(name, client, .N3, element: element.id)]) }
        let changed = utterance(
            .update, runs, about: subject(.update, element, of: client), name: name, from: client,
            media: permission(of: element, client), at: now)
        screens[client]?.known?.post(update: changed)
        return Narrated(steps: [.post(changed)])
    }

    /// UIAccessibilityScreenChanged (N1, N2).
    mutating func screenChanged(
        _ change: ScreenChange, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        let former = screens[client]
        // The other clients of a shared screen keep it.
        let own = screens.isShared(by: client) ? nil : screens.id(of: client)
        let room = screens.room(for: own)
        var screen = former?.successor() ?? Screen(isFirst: hellos[client]?.launch ?? true)
        var narrated = Narrated()
        var ids: [String] = []
        for (index, element) in change.elements.enumerated() {
            ids.append(try screen.register(localized(element, client), at: .elements(index), room: room))
            if narrated.warnings.count < Reply.mostWarnings { narrated.warnings += warnings(for: element, field: "elements[\(index)]") }
        }
        var focus = ids.first
        if case .element(let reference) = change.argument {
            switch reference {
            case .id(let id):
                guard screen[id] != nil else { throw .unknownElement(id) }
                focus = id
            case .element(let element):
                focus = try screen.register(localized(element, client), at: .element, room: room)
                narrated.warnings += warnings(for: element, field: "element")
            }
        }
        if let focus, !ids.contains(focus) { ids.append(focus) }
        let summaries = ids.filter { screen[$0]?.traits.contains(.summaryElement) == true }
        if summaries.count > 1 {
            narrated.warnings.append(Warning(.inconsistent, "elements: \(summaries.count) summary elements; the first is spoken (Y2)"))
        }
        let summary = screen.isFirst ? summaries.first : nil
        screen.isFirst = false
        screen.moveFocus(to: focus)
        screen.newest = cause
        if let own { screens[own] = screen } else { screen.clients = [] }
        let id = own ?? screens.begin(screen, for: client)
        narrated.steps += dropEcho(of: client, .N1) + bringToForeground(id)
        narrated.steps.append(.drop(UtteranceClass.focusSpeech.union([.screen]), of: id, .reset, .N1))
        if own != nil { narrated.steps += (former?.page?.utterances ?? []).map { .dropUtterance($0, .reset, .N1) } }
        narrated.steps += focusSteps(focus, name: name, client)
        narrated.steps += screenSteps(change, focus: focus, name: name, from: client, at: now)
        if let summary, summary != focus, let element = screen[summary] {
            narrated.steps += summarySteps(element, from: client, at: now)
        }
        return narrated
    }

    /// N2: Posts two tones, the title, the text, and the focused element's description.
    private mutating func screenSteps(
        _ change: ScreenChange, focus: String?, name: String, from client: ClientID, at now: Instant
    ) -> [Step] {
        let opening = opening(of: change, in: hellos[client]?.language)
        guard media.gate.elements == .open else {
            screens[client]?.known?.owesDescription = focus != nil
            screens[client]?.opening.show(opening.isEmpty ? nil : opening, .held)
            return [silent(name, client, .M3, element: focus)]
        }
        var runs: [SpeechRun] = []
        if options.plays(.screenChanged) { runs.append(SpeechRun(text: "", earcon: .screenChanged)) }
        var subject: Subject?
        if let focus, mutes(focus, of: client) { screens[client]?.known?.owesDescription = true }
        if let focus, let element = screens[client]?[focus], !mutes(focus, of: client) {
            let description = describer(for: client).describe(
                element, previous: screens[client]?.container, title: opening.isEmpty ? nil : opening, in: hellos[client]?.language)
            runs += description.runs
            subject = self.subject(.description(hint: description.hint), element, of: client)
        } else if !opening.isEmpty {
            runs.append(describer.screen(opening, in: hellos[client]?.language))
        }
        guard !runs.isEmpty else { return [silent(name, client, .N1, element: focus)] }
        screens[client]?.opening.show(opening.isEmpty ? nil : opening, .pending)
        let screen = utterance(.screen, runs, about: subject, name: name, from: client, at: now)
        if subject != nil { screens[client]?.known?.post(screen.id, describes: true) }
        return [.post(screen)]
    }

    /// Returns a screen's title and text.
    private func opening(of change: ScreenChange, in language: String?) -> String {
        let marks = describer.marks(in: language)
        var text: String?
        if case .text(let given) = change.argument { text = given }
        return [change.title, text].compactMap { Phrase.trimmed($0).map { Phrase.punctuated($0, .stop, marks) } }
            .joined(separator: marks.space)
    }

    /// Y1, Y4: Posts the summary after title and focus, with traits and hint. The focus stays.
    mutating func summarySteps(_ element: Element, from client: ClientID, at now: Instant) -> [Step] {
        guard !silences(element, of: client) else {
            if !mutes(element.id, of: client) { screens[client]?.opening.heldSummary = element.id }
            return []
        }
        let description = describer(for: client).describe(element, previous: screens[client]?.container)
        let subject = self.subject(.summary(hint: description.hint), element, of: client)
        let summary = utterance(
            .summary, description.runs, about: subject, name: nextName(), from: client, media: permission(of: element, client), at: now)
        screens[client]?.opening.summary = summary.id
        return [.post(summary)]
    }

    /// UIAccessibilityPageScrolled: posts the new page's text, or plays the border sound if the text is the same.
    mutating func pageScrolled(
        _ text: String, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        guard media.gate.elements == .open, media.gate.announcements <= .low else {
            return Narrated(steps: [silent(name, client, .M3)])
        }
        if screens[client]?.page?.text == text {
            if let rule = silence(of: client, byHand: true) { return Narrated(steps: [silent(name, client, rule)]) }
            guard options.plays(.pageBorder) else { return Narrated(steps: [silent(name, client, .N1)]) }
            return Narrated(steps: [
                .earcon(.pageBorder),
                .note(Step.Note(event: .earcon, name: name, client: client, rule: .N1, earcon: .pageBorder, cause: cause)),
            ])
        }
        let page = try utterance(ofText: text, name: name, from: client, at: now)
        screens[screen(of: client)]?.turnPage(to: text, by: page.id)
        return Narrated(steps: [.post(page)], warnings: warnings(forPage: text))
    }

    /// Returns a warning if a text such as "Page 3 of 2" names a page beyond the last.
    private func warnings(forPage text: String) -> [Warning] {
        let numbers = text.split { !("0"..."9" ~= $0) }.compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] > numbers[1], let between = text.firstMatch(of: /[0-9] *(\/|\p{L}+) *[0-9]/)?.1.lowercased(),
            between == "/" || describer.lexicons.all.contains(where: { $0.durations.of.contains(between) })
        else { return [] }
        return [Warning(.inconsistent, "text: page \(numbers[0]) is beyond the last, \(numbers[1])")]
    }

    // MARK: Elements

    /// Adds an element to a client's screen, or replaces the existing element with the same id.
    /// - Returns: the element's id.
    mutating func register(_ element: Element, of client: ClientID) throws(Refusal) -> String {
        let id = screen(of: client)
        let room = screens.room(for: id)
        return try screens[id]?.register(element, at: .element, room: room) ?? element.id
    }

    /// Returns the element with its client's language, unless the element has its own language.
    func localized(_ element: Element, _ client: ClientID) -> Element {
        var element = element
        element.language = element.language ?? hellos[client]?.language
        return element
    }

    func inconsistencies(of element: Element, field: @autoclosure () -> String) -> [Warning] {
        describer.warnings(for: element).map { Warning(.inconsistent, "\(field()): \($0)") }
    }

    func warnings(for element: Element, field: @autoclosure () -> String) -> [Warning] {
        inconsistencies(of: element, field: field())
            + [unknownVoice(in: SpeechAttributes(language: element.language), field: field())].compactMap(\.self)
            + warnings(for: element.attributedLabel, element.attributedValue, element.attributedHint, field: field() + ".")
    }

    /// E15: Returns a warning about an unknown language or voice, which has no effect in an element.
    private func unknownVoice(in manner: SpeechAttributes, field: @autoclosure () -> String) -> Warning? {
        do throws(UnknownVoice) { _ = try voices?.resolve(manner) } catch { return Warning(.adjusted, "\(field()).\(error.sentence)") }
        return nil
    }

    /// Returns the warnings about unknown languages and voices of the texts' parts.
    func warnings(
        for label: AttributedText?, _ value: AttributedText?, _ hint: AttributedText?, field: @autoclosure () -> String
    ) -> [Warning] {
        var warnings: [Warning] = []
        for (name, text) in [("label", label), ("value", value), ("hint", hint)] where text?.runs.isEmpty == false {
            for (index, run) in (text?.runs ?? []).enumerated() where warnings.count < Reply.mostWarnings {
                if let warning = unknownVoice(in: run.attributes, field: "\(field())\(name)[\(index)]") { warnings.append(warning) }
            }
        }
        return warnings
    }

    /// Reports the new focus to the client and in traces.
    func focusSteps(_ id: String?, name: String, _ client: ClientID) -> [Step] {
        [
            .note(Step.Note(event: .focus, name: name, client: client, rule: .N6, element: id)),
            .send(.elementFocused(id: id), to: client),
        ]
    }
}
