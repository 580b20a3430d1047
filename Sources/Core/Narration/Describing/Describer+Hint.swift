import Messages

extension Describer {
    /// Returns the hint, which is spoken after a pause: the app's own text, and how to operate the element (§4).
    func hint(of element: Element) -> [SpeechRun]? {
        // With direct interaction the app itself reacts to the user's touch.
        guard style.hints, style.verbosity == .full, element.traits.isDisjoint(with: [.allowsDirectInteraction, .keyboardKey]) else {
            return nil
        }
        var phrases: [Phrase] = []
        if let own = Phrase(element.attributedHint, end: .comma), !isName(own.text, of: element) { phrases.append(own) }
        let own = phrases.first?.text.lowercased().filter { $0 != "." } ?? ""
        let chosen = style.gestures == .auto ? style.isTouchOnly ? .touch : .keyboard : style.gestures
        let sets = [chosen, .touch, .keyboard].map { gestures(for: element, $0) }
        // The app's hint may say the same in fewer words, or in the words of another set.
        let usual = sets[0].enumerated().filter { index, _ in
            own.isEmpty || !sets.map { $0[index].lowercased() }.contains { $0.hasPrefix(own) || own.contains($0) }
        }
        phrases += usual.map(\.element).filter { !$0.isEmpty }.map { Phrase($0, from: .words, end: .comma) }
        // E14: what the user can ask for.
        if !element.actions.isEmpty, !element.traits.contains(.notEnabled) {
            phrases.append(Phrase(words[.actionsAvailable], from: .words, end: .comma))
        }
        if !Parts.details(of: element, .default).joined().isEmpty {
            phrases.append(Phrase(words[.moreContent], from: .words, end: .comma))
        }
        guard !phrases.isEmpty else { return nil }
        phrases[phrases.count - 1].end = .stop
        let marks = marks(in: element.language)
        let stop = marks.stop
        if phrases.count > 1, phrases[0].source == .app, phrases[0].parts.isEmpty, phrases[0].text.hasSuffix(stop),
            !phrases[0].text.hasSuffix(stop + stop)
        {
            // "This is your hint, swipe up or down to adjust the value."
            phrases[0].text.removeLast(stop.count)
        }
        if style.dialect == .voiceover {
            phrases = phrases.enumerated().map {
                Self.capitalized($1, after: $0 > 0 ? Phrase.punctuated(phrases[$0 - 1].text, .comma, marks) : nil, marks)
            }
        }
        return runs(of: phrases, for: element).runs
    }

    /// E4: a hint that already stood in for a missing label is not repeated.
    private func isName(_ hint: String, of element: Element) -> Bool {
        Parts(of: element, self).nameAlone.text == hint && Phrase.trimmed(element.label) == nil
    }

    private func gestures(for element: Element, _ gestures: Gestures) -> [String] {
        guard !element.traits.contains(.notEnabled), element.states.isReadOnly != true else { return [] }
        let keys: (edit: Words.Key, toggle: Words.Key, adjust: Words.Key)
        switch gestures {
        case .touch: keys = (.touchEdit, .touchToggle, .touchAdjust)
        case .keyboard, .auto: keys = (.keyboardEdit, .keyboardToggle, .keyboardAdjust)
        case .none: return []
        }
        var used: [Words.Key] = []
        let isField = !element.traits.isDisjoint(with: [.searchField, .textEntry, .secureTextEntry])
        if isField, !element.traits.contains(.isEditing) { used.append(keys.edit) }
        if !element.traits.isDisjoint(with: .toggles) { used.append(keys.toggle) }
        if element.traits.contains(.adjustable) { used.append(keys.adjust) }
        return used.map { words[$0.in(style.dialect)] }
    }

    /// Capitalizes announced's own words at the start and after a full stop.
    private static func capitalized(_ phrase: Phrase, after previous: String?, _ marks: SentenceMarks) -> Phrase {
        guard phrase.source == .words, previous?.hasSuffix(marks.comma) != true else { return phrase }
        var phrase = phrase
        phrase.text = phrase.text.prefix(1).uppercased() + phrase.text.dropFirst()
        return phrase
    }
}
