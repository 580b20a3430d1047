import AnnounceProtocol
import Messages

/// Every request there is: each type, each field alone, each word of each list, and all fields together.
enum RequestCatalogue {
    static let all: [RequestLine] =
        hellos.map { RequestLine(id: "h", request: .hello($0)) }
        + announcements.map { RequestLine(request: .announcement($0)) }
        + ([.stop, .skip, .pause, .resume, .ping, .status, .where(), .where(isFull: true), .details] as [Request]).map {
            RequestLine(id: longestID, request: $0)
        }
        + [
            RequestLine(id: "c", request: .cancel(.id(longestID))), RequestLine(id: "c", request: .cancel(.id("#17"))),
            RequestLine(id: "c", request: .cancel(.group("mail"))),
            RequestLine(request: .voices(language: nil)), RequestLine(request: .voices(language: "de-AT")),
            RequestLine(request: .voices(language: nil, voice: "de+f3")),
            RequestLine(request: .settings(UserSettings())), RequestLine(request: .settings(everySetting)),
            RequestLine(request: .settings(UserSettings(), adjust: SettingsAdjustment(rate: -900))),
            RequestLine(request: .settings(UserSettings(hints: true), adjust: SettingsAdjustment(rate: 20, pitch: -5, volume: 100))),
        ]
        + manners.filter { $0.spell == nil }.map { RequestLine(id: "s", request: .settings(UserSettings($0))) }
        + [
            RequestLine(request: .subscribe([])), RequestLine(request: .subscribe(Set(SubscribedEvent.allCases))),
            RequestLine(request: .repeat(count: 1)), RequestLine(id: "r", request: .repeat(count: 200)),
            RequestLine(request: .history(limit: 1)), RequestLine(request: .history(limit: 200)),
            RequestLine(id: "m", request: .missed(speaks: false)), RequestLine(request: .missed(speaks: true)),
            RequestLine(id: "e", request: .explain(target: "#17")), RequestLine(request: .explain(target: nil)),
            RequestLine(request: .explain(target: longestID)),
        ] + SubscribedEvent.allCases.map { RequestLine(request: .subscribe([$0])) } + steps.map { RequestLine(request: .step($0)) }
        + NotificationCatalogue.all

    private static let steps = ReadingStep.Direction.allCases.flatMap { to in ReadingStep.Unit.allCases.map { ReadingStep(to, by: $0) } }

    static let everySetting = UserSettings(
        SpeechAttributes(rate: 200), verbosity: .brief, dialect: .talkback, hints: false, gestures: .keyboard, interval: 2.5,
        earcons: false, typing: .both, mode: .onDemand)

    static let longestID = String(repeating: "é", count: 63) + "\u{1F600}"

    private static let hellos: [Hello] = [
        Hello(), Hello(app: "org.example.mail"), Hello(name: "Mail"), Hello(language: "en-GB"), Hello(launch: false),
        Hello(onDisconnect: .cancel), Hello(replies: .errors), Hello(replies: .none), Hello(progress: true), Hello(gestures: .keyboard),
        Hello(app: "announced-watch", note: "no sound server"),
        Hello(app: "a", name: "Ä", language: "de", launch: false, onDisconnect: .cancel, replies: .errors, progress: true),
    ]

    private static let manners: [SpeechAttributes] =
        [
            SpeechAttributes(language: "de"), SpeechAttributes(voice: "gmw/en-US+f3"), SpeechAttributes(spell: true),
            SpeechAttributes(spell: false),
            SpeechAttributes(
                language: "de", voice: "x", rate: 200, pitch: 1, inflection: 2, volume: 99, punctuation: .most, capitals: .say),
        ] + [80, 900].map { SpeechAttributes(rate: $0) }
        + [0, 100].flatMap { [SpeechAttributes(pitch: $0), SpeechAttributes(volume: $0)] }
        + Punctuation.allCases.map { SpeechAttributes(punctuation: $0) } + Capitals.allCases.map { SpeechAttributes(capitals: $0) }

    private static let texts = [
        "", "Hello", "Grüße, Ελλάδα, \u{1F1E6}\u{1F1F9}, e\u{301}", "quotes \" \\ / \u{8}\u{c}\n\r\t",
        "controls \u{1}\u{1f}\u{7f}\u{85}\u{2028}",
        "\u{FEFF}\u{10FFFF}\u{FFFD}", "{\"type\":\"stop\"}\n",
    ]

