import Conductor
import Messages
import SpeechQueue
import Testing

/// The order of what follows a request.
@Suite struct AnswerOrderTests {
    @Test("D1, Q10, Q11: the reply to an announcement comes before its outcome, its speech and what it ends")
    func order() {
        func steps(_ effects: [Effect]) -> [String] {
            effects.compactMap { effect in
                switch effect {
                case .send(.reply(let reply), _): "\(reply.id) \(reply.state?.rawValue ?? "")"
                case .send(.announcementDidFinish(let did), _): "\(did.id) \(did.reason.rawValue)"
                case .voice(.speak(let utterance, _)): "speak \(utterance.name)"
                case .voice(.silence): "silence"
                default: nil
                }
            }
        }
        var run = ConductorRun(limit: 2)
        run.say("One", id: "a")
        #expect(steps(run.taken()) == ["a speaking", "speak a"])
        run.say(" ", id: "blank")
        #expect(steps(run.taken()) == ["blank silent", "blank unspeakable"])
        run.say("One", id: "again")
        #expect(steps(run.taken()) == ["again speaking"])
        run.say("Two", id: "b", .high)
        #expect(steps(run.taken()) == ["b speaking", "silence", "a interrupted", "again interrupted", "speak b"])
        for id in ["c", "d"] { run.say(id, id: id, .low) }
        #expect(steps(run.taken()) == ["c queued", "d queued"])
        run.say("e", id: "e", .low)
        #expect(steps(run.taken()) == ["e queued", "c overflow"])
    }

    @Test("If more waits for the voices than may wait, a client's earlier requests still go first")
    func tooManyPending() {
        var run = ConductorRun(limit: 1000, isReady: false)
        func say(_ number: Int) { run.say("\(number)", id: "\(number)", .low, attributes: SpeechAttributes(voice: "en")) }
        for number in 0..<256 { say(number) }
        #expect(run.replies.isEmpty)
        say(256)
        #expect(run.replies.map(\.id) == (0...256).map(String.init))
    }
}
