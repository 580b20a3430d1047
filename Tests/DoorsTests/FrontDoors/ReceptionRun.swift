import Conductor
import Configuration
import FrontDoors
import Messages
import SpeechDispatcher
import SpeechQueue
import Testing

/// A reception with both doors on a virtual clock, and a voice that speaks each word in half a second: what clients send and receive, in bytes.
struct ReceptionRun {
    static let announce = 0
    static let speechDispatcher = 1
    private static let secondsPerWord = 0.5

    private(set) var reception: Reception
    private(set) var now = Instant(seconds: 0)
    /// The texts spoken, each with its time: `0.5 Hello`.
    private(set) var heard: [String] = []
    private(set) var closed: [ClientID] = []
    private var received: [ClientID: [UInt8]] = [:]
    /// The clients whose requests wait for the answer to the last.
    private var awaitingAnswers: [ClientID] = []
    /// When the reception wants to be woken.
    private(set) var wakesAt: Instant?
    private var speaking: (utterance: Utterance, from: Int, began: Instant, ends: Instant)?
    private var lastSpoken: UtteranceID?
    private var isPaused = false

    private static let catalog = VoiceCatalog(
        voices: [("en", "English"), ("de", "German")].map { InstalledVoice(identifier: "x/\($0)", name: $1, languages: [.init($0)]) },
        variants: ["female2", "Mr_Serious"].map { InstalledVoice(identifier: "v/\($0)", name: $0, languages: []) })

    /// - Parameter isReady: whether the voice has started.
    init(limits: SpeechQueue.Limits = SpeechQueue.Limits(), isReady: Bool = true) {
        let conductor = Conductor(
            settings: SpeechAttributes(language: "en"), words: WordTables.all, limits: limits, device: "default",
            identity: Conductor.Identity(version: "1", processID: 1, started: now), isJournaled: true)
        reception = Reception(conductor, doors: [JSONLinesDoor(), SpeechDispatcherDoor()])
        if isReady { startVoice() }
    }

    /// The voice starts, and reports its voices.
    mutating func startVoice() {
        send(.ready(synthesizer: "1"))
        send(.voices(Self.catalog))
    }

    // MARK: Clients

    mutating func connect(_ client: UInt64, at door: Int = announce) -> ClientID {
        carryOut(reception.connect(ClientID(client), at: door, at: now))
        return ClientID(client)
    }

    mutating func adopt(_ client: ClientID, _ unserved: UnservedInput) {
        reception.adopt(client, unserved: unserved)
        reception.conductor.connect(client, name: "adopted")
    }

    /// Sends bytes, and has all requests in them served.
    mutating func send(_ text: String, from client: ClientID) {
        reception.append(Array(text.utf8), from: client)
        serve(client)
    }

    private mutating func serve(_ client: ClientID) {
        while let effects = reception.serveNext(of: client, at: now) { carryOut(effects) }
        if reception.awaitsAnswer(client) { awaitingAnswers.append(client) }
    }

    /// A client closes its sending end, or is gone.
    mutating func finish(_ client: ClientID, isGone: Bool) {
        carryOut(reception.serveLast(of: client, isGone: isGone, at: now) ?? [])
        carryOut(isGone ? reception.disconnect(client, at: now) : reception.didCloseInput(client, at: now))
    }

    mutating func disconnect(_ client: ClientID) { carryOut(reception.disconnect(client, at: now)) }

    /// The lines that a client has received since the last call of this.
    mutating func lines(to client: ClientID) -> [String] {
        let bytes = received.removeValue(forKey: client) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    // MARK: Time

    /// Lets time pass until `seconds` since the beginning.
    mutating func wait(until seconds: Double) {
        let end = Instant(seconds: seconds)
        while let next = [wakesAt, isPaused ? nil : speaking?.ends].compactMap({ $0 }).min(), next <= end {
            now = max(now, next)
            if !isPaused, let (utterance, _, _, ends) = speaking, ends <= now {
                speaking = nil
                send(.finished(utterance.id))
            } else {
                wakesAt = nil
                carryOut(reception.wake(at: now))
            }
        }
        now = end
    }

    /// Time passes, and the process gets no processor.
    mutating func oversleep(until seconds: Double) { now = Instant(seconds: seconds) }

    /// The voice begins a sentence of what it speaks, at an offset in its text.
    mutating func reachSentence(at offset: Int) {
        if let (utterance, _, _, _) = speaking { send(.sentence(utterance.id, RunPosition(run: 0, offset: offset))) }
    }

    private mutating func send(_ report: VoiceReport) {
        let effects = reception.conductor.receive(report, at: now)
        carryOut(reception.address(effects, at: now))
    }

    private mutating func carryOut(_ effects: [Effect]) {
        // The voice reports once everything was carried out, as a process does.
        var reports: [VoiceReport] = []
        defer { for report in reports { send(report) } }
        for effect in effects {
            switch effect {
            case .write(let bytes, let client): received[client, default: []] += bytes
            case .writeEvent(let bytes, let subscribers): for client in subscribers { received[client, default: []] += bytes }
            case .speak(let utterance, let position):
                #expect(speaking == nil, "two are spoken at once")
                let from = position?.offset ?? 0
                let text = utterance.text.dropFirst(from)
                // With the first part of a long text all of it counts as heard.
                let isNextPart = utterance.id == lastSpoken && utterance.follows != nil
                if !isNextPart { heard.append("\(now.seconds) \(text)") }
                let ends = isNextPart ? now : now + Double(text.split(separator: " ").count) * Self.secondsPerWord
                lastSpoken = utterance.id
                speaking = (utterance, from, now, ends)
                reports.append(.started(utterance.id))
            case .silence:
                guard let (utterance, from, began, _) = speaking else { break }
                speaking = nil
                let words = utterance.text.dropFirst(from).split(separator: " ")
                let word = words[min(Int((now - began) / Self.secondsPerWord), words.count - 1)]
                reports.append(.silenced(utterance.id, RunPosition(run: 0, offset: utterance.text.distance(to: word.startIndex))))
            case .pause: isPaused = true
            case .resume: isPaused = false
            case .close(let client): closed.append(client)
            case .wake(let moment): wakesAt = moment
            case .send, .publish: Issue.record("no door has written it: \(effect)")
            case .earcon, .trace, .log: break
            }
        }
        if reception.conductor.isIncomplete { carryOut(reception.complete(at: now)) }
        while let place = awaitingAnswers.firstIndex(where: { !reception.awaitsAnswer($0) }) { serve(awaitingAnswers.remove(at: place)) }
    }
}

extension String {
    fileprivate func distance(to index: Index) -> Int { unicodeScalars.distance(from: startIndex, to: index) }
}
