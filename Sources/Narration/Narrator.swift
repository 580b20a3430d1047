package import Accessibility
package import SpeechQueue

// Narration is what notifications mean: it turns what an app says into utterances for the queue, with the user's settings and
// voices applied. It knows the rules of SEMANTICS §3 and later; the queue knows §2.

/// Turns notifications into utterances.
package struct Narrator: Sendable {
    /// How the user wants to be spoken to; what a client asks for goes before it.
    package var settings: SpeechAttributes
    /// The voices that exist; nil until they are known.
    package var voices: VoiceCatalog?
    /// Seconds after which a low announcement is too old, unless it says otherwise (Q13).
    package static let lowMaxAge = 10.0

    package init(settings: SpeechAttributes) {
        self.settings = settings
    }

    /// The utterance for an announcement.
    /// - Throws: ``ErrorReply`` that names the voice or language nobody has.
    package func utterance(
        for announcement: Announcement, id: UtteranceID, name: String, from client: ClientID, hello: Hello, at now: Instant
    ) throws(ErrorReply) -> Utterance {
        let utteranceClass = Self.utteranceClass(of: announcement)
        let manner = merge(SpeechAttributes(language: hello.language), settings)
        var runs: [SpeechRun] = []
        for run in announcement.runs {
            let asked = try voices?.resolve(run.attributes) ?? run.attributes
            runs.append(SpeechRun(text: run.text, attributes: merge(asked, manner)))
        }
        let maxAge = announcement.maxAge ?? (utteranceClass == .low ? Self.lowMaxAge : nil)
        return Utterance(
            id: id, client: client, name: name, class: utteranceClass, runs: runs,
            waits: announcement.queue, posted: now,
            group: announcement.group.map { Self.group($0, of: client, hello) },
            supersede: announcement.supersede,
            deadline: maxAge.map { now + $0 },
            isKept: utteranceClass == .low && announcement.retain,
            allowRepeat: announcement.allowRepeat,
            wantsWords: hello.progress)
    }

    /// `asked` over `usual`; the usual voice stays if it speaks the language that is asked for.
    private func merge(_ asked: SpeechAttributes, _ usual: SpeechAttributes) -> SpeechAttributes {
        var merged = asked.over(usual)
        if asked.voice == nil, let language = asked.language, let voice = usual.voice, voices?.voice(voice, speaks: language) == true {
            merged.voice = voice
        }
        return merged
    }

    /// The group that a client means by a name: its app's, or its own if it has not said which app it is.
    package static func group(_ name: String, of client: ClientID, _ hello: Hello) -> Utterance.Group {
        Utterance.Group(app: hello.app ?? "client \(client.number)", name: name)
    }

    /// Q3: a default that queues is a low; a high that queues stays a high.
    private static func utteranceClass(of announcement: Announcement) -> UtteranceClass {
        switch announcement.priority {
        case .low: .low
        case .default: announcement.queue ? .low : .default
        case .high: .high
        }
    }
}
