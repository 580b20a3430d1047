package import Messages
package import SpeechQueue

extension Narrator {
    /// K3: Returns a notification as other clients may see it: text in a secure text field is masked. Returns nil for a key typed into such
    /// a field.
    package func withoutSecrets(
        _ notification: Notification, about reference: ScreenReference, from client: ClientID, at now: Instant
    ) -> Notification? {
        let screen = screens[screens.id(of: client) ?? appScreen(of: client, showing: reference, at: now)]
        switch notification {
        case .elementUpdated(var update):
            let traits = (screen?[update.id]?.traits ?? []).union(update.traits ?? [])
            guard traits.contains(.secureTextEntry) else { return notification }
            update.attributedValue = (update.attributedValue?.text).map { AttributedText(Self.masked($0)) }
            update.inserted = update.inserted.map(Self.masked)
            update.deleted = update.deleted.map(Self.masked)
            return .elementUpdated(update)
        case .elementActivated(let id):
            let isKey = screen?[id]?.traits.contains(.keyboardKey) == true
            return isKey && typesSecret(client) ? nil : notification
        case .elementFocused(let reference, let mover): return .elementFocused(Self.masked(reference), by: mover)
        case .layoutChanged(let argument): return .layoutChanged(Self.masked(argument))
        case .screenChanged(var change):
            change.argument = Self.masked(change.argument)
            change.elements = change.elements.map(Self.masked)
            return .screenChanged(change)
        case .pageScrolled, .elementRemoved: return notification
        }
    }

    private static func masked(_ argument: ChangeArgument) -> ChangeArgument {
        if case .element(let reference) = argument { .element(masked(reference)) } else { argument }
    }

    private static func masked(_ reference: ElementReference) -> ElementReference {
        if case .element(let element) = reference { .element(masked(element)) } else { reference }
    }

    private static func masked(_ element: Element) -> Element {
        guard element.traits.contains(.secureTextEntry) else { return element }
        var element = element
        element.value = element.value.map(masked)
        return element
    }

    /// Returns as many bullets as the text has characters, as a screen shows it.
    private static func masked(_ text: String) -> String { String(repeating: "•", count: text.count) }
}
