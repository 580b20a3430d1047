import Messages

/// The parts of an element's description, in the words of a dialect.
struct Parts {
    /// The words spoken before the name: "Selected" (E3).
    private var lead: Phrase?
    private var name: Phrase
    private var value: Phrase?
    /// The placeholder, if it is a separate part, as in TalkBack's dialect. VoiceOver uses it as the value.
    private var placeholder: Phrase?
    /// What is important of the content (E14): the label and the value of each detail.
    private var details: [[Phrase]]
    /// States and roles after the name, in order (E2, E9).
    private var traits: [Phrase]
    /// "On", "Checked" and so on of a toggle without another value; also contained in `traits`.
    private var toggleState: Phrase?
    /// The value, even if it is used as the name or hidden because the element is a keyboard key.
    private var anyValue: Phrase?

    init(of element: Element, _ describer: Describer) {
        let dialect = describer.style.dialect
        func word(_ key: Words.Key) -> Phrase? {
            let isLevel = key == .header && element.level != nil || key == .level
            let key = key == .header && isLevel ? Words.Key.headerLevel : key
            let text = isLevel ? describer.words.filled(key.in(dialect), with: [element.level ?? 0]) : describer.words[key.in(dialect)]
            return text.isEmpty ? nil : Phrase(text, from: .words)
        }
        let traits = element.traits
        let toggleKey = Self.toggleKey(of: element, dialect)
        let reader = TextReader(of: element, describer)
        let label = reader.label()
        // A password that has been typed stands in the placeholder's place, though it is not heard.
        let hidesPlaceholder = traits.contains(.secureTextEntry) && element.value?.isEmpty == false
        let placeholder = hidesPlaceholder ? nil : Phrase.trimmed(element.placeholder).map { Phrase($0, from: .app) }
        // The value 1 or 0 of a switch is a state, not a number to read.
        let ownValue = element.valueState == nil ? reader.value() : nil
        let readValue = dialect == .voiceover ? ownValue ?? placeholder : ownValue

        toggleState = ownValue == nil ? toggleKey.flatMap(word) : nil
        anyValue = readValue ?? (dialect == .talkback ? placeholder : nil)
        // Only the label of a key is spoken.
        let spokenValue = traits.contains(.keyboardKey) && label != nil ? nil : readValue
        self.placeholder = dialect == .talkback ? placeholder : nil
        value = label == nil ? nil : spokenValue
        if let standIn = label ?? spokenValue {
            name = standIn
        } else if dialect == .talkback, let placeholder {
            name = placeholder
            self.placeholder = nil
        } else if let hint = Phrase(element.attributedHint) {
            name = hint
        } else {
            name = word(.unlabelled) ?? Phrase(describer.words[.unlabelled], from: .words)
        }
        details = Self.details(of: element, .high)
        let selected = traits.contains(.selected) ? word(.selected) : nil
        lead = dialect == .voiceover ? selected : nil
        lead?.end = .comma
        let keys = Self.keys(of: element, toggle: toggleKey, dialect)
        let ownRole = Phrase.trimmed(element.roleDescription).map { [Phrase($0, from: .app)] }
        // A header says its level itself.
        let level = element.level == nil || ownRole == nil && keys.roles.contains(.header) ? [] : [word(.level)].compactMap(\.self)
        let roles = (ownRole ?? keys.roles.filter { !Self.states.contains($0) }.compactMap(word)) + level
        let states = keys.roles.filter { Self.states.contains($0) }
        switch dialect {
        case .voiceover where ownRole == nil: self.traits = (keys.dimmed + keys.roles).compactMap(word) + level
        case .voiceover: self.traits = keys.dimmed.compactMap(word) + roles + states.compactMap(word)
        case .talkback: self.traits = roles + (selected.map { [$0] } ?? []) + (states + keys.dimmed).compactMap(word)
        }
        // Two traits may share a word, as TalkBack's text fields and search fields do.
        var said: Set<String> = []
        self.traits = self.traits.filter { said.insert($0.text).inserted }
        self.traits += Self.otherStates(of: element).compactMap(word)
        if let error = Phrase.trimmed(element.states.error) {
            var invalid = word(.invalidEntry)
            invalid?.end = .comma
            self.traits += [invalid, Phrase(error, from: .app)].compactMap(\.self)
        }
    }

    /// Returns the words for states and roles, in the order of E2.
    private static func keys(of element: Element, toggle: Words.Key?, _ dialect: DescriptionStyle.Dialect) -> (
        dimmed: [Words.Key], roles: [Words.Key]
    ) {
        let traits = element.traits
        let isTab = !traits.isDisjoint(with: [.tabBar, .tab]) || element.container?.kind == .tabBar
        var roles: [Words.Key] = []
        if traits.contains(.backButton) {
            roles.append(.backButton)
        } else if traits.contains(.button), !isTab, traits.isDisjoint(with: Traits.toggles.union([.keyboardKey])) {
            roles.append(.button)
        }
        if isCheckBox(element, dialect) {
            roles.append(.checkBox)
        } else if traits.contains(.toggleButton), !isTab || traits.contains(.button) {
            roles.append(.toggleButton)
        }
        if traits.contains(.radioButton) { roles.append(.radioButton) }
        if traits.contains(.switch) { roles.append(.switch) }
        if let toggle { roles.append(toggle) }
        if isTab { roles.append(.tabBar) }
        if traits.contains(.secureTextEntry) {
            roles.append(.secureTextEntry)
        } else if traits.contains(.textEntry) {
            roles.append(.textEntry)
        }
        if traits.contains(.isEditing) { roles.append(.isEditing) }
        // A slider is adjustable by its name.
        let named = traits.isDisjoint(with: [.slider, .spinButton]) ? traits : traits.subtracting([.adjustable])
        roles += Words.Key.roles.filter { named.contains($0.trait) }.map(\.key)
        return (traits.contains(.notEnabled) ? [.notEnabled] : [], roles)
    }