    private static let announcements: [Announcement] =
        texts.map { Announcement(runs: [SpeechRun(text: $0)]) }
        + manners.map { Announcement(runs: [SpeechRun(text: "x", attributes: $0)]) }
        + [
            Announcement(runs: manners.map { SpeechRun(text: "y", attributes: $0) }),
            Announcement(runs: texts.map { SpeechRun(text: $0) }),
            Announcement(runs: [SpeechRun(text: "tomato", ipa: "təˈmeɪ.toʊ")]),
            Announcement(runs: [SpeechRun(sound: "dialog-error")]),
            Announcement(runs: TextualContext.allCases.map { SpeechRun(text: "x", context: $0) }),
            Announcement(runs: [SpeechRun(text: "x", context: .console)]),
            Announcement(runs: [SpeechRun(sound: "bell", text: "Ding"), SpeechRun(text: "Dinner")]),
            announcement { $0.queue = true }, announcement { $0.group = "mail" }, announcement { $0.retain = false },
            announcement { $0.countsAsMissed = false },
            announcement { $0.format = .markdown }, announcement { ($0.format, $0.readsCode) = (.markdown, true) },
            announcement { $0.force = true }, announcement { $0.isPrivate = true }, announcement { $0.allowRepeat = true },
            announcement {
                $0.runs = [SpeechRun(text: "a"), SpeechRun(text: "b", attributes: SpeechAttributes(spell: true))]
                $0.priority = .high
                $0.queue = true
                $0.group = "g"
                $0.supersede = .current
                $0.maxAge = 0.1
                $0.retain = false
                $0.force = true
                $0.allowRepeat = true
            },
        ]
        + Announcement.Priority.allCases.map { priority in announcement { $0.priority = priority } }
        + Announcement.Supersede.allCases.map { supersede in announcement { $0.supersede = supersede } }
        + [0, 0.1, 10, 1e300].map { age in announcement { $0.maxAge = age } }

    private static func announcement(_ change: (inout Announcement) -> Void) -> Announcement {
        var announcement = Announcement(runs: [SpeechRun(text: "x")])
        change(&announcement)
        return announcement
    }
}

/// Everything that the daemon says, likewise.
enum ServerCatalogue {
    static let all: [ServerMessage] = spoken + told

    /// Messages about elements and sessions.
    private static let told: [ServerMessage] =
        [
            .elementFocused(id: "play"), .elementFocused(id: nil), .pageTurn(id: "Seite \"3\""), .outcomesLost, .eventsLost(count: 3),
            .warning(Warning(.behind, "set updatesFrequently on timer"), element: "timer"),
            .warning(Warning(.adjusted, "odd"), element: nil),
        ] + sessions.map { .mediaSession($0) }
        + sessions.map { session in
            .event(TraceEvent(at: 1.5, event: .mediaSession, id: "m", client: "recorder", rule: "M2", element: "rec", session: session))
        }
        + Earcon.allCases.map { .event(TraceEvent(at: 2, event: .earcon, id: "1", client: "mail", rule: "N1", earcon: $0)) }
        + [
            .event(TraceEvent(at: 2, event: .focus, id: "1", client: "mail", rule: "N6", element: "play")),
            .event(
                TraceEvent(
                    at: 2, event: .received, id: "1", client: "mail", connection: "client-3",
                    request: .request(.announcement(Announcement(runs: [SpeechRun(text: "Grüße")], priority: .low)), id: "1"))),
            .event(
                TraceEvent(at: 2, event: .received, id: "#1", client: "mail", connection: "client-3", request: .request(.stop, id: nil))),
            .event(
                TraceEvent(at: 2, event: .received, id: "client-3", client: "mail", connection: "client-3", request: .disconnect)),
            .event(TraceEvent(at: 2, event: .focus, id: "1", client: "mail", rule: "N6")),
            .event(TraceEvent(at: 2, event: .silent, id: "1", client: "", rule: "M3", element: "play")),
        ]

    private static let sessions: [MediaSessionEvent] =
        MediaSession.Mode.allCases.map { MediaSessionEvent(session: "take 1", mode: $0, change: .began, lease: 30) }
        + [MediaSessionEvent(session: "take 1", mode: .record, change: .extended, lease: 0.5)]
        + MediaSessionEvent.Reason.allCases.map {
            MediaSessionEvent(session: "session-1", mode: .play, change: .ended, reason: $0)
        }

    private static let spoken: [ServerMessage] =
        replies.map { .reply($0) }
        + errors.map { .error($0) }
        + FinishReason.allCases.map { reason in
            .announcementDidFinish(
                AnnouncementDidFinish(
                    id: "#17", text: "Grüße \"\u{1F600}\"\n", successful: reason == .spoken, reason: reason, attempts: 1,
                    spokenSeconds: 1.234))
        }
        + [
            .announcementDidFinish(
                AnnouncementDidFinish(id: "1", text: "", successful: false, reason: .expired, attempts: 0, spokenSeconds: 0)),
            .progress(Progress(id: "1", word: "Grüße", offset: 0, length: 5)),
            .mark(Mark(id: "1", name: "")), .mark(Mark(id: "#17", name: "Kapitel \"2\", \u{1F600}\n")),
        ]
        + SubscribedEvent.allCases.map { event in
            .event(TraceEvent(at: 12.5, event: event, id: "1", client: "org.example.mail", class: "default", text: "Hello"))
        }
        + FinishReason.allCases.map { reason in
            .event(
                TraceEvent(
                    at: 0, event: .finished, id: "1", client: "", class: "low", text: "Hello", successful: reason == .spoken,
                    reason: reason,
                    rule: "Q13"))
        }

