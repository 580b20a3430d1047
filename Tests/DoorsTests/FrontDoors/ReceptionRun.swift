import Conductor
import FrontDoors
import Messages
import SpeechDispatcher
import SpeechQueue
import Testing

/// A simulation of a reception with both doors, whose voice speaks each word in half a second: what clients send and receive, in bytes.
struct ReceptionRun {
    static let announce = 0
    static let speechDispatcher = 1

    private var run: Simulation<Reception>
    /// The texts spoken, each with its time: `0.5 Hello`.
    /// The manner of each utterance that was spoken.
    private(set) var manners: [SpeechAttributes] = []
    private(set) var heard: [String] = []
    private(set) var closed: [ClientID] = []
    private var received: [ClientID: [UInt8]] = [:]
    /// The clients whose requests wait for the answer to the last.
    private var awaitingAnswers: [ClientID] = []
    private var lastSpoken: UtteranceID?

    private static let catalog = VoiceCatalog(
        voices: [("en", "English"), ("de", "German")].map { InstalledVoice(identifier: "x/\($0)", name: $1, languages: [.init($0)]) },
        variants: ["female2", "Mr_Serious"].map { InstalledVoice(identifier: "v/\($0)", name: $0, languages: []) })

    /// - Parameter isReady: whether the voice has started.
    init(limits: SpeechQueue.Limits = SpeechQueue.Limits(), isReady: Bool = true) {
        let reception = Reception(.new(limits: limits), doors: [JSONLinesDoor(), SpeechDispatcherDoor()])
        run = Simulation(reception, at: Instant(seconds: 0), secondsPerWord: 0.5)
        if isReady { startVoice() }
    }

    var reception: Reception {
        _read { yield run.subject }
        _modify { yield &run.subject }
    }
    var now: Instant { run.now }
    /// When the reception wants to be woken.
    var wakesAt: Instant? { run.nextWake }

    /// The voice starts, and reports its voices.
    mutating func startVoice() {
        for report in [.ready(synthesizer: "1"), .voices(Self.catalog)] as [VoiceReport] { carryOut(reception.hear(report, at: now)) }
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
        while run.step(until: end) { read() }
        run.now = end
    }

    /// Time passes, and the process gets no processor.
    mutating func oversleep(until seconds: Double) { run.now = Instant(seconds: seconds) }

    /// The voice begins a sentence of what it speaks, at an offset in its text.
    mutating func reachSentence(at offset: Int) {
        guard let id = run.speaking?.id else { return }
        carryOut(reception.hear(.sentence(id, RunPosition(run: 0, offset: offset)), at: now))
    }

    private mutating func carryOut(_ outputs: [Output]) {
        run.add(outputs)
        read()
    }

    /// Reads what the last input has led to.
    private mutating func read() {
        #expect(run.problems == [])
        for output in run.taken() {
            switch output {
            case .write(let bytes, let client): received[client, default: []] += bytes
            case .writeEvent(let bytes, let subscribers): for client in subscribers { received[client, default: []] += bytes }
            case .voice(.speak(let utterance, let position)):
                // With the first part of a long text all of it counts as heard.
                if utterance.id != lastSpoken || utterance.follows == nil {
                    heard.append("\(now.seconds) \(utterance.text.dropFirst(position?.offset ?? 0))")
                }
                if utterance.id != lastSpoken { manners += utterance.runs.prefix(1).map(\.attributes) }
                lastSpoken = utterance.id
            case .close(let client): closed.append(client)
            default: break
            }
        }
        while let place = awaitingAnswers.firstIndex(where: { !reception.awaitsAnswer($0) }) { serve(awaitingAnswers.remove(at: place)) }
    }
}

extension Output: Simulated {
    var action: VoiceAction? { if case .voice(let action) = self { action } else { nil } }
    var wake: Instant?? { if case .wake(let moment) = self { .some(moment) } else { nil } }
}

extension Reception: Conducting {
    func hear(_ report: VoiceReport, at now: Instant) -> [Output] { conduct(at: now) { $0.receive(report, at: $1) } }
}
