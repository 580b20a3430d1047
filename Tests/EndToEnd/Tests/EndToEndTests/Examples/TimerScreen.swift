import AnnounceClient

/// Posts the timer's screen: "Tea. Remaining, three seconds."
func showTimer(remaining: Int, on client: Announcer) async throws {
    let remaining = AccessibilityElement(
        id: "remaining", label: "Remaining", value: timerText(remaining), traits: [.updatesFrequently], valueKind: .duration)
    let cancel = AccessibilityElement(id: "cancel", label: "Cancel", traits: [.button])
    try await client.post(.screenChanged(title: "Tea", elements: [remaining, cancel]))
}

/// Formats minutes and seconds.
func timerText(_ seconds: Int) -> String {
    "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
}
