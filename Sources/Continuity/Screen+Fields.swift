import Messages
import Narration
import SpeechQueue

extension ScreenEntry {
    private enum Kind: UInt64 { case screen = 1, element, removed, focus, page }

    func write(to fields: inout JournalFieldWriter) {
        switch self {
        case .screen(let screen):
            fields.put(Kind.screen.rawValue)
            fields.put(screen.focus)
            fields.put(screen.page)
            fields.put(screen.isFirst)
            fields.put(screen.elements.count)
            for element in screen.elements { element.write(to: &fields) }
        case .element(let element):
            fields.put(Kind.element.rawValue)
            element.write(to: &fields)
        case .removed(let id):
            fields.put(Kind.removed.rawValue)
            fields.put(id)
        case .focus(let id):
            fields.put(Kind.focus.rawValue)
            fields.put(id)
        case .page(let text):
            fields.put(Kind.page.rawValue)
            fields.put(text)
        }
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        guard let kind = Kind(rawValue: try fields.number()) else { throw Unreadable() }
        switch kind {
        case .screen:
            var screen = RememberedScreen(
                elements: [], focus: try fields.optionalText(), page: try fields.optionalText(), isFirst: try fields.flag())
            for _ in 0..<(try fields.count()) { screen.elements.append(try RememberedElement(from: &fields)) }
            // A focus always belongs to an element.
            if let focus = screen.focus, !screen.elements.contains(where: { $0.element.id == focus }) { throw Unreadable() }
            self = .screen(screen)
        case .element: self = .element(try RememberedElement(from: &fields))
        case .removed: self = .removed(id: try fields.text())
        case .focus: self = .focus(id: try fields.optionalText())
        case .page: self = .page(try fields.text())
        }
    }
}

extension RememberedElement {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(isNameless)
        fields.put(element.id)
        fields.put(element.label)
        fields.put(element.value)
        fields.put(element.placeholder)
        fields.put(UInt64(element.traits.rawValue))
        fields.put(element.hint)
        fields.put(element.language)
        fields.put(element.valueKind.rawValue)
        fields.put(element.speaksDuringMedia)
        fields.put(element.milestones.count)
        for milestone in element.milestones {
            switch milestone {
            case .number(let number):
                fields.put(false)
                fields.put(number)
            case .seconds(let seconds):
                fields.put(true)
                fields.put(seconds)
            }
        }
        fields.put(element.container != nil)
        element.container?.write(to: &fields)
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        let isNameless = try fields.flag()
        var element = Element(
            id: try fields.text(), label: try fields.optionalText(), value: try fields.optionalText(),
            placeholder: try fields.optionalText(), traits: Traits(rawValue: UInt32(truncatingIfNeeded: try fields.number())),
            hint: try fields.optionalText(), language: try fields.optionalText())
        element.valueKind = try fields.word()
        element.speaksDuringMedia = try fields.flag()
        for _ in 0..<(try fields.count()) {
            let isTime = try fields.flag()
            let number = try fields.fraction()
            element.milestones.append(isTime ? .seconds(number) : .number(number))
        }
        element.container = try fields.flag() ? try Container(from: &fields) : nil
        self.init(element, isNameless: isNameless)
    }
}

extension Container {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(kind.rawValue)
        fields.put(label)
        fields.put(index)
        fields.put(count)
        fields.put(edge?.rawValue)
        fields.put(row)
        fields.put(column)
        fields.put(rowSpan)
        fields.put(columnSpan)
        fields.put(headers.count)
        for header in headers { fields.put(header) }
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(
            kind: try fields.word(), label: try fields.optionalText(), index: try fields.optionalInteger(),
            count: try fields.optionalInteger())
        edge = try fields.optionalText().flatMap(Edge.init)
        row = try fields.optionalInteger()
        column = try fields.optionalInteger()
        rowSpan = try fields.optionalInteger()
        columnSpan = try fields.optionalInteger()
        for _ in 0..<(try fields.count()) { headers.append(try fields.text()) }
    }
}

extension RememberedSession {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(client.number)
        fields.put(session.name)
        fields.put(session.mode.rawValue)
        fields.put(session.lease)
        fields.put(until)
        fields.put(element)
        for ids in [session.mute, session.allow] {
            fields.put(ids.count)
            for id in ids { fields.put(id) }
        }
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        let client = ClientID(try fields.number())
        var session = MediaSession(name: try fields.optionalText(), mode: try fields.word(), lease: try fields.fraction())
        let until = try fields.instant()
        let element = try fields.optionalText()
        for _ in 0..<(try fields.count()) { session.mute.append(try fields.text()) }
        for _ in 0..<(try fields.count()) { session.allow.append(try fields.text()) }
        self.init(client: client, session: session, until: until, element: element)
    }
}
