import Messages
import SpeechQueue

// §12: text that the user types.
extension Narrator {
    /// Returns the steps for an edit of the focused text field; nil if the update is something else.
    mutating func postTyping(
        _ update: ElementUpdate, from old: Element, to element: Element, name: String, of client: ClientID, at now: Instant
    ) -> [Step]? {
        let traits = old.traits.union(element.traits)
        guard !traits.isDisjoint(with: [.textEntry, .secureTextEntry, .searchField, .isEditing]), !traits.contains(.adjustable) else {
            return nil
        }
        // A further change in the same update is spoken as usual. A new state follows the echo.
        var before = old
        (before.attributedValue, before.states, before.live) = (element.attributedValue, element.states, element.live)
        guard before == element else { return nil }
        var edit: TextEdit
        if update.inserted != nil || update.deleted != nil {
            edit = TextEdit(inserted: update.inserted ?? "", deleted: update.deleted ?? "", in: element.value)
        } else if let difference = TextEdit(from: old.value ?? "", to: element.value ?? "") {
            edit = difference
        } else if traits.contains(.secureTextEntry), old.value != element.value {
            // A password manager may fill in the field.
            edit = TextEdit(inserted: element.value ?? "", deleted: old.value ?? "", in: nil)
        } else {
            return nil
        }
        screens[client]?.hand.acted = now
        let wait = Step.typing
        guard !silences(element, of: client, byUser: true) else { return [wait, silent(name, client, .M3, element: element.id)] }
        if traits.contains(.secureTextEntry) {
            guard options.typedPassword == .bullet else { return [wait] + typedSecret(name, client, element) }
            // One bullet for each change, because the number of characters is also a secret.
            edit = TextEdit(inserted: edit.inserted.isEmpty ? "" : "•", deleted: "•", in: nil)
        }
        let echo = traits.contains(.secureTextEntry) ? TypingEcho.characters : options.typingEcho
        var runs = edit.runs(echo: echo, language: element.language)
        if edit.inserted.isEmpty {
            for index in runs.indices { runs[index].attributes.pitch = max(0, (settings(of: client).pitch ?? 50) - Self.deletionPitch) }
        }
        guard !runs.isEmpty else { return [wait, silent(name, client, .K1, element: element.id)] }
        // Texts, such as those from dictation or the clipboard, are heard in order. Of single characters, only the newest is heard.
        guard !edit.isText else {
            return [wait, .post(self.update(runs, element, name: name, of: client, media: .play, isByHand: true, at: now))]
        }
        let drop = Step.drop(UtteranceClass.focusSpeech.union([.screen]), of: nil, .superseded, .K1)
        var typed = utterance(
            .echo, runs, about: subject(.update, element, of: client), name: name, from: client,
            media: max(.play, permission(of: element, client)), at: now)
        typed.deadline = now + Self.echoAge
        // During a pause, too, only the newest echo is kept.
        return [wait, drop, .dropWaiting([.echo], of: screens.id(of: client), .superseded, .K1), .post(typed)]
    }

    /// K3: Returns the steps for a change in a secure text field: a click, or nothing.
    private func typedSecret(_ name: String, _ client: ClientID, _ element: Element) -> [Step] {
        if let rule = silence(of: client, byHand: true) { return [silent(name, client, rule, element: element.id)] }
        guard options.typedPassword == .click, options.plays(.secureKey) else { return [silent(name, client, .K3, element: element.id)] }
        let note = Step.Note(
            event: .earcon, name: name, client: client, rule: .K3, element: element.id, earcon: .secureKey, cause: cause)
        return [.earcon(.secureKey), .note(note)]
    }

    /// K3: Returns whether a client's keys go to a secure text field: in its own screen, or in the foreground client's.
    func typesSecret(_ client: ClientID) -> Bool {
        [screens.id(of: client), foreground].contains { id in
            guard let screen = screens[id] else { return false }
            return screen.focused?.traits.contains(.secureTextEntry) == true
                || screen.elements.all.values.contains { $0.traits.isSuperset(of: [.secureTextEntry, .isEditing]) }
        }
    }

    /// How much the pitch is lowered for deleted text (K2).
    private static let deletionPitch = 25
}
