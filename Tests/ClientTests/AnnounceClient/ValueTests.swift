import Messages
import Testing

@testable import AnnounceClient

/// The library's own values, and how values print.
@Suite struct ValueTests {
    @Test func `A removed element's last value is spoken only if that is asked for`() {
        #expect(AccessibilityNotification.elementRemoved("a").request == .notification(.elementRemoved(id: "a")))
        let request = AccessibilityNotification.elementRemoved("a", speaksLastValue: true).request
        #expect(request == .notification(.elementRemoved(id: "a", speaksLastValue: true)))
    }

    @Test func `Steps of settings are sent once, because a second time they would add up`() {
        #expect(Request.settings(UserSettings(interval: 2)).isRepeatable)
        #expect(!Request.settings(UserSettings(), adjust: SettingsAdjustment(rate: 20)).isRepeatable)
    }

    @Test func `Values print plainly`() {
        #expect("\(AnnouncementOutcome.Reason.spoken)" == "spoken")
        #expect("\(AnnounceError.Refusal.Code.unknownTarget)" == "unknownTarget")
        #expect("\([.selected, .button] as AnnounceClient.AccessibilityTraits) \([] as AccessibilityTraits)" == "[button, selected] []")
        let notification = AccessibilityNotification.announcement("Done", priority: .high)
        #expect("\(notification)" == #"{"priority":"high","text":"Done","type":"announcement"}"#)
        let trace = TraceEvent(at: 1, event: .started, id: "a", client: "mail")
        #expect("\(trace)" == #"{"at":1,"client":"mail","event":"started","id":"a"}"#)
        #expect("\(Status.blank)".contains(#""device":{"name":"","state":"closed"}"#))
    }

    @Test func `A slow listener gets the newest events, and how many it missed`() async {
        let buffer = EventBuffer(limit: 3)
        for number in 1...10 { buffer.add(.pageTurn(element: "\(number)")) }
        buffer.finish()
        var heard: [AnnounceEvent] = []
        for await event in AnnounceEvents(EventSubscription(buffer) {}) { heard.append(event) }
        #expect(heard == [.missed(7), .pageTurn(element: "8"), .pageTurn(element: "9"), .pageTurn(element: "10")])
    }
}
