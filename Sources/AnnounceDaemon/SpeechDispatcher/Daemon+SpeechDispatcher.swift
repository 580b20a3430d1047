import Accessibility
import Conductor
import NIOCore
import SpeechDispatcherProtocol
import SpeechQueue

// The clients of speech-dispatcher's protocol: what they command becomes the same requests that other clients send.
extension Daemon {
    /// A client has come that speaks SSIP.
    func greetSpeechDispatcherClient(_ client: ClientID) {
        speechDispatcher.clients[client] = SSIPClient(id: client)
        sayHello(of: client)
    }

    /// Who a client is, as far as it has said.
    private func sayHello(of client: ClientID) {
        guard let known = speechDispatcher.clients[client] else { return }
        // Words that are heard say which marks were; without a wish for marks nobody needs them.
        let hello = Hello(
            app: known.name == .unknown ? nil : known.name.client, launch: false, progress: known.notifications.contains(.indexMarks))
        ask(.hello(hello), from: client)
    }

    /// Asks the conductor for something in a client's name; what it answers nobody waits for.
    func ask(_ request: Request, id: String? = nil, size: Int = 0, from client: ClientID) {
        carryOut(conductor.receive(request, id: id, size: size, from: client, at: Self.now()))
    }

    /// A client has sent a command, or the text after one.
    func receive(_ input: SSIPDecoder.Input, from client: ClientID) {
        switch input {
        case .command(let line):
            // Blank lines are what people leave at a terminal.
            if line.unicodeScalars.allSatisfy({ $0 == " " }) { return }
            do throws(SSIPReply) {
                try perform(SSIPCommand(line: line), from: client)
            } catch {
                answer(error, to: client)
            }
        case .text(let text, let isCut): speak(text, isCut: isCut, from: client)
        case .commandTooLong: answer(.commandTooLong, to: client)
        case .invalidEncoding: answer(.invalidEncoding, to: client)
        }
    }

    func answer(_ reply: SSIPReply, to client: ClientID) { tell(reply.bytes, to: client) }

    private func perform(_ command: SSIPCommand, from client: ClientID) throws(SSIPReply) {
        guard let known = speechDispatcher.clients[client] else { return }
        if known.block != nil, !command.isAllowedInBlock { throw .notInsideBlock }
        switch command {
        case .speak:
            handlers[client]?.beginText()
            answer(.receiving, to: client)
        case .char(let name):
            post(SSIPText(character: name, attributes: manner(of: known)), from: client)
        case .key(let name):
            post(SSIPText(key: name, attributes: manner(of: known)), from: client)
        case .soundIcon(let name):
            // There are no such sounds here; speech-dispatcher says the name of one that it does not have, too.
            post(SSIPText(name, attributes: manner(of: known)), from: client)
        case .stop(let target):
            answer(.stopped, to: client)
            stop(target, from: client)
        case .cancel(let target):
            answer(.canceled, to: client)
            cancel(target, from: client)
        case .pause(let target):
            answer(.paused, to: client)
            pause(target, from: client)
        case .resume(let target):
            answer(isPaused(target, for: client) ? .resumed : .notPaused, to: client)
            resume(target, from: client)
        case .set(let parameter, let target): answer(try set(parameter, of: target, from: client), to: client)
        case .get(let query): answer(.value(known.settings.value(of: query, usual: conductor.settings)), to: client)
        case .listVoices: answer(.voices(SSIPVoiceType.allCases.map(\.rawValue)), to: client)
        case .listOutputModules: answer(.modules([SSIPSettings.outputModule]), to: client)
        case .listSynthesisVoices(let language, let variant):
            // No voice is listed with its variants: there would be thousands. One may be asked for all the same, behind a "+".
            if let variant, variant.lowercased() != "none" { throw .voices([]) }
            ask(.voices(language: language), id: Self.voicesRequest, from: client)
        case .blockBegin:
            guard known.block == nil else { throw .alreadyInsideBlock }
            speechDispatcher.clients[client]?.block = speechDispatcher.nextNumber()
            answer(.insideBlock, to: client)
        case .blockEnd:
            guard known.block != nil else { throw .alreadyOutsideBlock }
            speechDispatcher.clients[client]?.block = nil
            answer(.outsideBlock, to: client)
        case .history(.getClientID): answer(.clientID(client.number), to: client)
        case .history(.getClientList):
            let all = speechDispatcher.clients.sorted { $0.key.number < $1.key.number }
            answer(.clients(all.map { "\($0.key.number) \($0.value.name) 1" }), to: client)
        case .history(.getLast):
            guard let last = known.lastMessage else { throw .noMessage }
            answer(.lastMessage(last), to: client)
        case .history(.other): throw .notImplemented
        case .help: answer(.help, to: client)
        case .quit:
            answer(.bye, to: client)
            flush()
            if let channel = channels[client] { closeWhenTold(channel) }
        }
    }

    /// By which the answer to `LIST SYNTHESIS_VOICES` is known.
    static let voicesRequest = "ssip-voices"

    // MARK: Settings

    func manner(of client: SSIPClient) -> SpeechAttributes { client.settings.attributes(usual: conductor.settings) }

    private func set(_ parameter: SSIPParameter, of target: SSIPTarget, from client: ClientID) throws(SSIPReply) -> SSIPReply {
        switch parameter {
        case .clientName(let name):
            speechDispatcher.clients[client]?.name = name
            sayHello(of: client)
            return .clientNameSet
        case .priority(let priority):
            speechDispatcher.clients[client]?.priority = priority
            return .prioritySet
        case .markup(let isOn):
            speechDispatcher.clients[client]?.takesMarkup = isOn
            return .markupSet
        case .notification(let events, let isOn):
            guard var wanted = speechDispatcher.clients[client]?.notifications else { return .internalError }
            let had = wanted
            if isOn { wanted.formUnion(events) } else { wanted.subtract(events) }
            speechDispatcher.clients[client]?.notifications = wanted
            if had.contains(.indexMarks) != wanted.contains(.indexMarks) { sayHello(of: client) }
            if had.contains(.begin) != wanted.contains(.begin) {
                ask(.subscribe(wanted.contains(.begin) ? [.started] : []), from: client)
            }
            return .notificationSet
        default:
            var reply = SSIPReply.internalError
            for client in try clients(meantBy: target, for: client) {
                reply = speechDispatcher.clients[client]?.settings.set(parameter) ?? reply
            }
            return reply
        }
    }

    private func clients(meantBy target: SSIPTarget, for client: ClientID) throws(SSIPReply) -> [ClientID] {
        switch target {
        case .own: return [client]
        case .all: return Array(speechDispatcher.clients.keys)
        case .client(let number):
            guard speechDispatcher.clients[ClientID(number)] != nil else { throw .noSuchClient }
            return [ClientID(number)]
        }
    }
}
