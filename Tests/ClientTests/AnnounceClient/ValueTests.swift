import Messages
import Testing

@testable import AnnounceClient

/// The library's own values and those that stand on the wire.
@Suite struct ValueTests {
    private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> [String] {
        Word.allCases.map(\.rawValue)
    }

    @Test func `Its words are all the words that there are`() {
        #expect(Self.words(AccessibilityElement.ValueKind.self) == Self.words(Element.ValueKind.self))
        #expect(Self.words(AccessibilityContainer.Kind.self) == Self.words(Container.Kind.self))
        #expect(Self.words(AccessibilityContainer.Edge.self) == Self.words(Container.Edge.self))
        #expect(Self.words(AccessibilityAnnouncement.Priority.self) == Self.words(Announcement.Priority.self))
        #expect(Self.words(AccessibilityAnnouncement.Supersede.self) == Self.words(Announcement.Supersede.self))
        #expect(Self.words(AccessibilitySpeechAttributes.Punctuation.self) == Self.words(Punctuation.self))
        #expect(Self.words(AccessibilitySpeechAttributes.Capitals.self) == Self.words(Capitals.self))
        #expect(Self.words(AccessibilityNotification.FocusMover.self) == Self.words(FocusMover.self))
        #expect(Self.words(PostedNotification.State.self) == Self.words(Reply.State.self))
        #expect(Self.words(AccessibilityMediaSession.Mode.self) == Self.words(MediaSession.Mode.self))
        #expect(Self.words(AccessibilityMediaSession.Announcements.self) == Self.words(MediaSession.Announcements.self))
        #expect(Self.words(MediaSessionChange.Kind.self) == Self.words(MediaSessionEvent.Change.self))
        #expect(Self.words(MediaSessionChange.Reason.self) == Self.words(MediaSessionEvent.Reason.self))
        #expect(Set(Self.words(SpeechTrace.Event.self)) == Set(Self.words(SubscribedEvent.self)))
        #expect(Self.words(SpeechSettings.Verbosity.self) == Self.words(Verbosity.self))
        #expect(Self.words(SpeechSettings.Dialect.self) == Self.words(Dialect.self))
        #expect(Self.words(SpeechSettings.Gestures.self) == Self.words(Gestures.self))
        #expect(Self.words(SpeechSettings.TypingEcho.self) == Self.words(TypingEcho.self))
        #expect(Self.words(Announcer.OnDisconnect.self) == Self.words(Hello.OnDisconnect.self))
    }

    @Test func `Its traits are all the traits that there are`() {
        let all: AnnounceClient.AccessibilityTraits = [
            .button, .link, .header, .searchField, .image, .selected, .playsSound, .keyboardKey, .staticText, .summaryElement,
            .notEnabled, .updatesFrequently, .startsMediaSession, .adjustable, .allowsDirectInteraction, .causesPageTurn, .tabBar,
            .toggleButton, .supportsZoom, .textEntry, .secureTextEntry, .isEditing, .backButton,
        ]
        #expect(all.traits == Traits(Messages.Trait.allCases))
        #expect(AccessibilityTraits.updatesFrequently.traits == [.updatesFrequently])
    }

    @Test func `A removed element's last value is spoken only if that is asked for`() {
        #expect(AccessibilityNotification.elementRemoved("a").request == .notification(.elementRemoved(id: "a")))
        let request = AccessibilityNotification.elementRemoved("a", speaksLastValue: true).request
        #expect(request == .notification(.elementRemoved(id: "a", speaksLastValue: true)))
    }

    @Test func `Settings lose nothing on their way`() {
        let all = UserSettings(
            SpeechAttributes(language: "de", voice: "f1", rate: 200, pitch: 40, volume: 90, punctuation: .some, capitals: .say),
            verbosity: .brief, dialect: .talkback, hints: false, gestures: .keyboard, interval: 2, earcons: false, typing: .both)
        #expect(SpeechSettings(all).settings == all && SpeechSettings().settings == UserSettings())
    }

