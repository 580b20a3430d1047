import SpeechQueue
import Testing

@testable import AnnounceDaemon

/// Whose connection gives way to another.
struct SlotsTests {
    private var slots = Slots()
    private var busy: Set<ClientID> = []
    /// Those that have left answers unread.
    private var owed: Set<ClientID> = []

    private mutating func connect(_ clients: ClosedRange<UInt64>, program: Int32?, serves: Bool = false) {
        for client in clients.map(ClientID.init) {
            slots.add(client, program: program)
            if serves { slots.didServe(client) }
        }
    }

    /// Returns the client that gives way to a new one; nil: none has to; 0: none does, and the new one is refused.
    private func yielding(to program: Int32? = 1000) -> UInt64? {
        switch slots.admission(of: program, isBusy: busy.contains, owes: owed.contains) {
        case .served: nil
        case .replaces(let client, _): client.number
        case .refused: 0
        }
    }

    @Test mutating func `The oldest that has never sent a request gives way first, then an idle one of the program with the most`() {
        connect(1...100, program: 1, serves: true)
        connect(101...220, program: 2, serves: true)
        connect(221...255, program: 3)
        #expect(yielding() == nil)
        connect(256...256, program: nil)
        #expect(yielding() == 221)
        for client in 221...256 as ClosedRange<UInt64> { slots.didServe(ClientID(client)) }
        #expect(yielding() == 101)
        slots.didServe(ClientID(101))
        busy = [ClientID(102)]
        #expect(yielding() == 103)
        slots.remove(ClientID(5))
        #expect(yielding() == nil)
    }

    @Test mutating func `A program has 128 at most: beyond that, its own give way`() {
        connect(1...100, program: 1)
        connect(101...228, program: 2, serves: true)
        #expect(yielding(to: 1) == nil && yielding(to: 2) == 101)
        busy = Set((101...228).map(ClientID.init))
        #expect(yielding(to: 2) == 0 && yielding(to: 1) == nil)
    }

    @Test mutating func `Busy clients never give way`() {
        for program in 0..<256 as Range<Int32> {
            let client = UInt64(program + 1)
            connect(client...client, program: program, serves: true)
        }
        busy = Set((1...256).map(ClientID.init))
        #expect(yielding() == 0)
        for client in [7, 8].map(ClientID.init) { busy.remove(client) }
        owed = [ClientID(7)]
        #expect(yielding() == 8)
        owed.insert(ClientID(8))
        #expect(yielding() == 7, "only unread answers are lost, and nobody is refused")
    }
}
