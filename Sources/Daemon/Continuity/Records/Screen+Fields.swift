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
        case .element(let element):
            var element = fields.passed(Kind.element, element)
            fields.pass(&element.hadFocus)
            fields.pass(&element.enclosing)
            self = .element(element)
        case .removed(let id): self = .removed(id: fields.passed(Kind.removed, id))
        case .focus(let id): self = .focus(id: fields.passed(Kind.focus, id))
        case .page(let text): self = .page(fields.passed(Kind.page, text))
        }
    }
}

extension RememberedElement {
    /// The containers around the element's own. Another list inside each of these could make a journal nest without end.
    fileprivate var enclosing: [Container] {
        get { element.container?.enclosing ?? [] }
        set { element.container?.enclosing = Array(newValue.prefix(Container.mostEnclosing)) }
    }
}

extension RememberedScreen: Journaled {
    static var blank: Self { Self(isFirst: false) }

    mutating func pass(through fields: inout JournalFields) {
        var elements = elements.values.sorted { $0.element.id < $1.element.id }
        fields.pass(&focus, &page, &isFirst, &elements)
        // These values have separate lists, because the records of older versions end with the elements.
        var hadFocus = elements.map(\.hadFocus)
        var enclosing = elements.map(\.enclosing)
        fields.pass(&hadFocus, &enclosing)
        for (index, hadFocus) in zip(elements.indices, hadFocus) { elements[index].hadFocus = hadFocus }
        for (index, enclosing) in zip(elements.indices, enclosing) { elements[index].enclosing = enclosing }
        guard fields.isReading else { return }
        for element in elements { self.elements[element.element.id] = element }
        // A focus always belongs to an element.
        if let focus, self.elements[focus] == nil { fields.fail() }
    }
}

extension RememberedElement: Journaled {
    static var blank: Self { Self(Element(), isNameless: false) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&isNameless, &element.id, &element.label, &element.value)
        fields.pass(&element.placeholder, &element.traits, &element.hint, &element.language)
        fields.pass(raw: &element.valueKind)
        fields.pass(&element.speaksDuringMedia, &element.milestones, &element.container)
    }
}

extension Traits: JournaledNumber {
    init(journaled: UInt64) { self.init(rawValue: UInt32(truncatingIfNeeded: journaled)) }
    var journaled: UInt64 { UInt64(rawValue) }
}

extension Element.Milestone: Journaled {
    static var blank: Self { .number(0) }

    mutating func pass(through fields: inout JournalFields) {
        var (isTime, value) =
            switch self {
            case .number(let number): (false, number)
            case .seconds(let seconds): (true, seconds)
            }
        fields.pass(&isTime, &value)
        self = isTime ? .seconds(value) : .number(value)
    }
}

/// Passes every field except the enclosing container.
extension Container: Journaled {
    static var blank: Self { Self(kind: .list) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(raw: &kind)
        fields.pass(&label, &index, &count)
        fields.pass(raw: &edge)
        fields.pass(&row, &column, &rowSpan)
        fields.pass(&columnSpan, &headers)
    }
}

extension RememberedSession: Journaled {
    static var blank: Self { Self(client: .blank, session: MediaSession(), until: .blank, element: nil) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&client, &session.name)
        fields.pass(raw: &session.mode)
        fields.pass(&session.lease, &until, &element)
        fields.pass(&session.mute, &session.allow)
    }
}

extension RememberedSessions: Journaled {
    static var blank: Self { Self() }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&active)
        // A session's later fields come after all sessions, because an array's elements have no length of their own.
        var passes = active.map { $0.session.announcements == .pass }
        fields.pass(&passes, &ended)
        for (index, isPassing) in passes.prefix(active.count).enumerated() where isPassing {
            active[index].session.announcements = .pass
        }
        var levels = [quietGate.announcements.rawValue, quietGate.elements.rawValue]
        fields.pass(&quietUntil, &levels)
        let gate = levels.compactMap(Gate.Level.init)
        if gate.count == 2 { quietGate = Gate(announcements: gate[0], elements: gate[1]) }
        var holding = active.map { $0.session.announcements == .holdLow }
        fields.pass(&holding)
        for (index, holdsLow) in holding.prefix(active.count).enumerated() where holdsLow {
            active[index].session.announcements = .holdLow
        }
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
