import AnnounceProtocol
import Messages

/// Every notification about elements and media sessions: each type, each field alone, each word of each list, and all together.
enum NotificationCatalogue {
    static let all: [RequestLine] =
        elements.map { RequestLine(request: .notification(.elementFocused(.element($0), by: .user))) }
        + arguments.flatMap { argument in
            [
                RequestLine(id: "l", request: .notification(.layoutChanged(argument))),
                RequestLine(
                    id: "s",
                    request: .notification(
                        .screenChanged(ScreenChange(argument: argument, title: "Inbox", elements: [Element(id: "a"), whole])))),
                RequestLine(request: .notification(.screenChanged(ScreenChange(argument: argument)))),
            ]
        }
        + [
            RequestLine(request: .notification(.screenChanged(ScreenChange(title: "Inbox")))),
            RequestLine(request: .notification(.screenChanged(ScreenChange(elements: [Element(id: "a")])))),
            RequestLine(request: .notification(.pageScrolled("Page 3 of 9"))),
            RequestLine(id: "p", request: .notification(.pageScrolled(""))),
            RequestLine(request: .notification(.elementActivated(id: "play"))),
            RequestLine(request: .notification(.elementRemoved(id: "play"))),
            RequestLine(request: .notification(.elementRemoved(id: "play", speaksLastValue: true))),
        ]
        + FocusMover.allCases.map { RequestLine(id: "f", request: .notification(.elementFocused(.id("play"), by: $0))) }
        + updates.map { RequestLine(request: .notification(.elementUpdated($0))) }
        + sessions.map { RequestLine(id: "m", request: .mediaSession($0)) }

    private static let arguments: [ChangeArgument] = [
        .none, .text("3 results \u{1F600}"), .text(""), .element(.id("play")), .element(.element(whole)),
    ]

    private static let whole = Element(
        id: "e\u{301} 1", label: "Timer", value: "1:02:55", placeholder: "0:00", traits: [.button, .updatesFrequently], hint: "Stops it.",
        language: "en-GB", valueKind: .duration,
        container: Container(
            kind: .table, label: "Runs", index: 2, count: 5, edge: .end, row: 1, column: 2, rowSpan: 3, columnSpan: 4,
            headers: ["Name", "", "Zeit \"é\""]),
        speaksDuringMedia: true, milestones: [.seconds(60), .number(50)])

    private static let elements: [Element] =
        [
            Element(), whole, Element(id: "a"), Element(label: "a"), Element(label: ""), Element(value: "a"), Element(placeholder: "a"),
            Element(hint: "a"), Element(roleDescription: "a"), Element(level: 1), Element(level: 6), Element(language: "de"),
            Element(states: ElementStates(isExpanded: true, isRequired: false, isReadOnly: true, error: "a")),
            Element(live: LiveRegion(.polite, isAtomic: true, isBusy: false)), Element(live: LiveRegion(.off)),
            Element(
                attributedLabel: AttributedText([SpeechRun(text: "a"), SpeechRun(text: "b", attributes: SpeechAttributes(pitch: 5))])),
            Element(
                attributedValue: AttributedText([SpeechRun(text: "x", ipa: "iks")]),
                attributedHint: AttributedText([SpeechRun(text: "", context: .plain)])),
            Element(content: [CustomContent(label: "a", value: "b"), CustomContent(label: "", value: "", importance: .high)]),
            Element(actions: ["a", "b"]), Element(speaksDuringMedia: true),
            Element(milestones: [.number(50), .number(-0.5), .seconds(0), .seconds(10), .seconds(5430), .seconds(0.25), .seconds(1e9)]),
            Element(traits: Traits(Messages.Trait.allCases)),
        ]
        + ElementStates.Toggle.allCases.map { Element(states: ElementStates(checked: $0, pressed: $0)) }
        + ElementStates.Current.allCases.map { Element(states: ElementStates(current: $0, isVisited: true)) }
        + Messages.Trait.allCases.map { Element(traits: [$0]) } + Element.ValueKind.allCases.map { Element(valueKind: $0) }
        + containers.map { Element(container: $0) }

    private static let containers: [Container] =
        Container.Kind.allCases.map { Container(kind: $0) } + Container.Edge.allCases.map { Container(kind: .list, edge: $0) }
        + [
            Container(kind: .list, live: LiveRegion(.assertive, isAtomic: false)), Container(kind: .list, label: "a"),
            Container(kind: .list, index: 1), Container(kind: .list, count: 1_000_000),
            Container(kind: .table, row: 1), Container(kind: .table, column: 1), Container(kind: .table, rowSpan: 2),
            Container(kind: .table, columnSpan: 2), Container(kind: .table, headers: ["a", "b"]),
            Container(kind: .list, enclosing: [Container(kind: .table, row: 1), Container(kind: .landmark, label: "a")]),
        ]

    private static let updates: [ElementUpdate] = [
        ElementUpdate(id: "t"), ElementUpdate(id: "t", label: ""), ElementUpdate(id: "t", value: "1:02:56"),
        ElementUpdate(id: "t", traits: []), ElementUpdate(id: "t", traits: [.button, .notEnabled]), ElementUpdate(id: "t", hint: "a"),
        ElementUpdate(id: "é", label: "a", value: "b", traits: [.selected], hint: "c"),
        ElementUpdate(id: "t", states: ElementStates(isExpanded: false, isRequired: true, isReadOnly: false, error: "")),
        ElementUpdate(id: "t", roleDescription: "", level: 2, content: [CustomContent(label: "a", value: "b")], actions: ["a"]),
        ElementUpdate(id: "t", content: [], actions: []),
        ElementUpdate(
            id: "t", value: "c", attributedLabel: AttributedText([SpeechRun(text: "a")]),
            attributedHint: AttributedText([SpeechRun(text: "b"), SpeechRun(sound: "bell")])),
        ElementUpdate(id: "t", states: ElementStates(checked: .mixed, pressed: .off, current: .notCurrent, isVisited: false)),
        ElementUpdate(id: "t", live: LiveRegion(.assertive, isAtomic: false, isBusy: true)),
        ElementUpdate(id: "t", value: "ab", inserted: "b"), ElementUpdate(id: "t", value: "a", inserted: "", deleted: "b"),
    ]

    private static let sessions: [MediaSessionRequest] =
        MediaSession.Mode.allCases.map { .begin(MediaSession(mode: $0)) }
        + [
            .begin(MediaSession()), .begin(MediaSession(name: "take 1")), .begin(MediaSession(lease: 1)),
            .begin(MediaSession(lease: 1.25)), .begin(MediaSession(mute: ["a", "b"])), .begin(MediaSession(allow: ["a"])),
            .begin(MediaSession(name: "é", mode: .record, lease: 3600, mute: ["a"], allow: ["b", "c"])),
            .extend(name: nil, lease: nil), .extend(name: "take 1", lease: 10), .end(name: nil), .end(name: "take 1"),
            .begin(MediaSession(announcements: .pass)), .begin(MediaSession(announcements: .holdLow)), .endAll(of: nil),
            .endAll(of: "recorder"),
        ]
}