    /// E13: Returns the words for the states that the traits don't say.
    private static func otherStates(of element: Element) -> [Words.Key] {
        let states = element.states
        return [
            element.isToggle ? nil : states.checked.map { $0.key(on: .checked, off: .notChecked) },
            states.pressed.map { $0.key(on: .pressed, off: .notPressed) },
            states.current.flatMap(\.key),
            states.isVisited == true ? .visited : nil,
            states.isExpanded.map { $0 ? .expanded : .collapsed },
            states.isRequired == true ? .required : nil,
            states.isReadOnly == true ? .readOnly : nil,
            element.live.isBusy == true ? .busy : nil,
        ].compactMap(\.self)
    }

    private static let states: Set<Words.Key> = [.on, .off, .mixed, .checked, .notChecked, .isEditing]

    /// Returns the word for the state of a toggle; nil if the element is none, or if its state is unknown.
    private static func toggleKey(of element: Element, _ dialect: DescriptionStyle.Dialect) -> Words.Key? {
        let isChecked = isCheckBox(element, dialect) || element.traits.contains(.radioButton)
        return element.toggleState.map { isChecked ? $0.key(on: .checked, off: .notChecked) : $0.key(on: .on, off: .off) }
    }

    /// E9: Returns whether the element is a check box. TalkBack would also call a toggleButton one, if it is not a button too.
    private static func isCheckBox(_ element: Element, _ dialect: DescriptionStyle.Dialect) -> Bool {
        element.traits.contains(.checkBox)
            || dialect == .talkback && element.traits.contains(.toggleButton)
                && element.traits.isDisjoint(with: [.button, .tabBar, .tab, .radioButton, .switch])
    }

    var all: [Phrase] {
        var phrases = lead.map { [$0] } ?? []
        phrases += named
        return phrases + details.joined() + traits
    }

    /// E14: Returns the label and the value of each detail of an importance.
    static func details(of element: Element, _ importance: CustomContent.Importance) -> [[Phrase]] {
        element.content.filter { $0.importance == importance }.map { detail in
            let texts = [detail.label, detail.value].compactMap(Phrase.trimmed)
            return texts.enumerated().map { Phrase($1, from: .app, end: $0 + 1 < texts.count ? .comma : .stop) }
        }
    }

    /// The name, value and placeholder; all but the last end with a comma.
    private var named: [Phrase] {
        var phrases = [name, value, placeholder].compactMap(\.self)
        for index in phrases.indices.dropLast() { phrases[index].end = .comma }
        return phrases
    }

    var nameAlone: Phrase { name }
    var valueAlone: Phrase { toggleState ?? anyValue ?? name }

    /// Returns the name and the changes, as one sentence.
    func named(before changes: [Phrase]) -> [Phrase] {
        guard let first = changes.first, first.text != name.text else { return changes }
        var (name, changes) = (name, changes)
        name.end = .comma
        if first.source == .words { changes[0].text = first.text.prefix(1).lowercased() + first.text.dropFirst() }
        return [name] + changes
    }

    /// Returns what has changed. Another manner of speaking the same text is no change.
    func differing(from old: Parts) -> [Phrase] {
        var phrases: [Phrase] = []
        if lead != old.lead, let lead { phrases.append(lead) }
        var changed: [Phrase] = []
        if name.text != old.name.text { changed.append(name) }
        if value?.text != old.value?.text, let value { changed.append(value) }
        if placeholder != old.placeholder, let placeholder { changed.append(placeholder) }
        for index in changed.indices.dropLast() { changed[index].end = .comma }
        // "Selected" alone ends with a full stop.
        if changed.isEmpty, !phrases.isEmpty { phrases[0].end = .stop }
        phrases += changed
        phrases += details.filter { !old.details.contains($0) }.joined()
        return phrases + traits.filter { !old.traits.contains($0) }
    }
}

extension ElementStates.Toggle {
    fileprivate func key(on: Words.Key, off: Words.Key) -> Words.Key {
        switch self {
        case .on: on
        case .off: off
        case .mixed: .mixed
        }
    }
}

extension ElementStates.Current {
    /// The word; nil if the element is not the current one.
    fileprivate var key: Words.Key? {
        switch self {
        case .item: .current
        case .notCurrent: nil
        case .page: .currentPage
        case .step: .currentStep
        case .location: .currentLocation
        case .date: .currentDate
        case .time: .currentTime
        }
    }
}
