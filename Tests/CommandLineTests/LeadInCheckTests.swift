import Testing
import VoiceProtocol

@testable import announce

/// The doctor's finding on the lead-in (O1).
struct LeadInCheckTests {
    private static func finding(link: String?, needs: Int, chosen: Int?) -> Finding {
        let sink = VoiceCheck.Sink(name: "s", link: link, leadIn: needs)
        return LeadInCheck.finding(of: VoiceCheck.Device(device: "default", opens: true, sink: sink, leadIn: chosen))
    }

    @Test func `O1: A sink that loses its first sound is named, with what comes first`() {
        let loss = "the sink s is Bluetooth and loses the first sound after a pause"
        let auto = Self.finding(link: "bluetooth", needs: 200, chosen: nil)
        #expect(auto.state == .ok && auto.message == "\(loss), so 200 ms of silence come first")
        let more = Self.finding(link: "bluetooth", needs: 200, chosen: 400)
        #expect(more.state == .ok && more.message == "\(loss), so 400 ms of silence come first, by audio.lead-in")
        let less = Self.finding(link: "bluetooth", needs: 200, chosen: 100)
        #expect(less.state == .skipped && less.message == "\(loss); audio.lead-in is 100")
        #expect(less.advice == "set it to \"auto\", or to 200 or more, if the first syllable is missing")
    }

    @Test func `O1: Other sinks need none, and a chosen one is named`() {
        #expect(Self.finding(link: nil, needs: 0, chosen: nil).message == "the sink s needs none")
        #expect(Self.finding(link: nil, needs: 0, chosen: 0).message == "the sink s needs none")
        #expect(Self.finding(link: nil, needs: 0, chosen: 60).message == "the sink s needs none; audio.lead-in adds 60 ms after a pause")
        let unknown = LeadInCheck.finding(of: VoiceCheck.Device(device: "hw:0", opens: true))
        #expect(unknown.state == .skipped && LeadInCheck.finding(of: nil).state == .skipped)
    }
}
