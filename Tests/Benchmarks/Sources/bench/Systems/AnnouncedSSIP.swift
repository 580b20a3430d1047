import TestSupport

/// announced in speech-dispatcher's place, driven by SSIP.
final class AnnouncedSSIP: SSIPSystem {
    let name = "announced, SSIP"
    let client: SSIPClient

    private let folder: TemporaryFolder
    private let announced: Announced

    init(programs: String, _ route: SoundRoute) async throws {
        folder = try TemporaryFolder()
        let socket = folder.path("speechd.sock")
        announced = try await Announced(programs: programs, route, ["--speech-dispatcher", socket])
        client = try await SSIPClient(.first(to: socket, of: announced.process), system: name)
    }

    var processIDs: [Int32] { announced.processIDs }
}
