import Conductor
import FrontDoors
import Messages
import SpeechQueue

// Executes commands.
extension SpeechDispatcherDoor {
    mutating func perform(_ command: SSIPCommand, from client: ClientID, in context: inout DoorContext) throws(SSIPReply) {
        guard let session = sessions[client] else { return }
        if session.block != nil, !command.isAllowedInBlock { throw .notInsideBlock }
        let answer: SSIPReply
        switch command {
        case .speak:
            sessions[client]?.decoder.beginText()
            answer = .receiving
        case .char(let name):
            return post(SSIPText(character: name, attributes: session.attributes(in: context)), from: client, in: &context)
        case .key(let name): return post(SSIPText(key: name, attributes: session.attributes(in: context)), from: client, in: &context)
        case .soundIcon(let name):
            return post(SSIPText(icon: name, attributes: session.attributes(in: context)), from: client, in: &context)
        case .stop(let target):
            context.answer(.stopped, to: client)
            return stop(target, from: client, in: &context)
        case .cancel(let target):
            context.answer(.canceled, to: client)
            return cancel(target, from: client, in: &context)
        case .pause(let target):
            context.answer(.paused, to: client)
            return pause(target, from: client, in: &context)
        case .resume(let target):
            context.answer(.resumed, to: client)
            return resume(target, from: client, in: &context)
        case .set(let parameter, let target): answer = try set(parameter, of: target, from: client, in: &context)
        case .get(let query): answer = .value(session.settings.value(of: query, usual: context.conductor.settings))
        case .listVoices: answer = .voices(SSIPVoiceType.allCases.map(\.rawValue))
        case .listOutputModules: answer = .modules([SSIPSettings.outputModule])
        case .listSynthesisVoices(let language, let variant):
            sessions[client]?.voiceQuery = SSIPVoiceQuery(language: language, variant: variant)
            if case .refused = context.ask(.voices(language: nil), id: Self.voicesRequest, for: client) { answerable.append(client) }
            return
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
            context.answer(.bye, to: client)
            return context.close(client)
        }
        context.answer(answer, to: client)
    }

    private mutating func set(
        _ parameter: SSIPParameter, of target: SSIPTarget, from client: ClientID, in context: inout DoorContext
    ) throws(SSIPReply) -> SSIPReply {
        switch parameter {
        case .clientName(let name):
            sessions[client]?.name = name
            introduce(client, in: &context)
            return .clientNameSet
        case .priority(let priority):
            sessions[client]?.priority = priority
            return .prioritySet
        case .markup(let isOn):
            sessions[client]?.readsMarkup = isOn
            return .markupSet
        case .notification(let events, let isOn):
            guard let had = sessions[client]?.notifications else { return .internalError }
            let wanted = isOn ? had.union(events) : had.subtracting(events)
            sessions[client]?.notifications = wanted
            if had.contains(.indexMarks) != wanted.contains(.indexMarks) { introduce(client, in: &context) }
            // A pause and its end are reported only for a message that has begun.
            let ofBegun: Set<SSIPEvent.Kind> = [.begin, .pause, .resume]
            if had.isDisjoint(with: ofBegun) != wanted.isDisjoint(with: ofBegun) {
                context.ask(.subscribe(wanted.isDisjoint(with: ofBegun) ? [] : [.started]), for: client)
            }
            return .notificationSet
        default:
            var reply = SSIPReply.internalError
            for client in try clients(meantBy: target, for: client) { reply = sessions[client]?.settings.set(parameter) ?? reply }
            return reply
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
    func attributes(in context: DoorContext) -> SpeechAttributes { settings.attributes(usual: context.conductor.settings) }
}
