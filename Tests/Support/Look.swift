/// Looks every few milliseconds whether something is so, where no event tells; throws ``TimedOut`` if it is not in time.
/// - Parameter what: what is awaited, and what was seen last.
package func look(
    for what: @autoclosure () -> String, within limit: Duration = .seconds(60), until isSo: () async throws -> Bool
) async throws {
    let deadline = SuspendingClock.now + limit
    while try await !isSo() {
        guard SuspendingClock.now < deadline else { throw TimedOut("looked for \(what()) for \(limit)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}
