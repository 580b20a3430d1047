/// Returns the folder with the programs of packages that are not installed, as `scripts/unpacked.sh` prints it.
/// - Parameter kind: its argument: `servers` or `pipewire`.
package func unpackedPackages(_ kind: String) async throws -> String {
    let script = repositoryFile("scripts/unpacked.sh")
    let lines = try await ChildProcess(script, [kind]).output.remainingLines(within: .seconds(120))
    guard let folder = lines.last else { throw TimedOut("\(script) \(kind) printed no folder") }
    return folder
}
