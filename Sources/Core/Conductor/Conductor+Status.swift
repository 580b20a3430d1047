package import Messages
import Narration
package import SpeechQueue

// `status`: the daemon's state.
extension Conductor {
    /// Returns the daemon's state in human-readable form.
    package func status(at now: Instant) -> Status {
        var waiting: [String: Int] = [:]
        for kind in UtteranceClass.allCases where queue.waitingCount(of: kind) > 0 { waiting[kind.name] = queue.waitingCount(of: kind) }
        let speaking = queue.speaking.map { utterance in
            var speaking = described(utterance)
            if utterance.isPrivate { return speaking }
            speaking.sentence = TextSteps.sentence(in: utterance.runs, at: delivery.resumption).map {
                String($0.prefix(Status.longestText))
            }
            return speaking
        }
        let next = queue.waiting(atMost: Status.mostListed).map(described)
        var voice = delivery.voice
        voice.unknownSetting = choice.unknown.map(Status.Mistake.unknownVoice)
        return Status(
            version: identity.version, processID: identity.processID, uptime: now - identity.started, paused: queue.isPaused,
            mode: narrator.options.mode, clients: clients.count, mostClients: mostClients, speaking: speaking, waiting: waiting, next: next,
            voice: voice,
            device: statusDevice,
            media: narrator.sessions(at: now).map { client, session in
                var session = session
                session.client = name(of: client)
                return session
            }, muted: Array(narrator.options.silencedApps.prefix(Status.mostListed)),
            notes: Array(notes.prefix(Status.mostListed)),
            mistakes: Array((notices.mistakes + narrator.entriesOff.lazy.map { .worded($0.mistake) }).prefix(Status.mostListed)))
    }

    private var notes: [Status.Note] {
        takenSockets.map { Status.Note(client: "announced", note: "another program has taken the place of \($0)") }
            + clients.inOrder.compactMap { client in
                hello(of: client.id).note.map { Status.Note(client: name(of: client), note: $0) }
            }
            + queue.pausedClients.map {
                Status.Note(
                    client: name(of: $0), note: "its speech is paused until a client of speech-dispatcher's protocol resumes it (O5)")
            }
    }

    /// The device as `status` shows it. A failed device is tried again only when there is something to speak. Until that attempt, it is
    /// unknown whether the device is available again.
    private var statusDevice: Status.Device {
        guard queue.isIdle, delivery.device.state == .unavailable else { return delivery.device }
        return Status.Device(state: .closed, name: delivery.device.name, message: delivery.device.message.map { "last failed: \($0)" })
    }

    private func described(_ utterance: Utterance) -> Status.Speaking {
        let text = String(utterance.shownText.prefix(Status.longestText))
        return Status.Speaking(
            id: utterance.name, client: name(of: utterance.client), class: utterance.class.name, text: text)
    }
}