    @Test func `An element and an announcement lose nothing on their way`() {
        let cell = AccessibilityContainer.Cell(row: 2, column: 3, rowSpan: 4, columnSpan: 5, headers: ["Name"])
        let element = AccessibilityElement(
            "id", label: "label", value: "value", placeholder: "placeholder", traits: [.button, .selected], hint: "hint", language: "de",
            valueKind: .percent,
            container: AccessibilityContainer(
                .table, label: "Files", index: 1, count: 6, edge: .end, cell: cell,
                enclosing: [AccessibilityContainer(.landmark, label: "Main")]),
            speaksDuringMedia: true, milestones: [.number(50), .seconds(10)])
        let container = Container(
            kind: .table, label: "Files", index: 1, count: 6, edge: .end, row: 2, column: 3, rowSpan: 4, columnSpan: 5, headers: ["Name"],
            enclosing: [Container(kind: .landmark, label: "Main")])
        #expect(
            element.element
                == Element(
                    id: "id", label: "label", value: "value", placeholder: "placeholder", traits: [.button, .selected], hint: "hint",
                    language: "de", valueKind: .percent, container: container, speaksDuringMedia: true,
                    milestones: [.number(50), .seconds(10)]))
        let attributes = AccessibilitySpeechAttributes(
            language: "de", voice: "v", rate: 200, pitch: 60, volume: 70, punctuation: .most, capitals: .say, spellsOut: true)
        #expect(AccessibilitySpeechAttributes(attributes.attributes) == attributes)
        let announcement = AccessibilityAnnouncement(
            runs: [AccessibilitySpeechRun("text", attributes, isSSML: true), AccessibilitySpeechRun("go", ipaNotation: "ɡəʊ")],
            priority: .high, queue: true, group: "g",
            supersede: .current, maxAge: .milliseconds(1500), retain: false, force: true, allowRepeat: true, countMissed: false)
        #expect(
            announcement.announcement
                == Announcement(
                    runs: [SpeechRun(text: "text", attributes: attributes.attributes, isSSML: true), SpeechRun(text: "go", ipa: "ɡəʊ")],
                    priority: .high,
                    queue: true, group: "g", supersede: .current, maxAge: 1.5, retain: false, force: true, allowRepeat: true,
                    countsAsMissed: false))
    }

    @Test func `Its reasons and codes are those that there are`() {
        let reasons: [AnnouncementOutcome.Reason] = [
            .spoken, .interrupted, .stopped, .superseded, .expired, .reset, .mediaSession, .overflow, .disconnected, .muted, .unspeakable,
            .synthesizerFailed, .deviceFailed, .shutdown,
        ]
        #expect(reasons.map(\.rawValue) == Self.words(FinishReason.self).filter { $0 != "duplicate" })
        let codes: [AnnounceError.Refusal.Code] = [
            .invalidMessage, .unknownType, .tooLarge, .tooManyClients, .unknownTarget, .notAllowed,
        ]
        #expect(codes.map(\.rawValue) == Self.words(ErrorReply.Code.self).filter { $0 != "invalidJSON" })
    }

    @Test func `Values print plainly`() {
        #expect("\(AnnouncementOutcome.Reason.spoken)" == "spoken")
        #expect("\(AnnounceError.Refusal.Code.unknownTarget)" == "unknownTarget")
        #expect("\([.selected, .button] as AccessibilityTraits) \([] as AccessibilityTraits)" == "[button, selected] []")
        let notification = AccessibilityNotification.announcement("Done", priority: .high)
        #expect("\(notification)" == #"{"priority":"high","text":"Done","type":"announcement"}"#)
        let trace = SpeechTrace(TraceEvent(at: 1, event: .started, id: "a", client: "mail"))
        #expect("\(trace)" == #"{"at":1,"client":"mail","event":"started","id":"a"}"#)
        #expect("\(DaemonStatus(version: "7"))".contains(#""version":"7""#))
    }

    @Test func `A slow listener gets the newest events, and how many it missed`() async {
        let buffer = EventBuffer(limit: 3)
        for number in 1...10 { buffer.add(.pageTurn(element: "\(number)")) }
        buffer.finish()
        var heard: [AnnounceEvent] = []
        for await event in AnnounceEvents(EventSubscription(buffer) {}) { heard.append(event) }
        #expect(heard == [.missed(7), .pageTurn(element: "8"), .pageTurn(element: "9"), .pageTurn(element: "10")])
    }
}