    private static let entries: [HistoryEntry] =
        FinishReason.allCases.map {
            HistoryEntry(at: 1.5, id: "#1", client: "mail", class: "low", text: "Hello", reason: $0, rule: "Q2")
        } + [HistoryEntry(at: 0, id: "1", client: "", class: "hint", text: "")]

    private static let explanation = Explanation(
        id: "#1", steps: [.init(at: 1.5, text: "mail posted #1, “Hello”, of class low."), .init(text: "It waits.")],
        events: [
            TraceEvent(at: 1.5, event: .started, id: "#1", client: "mail", class: "low", text: "Hello"),
            TraceEvent(at: 2, event: .finished, id: "#1", client: "mail", class: "low", text: "Hello", successful: true, reason: .spoken),
            TraceEvent(at: 2, event: .silent, id: "#2", client: "mail", rule: "N5"),
        ])

    private static let replies: [Reply] =
        [Reply(id: "1"), Reply(id: "1", warnings: Warning.Code.allCases.map { Warning($0, "txet: odd") })]
        + Reply.State.allCases.map { Reply(id: "1", state: $0) }
        + statuses.map { Reply(id: "1", result: .status($0)) }
        + [
            Reply(id: "1", result: .voices([])), Reply(id: "1", result: .history([])), Reply(id: "1", result: .history(entries)),
            Reply(id: "1", result: .missed(entries)),
            Reply(id: "1", result: .missed([])),
            Reply(id: "1", result: .explanation(explanation)),
            Reply(id: "1", result: .explanation(Explanation(id: "x", steps: [], events: []))),
            Reply(
                id: "1",
                result: .voices([VoiceDescription(identifier: "gmw/en-US", name: "English (America)", languages: ["en-us", "en"])])),
            Reply(id: "1", result: .settings(SettingsReport(UserSettings()))),
            Reply(
                id: "1",
                result: .settings(
                    SettingsReport(RequestCatalogue.everySetting, changed: UserSettings.Name.allCases, file: "/a/settings.toml"))),
            Reply(
                id: "1",
                result: .settings(
                    SettingsReport(
                        UserSettings(
                            SpeechAttributes(
                                language: "en", voice: "x", rate: 175, pitch: 50, volume: 100, punctuation: .most, capitals: .pitch))))),
        ]

    private static let errors: [ErrorReply] =
        ErrorReply.Code.allCases.map { ErrorReply(code: $0, message: "type: missing") }
        + [ErrorReply(id: "x", code: .unknownTarget, message: "target: …", line: 1)]

    private static let statuses: [Status] =
        Status.Voice.State.allCases.flatMap { voice in
            Status.Device.State.allCases.map { device in
                Status(
                    version: "0.1", processID: 1, uptime: 0.5, paused: false, clients: 0, speaking: nil, waiting: [:], next: [],
                    voice: Status.Voice(state: voice), device: Status.Device(state: device, name: "default"))
            }
        }
        + [
            Status(
                version: "0.1", processID: 1, uptime: 3600, paused: true, mode: .onDemand, clients: 256,
                speaking: Status.Speaking(id: "#1", client: "mail", class: "high", text: "Hello. You.", sentence: "You."),
                waiting: ["default": 2, "low": 1],
                next: [Status.Speaking(id: "#2", client: "mail", class: "default", text: "World")],
                voice: Status.Voice(
                    state: .failed, synthesizer: "eSpeak NG 1.51", restarts: 3, message: "it ended", unknownSetting: .worded("klingon")),
                device: Status.Device(state: .unavailable, name: "plughw:1,0", message: "busy"),
                media: MediaSession.Mode.allCases.map {
                    Status.Media(
                        client: "recorder", session: "take 1", mode: $0, endsIn: 12.5, mute: $0 == .play ? ["a", "b"] : [],
                        announcements: $0 == .listen ? .pass : $0 == .play ? .holdLow : .mode)
                },
                muted: ["mail"], notes: [Status.Note(client: "announced-watch", note: "no sound server")],
                mistakes: [.worded("d.toml:1:1: \"a\" takes too long")])
        ]
}
