import AnnounceClient
import Messages
import TestSupport
import Testing

/// Connections that come and go at random moments.
@Suite struct RandomExchangeTests {
    @Test("D1: whatever is lost, each request ends once, and no announcement is posted twice", arguments: 0..<200)
    func random(number: UInt64) {
        var random = SeededGenerator(seed: SeededGenerator.seed(for: "exchange") &+ number)
        var run = ExchangeRun()
        var asked: [String] = []
        var cancelled: Set<String> = []
        var isConnected = false
        run.connectAndGreet()
        isConnected = true
        for step in 0..<120 {
            let id = "r\(step)"
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                run.announce(id)
                asked.append(id)
            case 4:
                run.ask(.status, id)
                asked.append(id)
            case 5:
                run.ask(ExchangeRun.announcement(id), id)
                asked.append(id)
            case 6:
                guard let any = asked.randomElement(using: &random) else { continue }
                if run.ended[any] == nil { cancelled.insert(any) }
                run.perform { $0.cancel(any) }
            case 7:
                if isConnected { run.lose() }
                isConnected = false
            case 8:
                if !isConnected { run.connect() }
                isConnected = true
            case 9:
                // All own questions are answered, with what the daemon may know.
                let knows = Int.random(in: 0..<3, using: &random)
                if isConnected { run.answerGreeting { _ in knows == 0 ? nil : knows == 1 ? .some(nil) : .some(.interrupted) } }
            case 10:
                let outage = run.outage ?? 0
                if Int.random(in: 0..<4, using: &random) == 0 { run.perform { $0.endPatience(outage: outage) } }
                run.perform { $0.checkAgain() }
                let awaited = run.awaited ?? 0
                run.perform { $0.endPatience(answer: awaited) }
                if run.disconnects > 0, isConnected {
                    run.lose()
                    isConnected = false
                }
                run.disconnects = 0
            default:
                guard isConnected, let (request, id) = run.sent.randomElement(using: &random) else { continue }
                switch request {
                case .announcement:
                    if Bool.random(using: &random) { run.reply(id) }
                    if Bool.random(using: &random) { run.hear(.announcementDidFinish(ExchangeRun.did(id))) }
                case .hello, .explain, .ping: continue
                default: run.reply(id)
                }
            }
        }
        run.perform { $0.close() }
        #expect(run.posted.values.allSatisfy { $0 == 1 })
        #expect(cancelled.union(run.ended.keys) == Set(asked))
        #expect(cancelled.isDisjoint(with: run.ended.keys))
        #expect(run.ended.values.allSatisfy { $0.count == 1 }, "\(run.ended.filter { $0.value.count != 1 })")
    }
}
