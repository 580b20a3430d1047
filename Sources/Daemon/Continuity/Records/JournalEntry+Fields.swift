import Conductor
import Messages
import SpeechQueue

extension RememberedClient: Journaled {
    static var blank: Self { Self(id: .blank, name: "") }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&id, &name, &hasClosedInput)
        var events = SubscribedEvent.allCases.filter(subscription.contains)
        fields.pass(&events)
        subscription = Set(events)
        fields.pass(json: &hello)
    }
}

extension SubscribedEvent: Journaled {
    static var blank: Self { .posted }
    mutating func pass(through fields: inout JournalFields) { fields.pass(raw: &self) }
}

extension DepartedClient: Journaled {
    static var blank: Self { Self(id: .blank, name: "", app: nil, at: .blank) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&id, &name, &app)
        fields.pass(&at, &heir)
    }
}

extension JournaledRepeat: Journaled {
    static var blank: Self { Self(id: .blank, client: .blank, name: "", class: .blank, posted: .blank, text: nil, first: .blank) }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&id, &client, &name, &`class`)
        fields.pass(&posted, &text, &first)
    }
}

extension UtteranceStanding: Journaled {
    static var blank: Self {
        Self(
            class: .blank, deadline: nil, hasUsualAge: false, ageLeft: nil, waits: false, media: .none, posted: .blank, isKept: false,
            cutsOtherApps: true)
    }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&`class`, &deadline, &hasUsualAge, &ageLeft)
        fields.pass(raw: &media)
        fields.pass(&waits, &posted, &isKept, &cutsOtherApps)
    }
}

extension AgeClock: Journaled {
    static var blank: Self { Self() }

    mutating func pass(through fields: inout JournalFields) {
        var (lag, stopped) = (Instant(nanoseconds: lag), stopped)
        fields.pass(&lag, &stopped)
        self = Self(lag: lag.nanoseconds, stopped: stopped)
    }
}

extension MissedAnnouncement: Journaled {
    static var blank: Self {
        Self(posted: .blank, name: "", client: "", class: .blank, text: "", reason: .expired, rule: .Q13)
    }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&posted, &name, &client, &`class`)
        fields.pass(&text)
        fields.pass(raw: &reason)
        fields.pass(raw: &rule)
    }
}

extension UtteranceClass: Journaled {
    static var blank: Self { .default }

    /// The classes of announcements, each at the index of its number.
    private static let numbered: [Self?] = [nil, .high, .default, .low]

    mutating func pass(through fields: inout JournalFields) {
        var number = Self.numbered.firstIndex(of: self) ?? 0
        fields.pass(&number)
        guard fields.isReading else { return }
        if Self.numbered.indices.contains(number), let known = Self.numbered[number] { self = known } else { fields.fail() }
    }
}

extension Cause: Journaled {
    static var blank: Self { Self(number: 0, client: .blank, name: "") }

    mutating func pass(through fields: inout JournalFields) {
        fields.pass(&number, &client, &name)
    }
}
