import Conductor
import Messages
import SpeechQueue

// Executes commands.
extension SpeechDispatcherDoor {
    mutating func perform(
        _ command: SSIPCommand, from client: ClientID, conductor: inout Conductor, at now: Instant
    ) throws(SSIPReply) -> [Effect] {
        guard let session = sessions[client] else { return [] }
        if session.block != nil, !command.isAllowedInBlock { throw .notInsideBlock }
        let answer: SSIPReply
        switch command {
        case .speak:
            sessions[client]?.decoder.beginText()
            answer = .receiving
        case .char(let name):
            let text = SSIPText(character: name, attributes: session.attributes(in: conductor))
            return post(text, from: client, conductor: &conductor, at: now)
        case .key(let name):
            return post(SSIPText(key: name, attributes: session.attributes(in: conductor)), from: client, conductor: &conductor, at: now)
        case .soundIcon(let name):
            return post(SSIPText(icon: name, attributes: session.attributes(in: conductor)), from: client, conductor: &conductor, at: now)
        case .stop(let target): return [.answer(.stopped, to: client)] + stop(target, from: client, conductor: &conductor, at: now)
        case .cancel(let target): return [.answer(.canceled, to: client)] + cancel(target, from: client, conductor: &conductor, at: now)
        case .pause(let target): return [.answer(.paused, to: client)] + pause(target, from: client, conductor: &conductor, at: now)
        case .resume(let target): return [.answer(.resumed, to: client)] + resume(target, from: client, conductor: &conductor, at: now)
        case .set(let parameter, let target):
            let (answer, effects) = try set(parameter, of: target, from: client, conductor: &conductor, at: now)
            return effects + [.answer(answer, to: client)]
        case .get(let query): answer = .value(session.settings.value(of: query, usual: conductor.settings))
        case .listVoices: answer = .voices(SSIPVoiceType.allCases.map(\.rawValue))
        case .listOutputModules: answer = .modules([SSIPSettings.outputModule])
        case .listSynthesisVoices(let language, let variant):
            sessions[client]?.voiceQuery = SSIPVoiceQuery(language: language, variant: variant)
            return conductor.ask(.voices(language: nil), id: Self.voicesRequest, for: client, at: now)
        case .blockBegin:
            guard session.block == nil else { throw .alreadyInsideBlock }
            let block = sessions.nextNumber()
            sessions[client]?.block = block
            answer = .insideBlock
        case .blockEnd:
            guard session.block != nil else { throw .alreadyOutsideBlock }
            sessions[client]?.block = nil
            answer = .outsideBlock
        case .history(.getClientID): answer = .clientID(client.number)
        case .history(.getClientList):
            let all = sessions.all.sorted { $0.key.number < $1.key.number }
            answer = .clients(all.map { "\($0.key.number) \($0.value.name) 1" })
        case .history(.getLast):
            guard let last = session.lastMessage else { throw .noMessage }
            answer = .lastMessage(last)
        case .history(.other): throw .notImplemented
        case .help: answer = .help
        case .quit:
            // No events follow the goodbye.
            _ = takeRemainder(for: client)
            return [.answer(.bye, to: client), .close(client)]
        }
        return [.answer(answer, to: client)]
    }

    private mutating func set(
        _ parameter: SSIPParameter, of target: SSIPTarget, from client: ClientID, conductor: inout Conductor, at now: Instant
    ) throws(SSIPReply) -> (SSIPReply, [Effect]) {
        switch parameter {
        case .clientName(let name):
            sessions[client]?.name = name
            return (.clientNameSet, introduce(client, to: &conductor, at: now))
        case .priority(let priority):
            sessions[client]?.priority = priority
            return (.prioritySet, [])
        case .markup(let isOn):
            sessions[client]?.readsMarkup = isOn
            return (.markupSet, [])
        case .notification(let events, let isOn):
            guard let had = sessions[client]?.notifications else { return (.internalError, []) }
            let wanted = isOn ? had.union(events) : had.subtracting(events)
            sessions[client]?.notifications = wanted
            var effects: [Effect] = []
            if had.contains(.indexMarks) != wanted.contains(.indexMarks) { effects += introduce(client, to: &conductor, at: now) }
            // A pause and its end are reported only for a message that has begun.
            let ofBegun: Set<SSIPEvent.Kind> = [.begin, .pause, .resume]
            if had.isDisjoint(with: ofBegun) != wanted.isDisjoint(with: ofBegun) {
                effects += conductor.ask(.subscribe(wanted.isDisjoint(with: ofBegun) ? [] : [.started]), for: client, at: now)
            }
            return (.notificationSet, effects)
        default:
            var reply = SSIPReply.internalError
            for client in try clients(meantBy: target, for: client) { reply = sessions[client]?.settings.set(parameter) ?? reply }
            return (reply, [])
        }
    }

    private func clients(meantBy target: SSIPTarget, for client: ClientID) throws(SSIPReply) -> [ClientID] {
        switch target {
        case .own: return [client]
        case .all: return Array(sessions.all.keys)
        case .client(let number):
            guard sessions[ClientID(number)] != nil else { throw .noSuchClient }
            return [ClientID(number)]
        }
    }
}

extension SSIPSession {
    /// Returns the client's manner of speaking: its own settings, otherwise the user's.
    func attributes(in conductor: Conductor) -> SpeechAttributes { settings.attributes(usual: conductor.settings) }
}
