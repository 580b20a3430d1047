import Messages
import SpeechQueue
import Testing

@testable import SpeechDispatcher

/// The table of docs/SPEECH-DISPATCHER.md, "Who is heard when".
struct SSIPPrecedenceTests {
    private static let text = Announcement(runs: [SpeechRun(text: "a")])

    private func said(
        _ number: UInt64, _ priority: SSIPPriority, by app: String = "orca", block: UInt64? = nil
    ) -> SSIPStanding {
        SSIPStanding(name: "ssip-1-\(number)", client: ClientID(1), app: app, number: number, priority: priority, block: block)
    }

    private func precedence(
        of message: SSIPStanding, over spoken: SSIPStanding? = nil, speaking: UtteranceClass? = nil, isAnswer: Bool = false
    ) -> SSIPPrecedence {
        SSIPPrecedence(message: message, spoken: spoken, speaking: speaking, isAnswer: isAnswer)
    }

    @Test func `Each priority is a class of the queue`() {
        func announcement(_ priority: SSIPPriority) -> Announcement {
            precedence(of: said(1, priority)).applied(to: Self.text)
        }
        for priority in [SSIPPriority.message, .text] {
            #expect(announcement(priority).priority == .default)
            #expect(announcement(priority).isFromScreenReader)
        }
        #expect(announcement(.important).priority == .high)
        #expect(!announcement(.important).isFromScreenReader)
        #expect(announcement(.notification).priority == .low)
        #expect(announcement(.notification).retain == false)
        #expect(announcement(.progress).priority == .low)
        #expect(announcement(.progress).maxAge == 3600)
    }

    @Test(arguments: [SSIPPriority.message, .text])
    func `Q7: An announcement is heard to its end, but where the user has gone on`(_ priority: SSIPPriority) {
        func waits(speaking: UtteranceClass?, isAnswer: Bool = false) -> Bool {
            precedence(of: said(1, priority), speaking: speaking, isAnswer: isAnswer).applied(to: Self.text).queue
        }
        #expect(waits(speaking: .default))
        #expect(!waits(speaking: .default, isAnswer: true))
        for other in UtteranceClass.allCases where other != .default { #expect(!waits(speaking: other), "\(other)") }
        #expect(waits(speaking: nil))
        #expect(!waits(speaking: nil, isAnswer: true))
    }

    @Test func `Messages wait for each other, and the parts of a block; nothing else of the protocol is waited for`() {
        func waits(_ message: SSIPStanding, for spoken: SSIPStanding) -> Bool {
            precedence(of: message, over: spoken, speaking: .default).applied(to: Self.text).queue
        }
        #expect(waits(said(2, .message), for: said(1, .message)))
        #expect(waits(said(2, .text), for: said(1, .message)))
        #expect(waits(said(2, .text, block: 7), for: said(1, .text, block: 7)))
        #expect(!waits(said(2, .text, block: 7), for: said(1, .text, block: 6)))
        #expect(!waits(said(2, .message), for: said(1, .text)))
        #expect(!waits(said(2, .message), for: said(1, .notification)))
    }

    @Test func `The first decision about a message is not made again`() {
        let again = precedence(of: said(1, .message), speaking: .default)
        #expect(again.applied(to: Self.text, waits: false).queue == false)
        #expect(precedence(of: said(1, .message)).applied(to: Self.text, waits: true).queue == true)
    }

    @Test(arguments: SSIPPriority.allCases) func `The utterance in progress ends as the table says`(_ spoken: SSIPPriority) {
        func ended(by priority: SSIPPriority) -> Bool {
            let spoken = said(1, spoken, by: "browser")
            return precedence(of: said(2, priority), over: spoken).outdated(among: []) == [spoken.name]
        }
        let endsForOthers = spoken == .text || spoken == .notification
        #expect(ended(by: .message) == endsForOthers)
        #expect(ended(by: .text) == endsForOthers)
        #expect(ended(by: .important) == (endsForOthers || spoken == .progress))
        for priority in [SSIPPriority.notification, .progress] { #expect(!ended(by: priority), "\(priority)") }
    }

    @Test func `Of texts, notifications and progress a program's newest counts; of the rest, each`() {
        let earlier = [said(1, .text), said(2, .text), said(4, .text)]
        for priority in SSIPPriority.allCases {
            let outdated = precedence(of: said(3, priority)).outdated(among: earlier)
            // A message that is posted again after a pause does not outdate later ones.
            #expect(outdated == (priority == .important || priority == .message ? [] : ["ssip-1-1", "ssip-1-2"]), "\(priority)")
        }
    }

    @Test func `The one that is spoken ends last, and a progress is heard to its end`() {
        func outdated(_ priority: SSIPPriority) -> [String] {
            let spoken = said(1, priority)
            return precedence(of: said(3, priority), over: spoken).outdated(among: [spoken, said(2, priority)])
        }
        #expect(outdated(.text) == ["ssip-1-2", "ssip-1-1"])
        #expect(outdated(.notification) == ["ssip-1-2", "ssip-1-1"])
        #expect(outdated(.progress) == ["ssip-1-2"])
        #expect(outdated(.message) == [])
    }

    @Test(arguments: [SSIPPriority.text, .notification, .progress]) func `A block is as one message`(_ priority: SSIPPriority) {
        let earlier = [said(1, priority, block: 7), said(2, priority, block: 6)]
        let next = precedence(of: said(3, priority, block: 7), over: earlier[0])
        #expect(next.outdated(among: earlier) == ["ssip-1-2"])
    }
}
