import Messages
import Narration
import SpeechQueue

extension ScreenEntry: Journaled {
    static var blank: Self { .focus(id: nil) }

    private enum Kind: UInt64 {
        case screen = 1
        case element, removed, focus, page

        var blank: ScreenEntry {
            switch self {
            case .screen: .screen(.blank)
            case .element: .element(.blank)
            case .removed: .removed(id: "")
            case .focus: .focus(id: nil)
            case .page: .page("")
            }
        }
    }

    mutating func pass(through fields: inout JournalFields) {
        if fields.isReading {
            guard let kind: Kind = fields.nextKind() else { return fields.fail() }
            self = kind.blank
        }
        switch self {
        case .screen(let screen): self = .screen(fields.passed(Kind.screen, screen))
        case .element(let element): self = .element(fields.passed(Kind.element, element))
        case .removed(let id): self = .removed(id: fields.passed(Kind.removed, id))
        case .focus(let id): self = .focus(id: fields.passed(Kind.focus, id))
        case .page(let text): self = .page(fields.passed(Kind.page, text))
        }
    }
}

extension RememberedScreen: Journaled {
    static var blank: Self { Self(isFirst: false) }

    mutating func pass(through fields: inout JournalFields) {
        var elements = Array(elements.values)
        fields.pass(&focus, &page, &isFirst, &elements)
        guard fields.isReading else { return }
        for element in elements { self.elements[element.element.id] = element }
    }
}

extension RememberedElement: Journaled {
    static var blank: Self { Self(Element(), isNameless: false) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&isNameless, &hadFocus)
        fields.pass(json: &element)
    }
}

extension RememberedSession: Journaled {
    static var blank: Self { Self(client: .blank, session: MediaSession(), until: .blank, element: nil) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&client, &until, &element)
        fields.pass(json: &session)
    }
}

extension RememberedSessions: Journaled {
    static var blank: Self { Self() }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&active, &ended, &quietUntil)
        var levels = [quietGate.announcements.rawValue, quietGate.elements.rawValue]
        fields.pass(&levels)
        let gate = levels.compactMap(Gate.Level.init)
        if gate.count == 2 { quietGate = Gate(announcements: gate[0], elements: gate[1]) }
    }
}

extension OwedSpeech: Journaled {
    static var blank: Self { Self() }

    mutating func pass(through fields: inout JournalFields) { fields.pass(&title, &summary, &owesValue, &wasMovedByUser) }
}

extension RememberedSessions.Ended: Journaled {
    static var blank: Self { Self(owner: "", until: .blank) }

    mutating func pass(through fields: inout JournalFields) { fields.pass(&owner, &until) }
}
