import Glibc
import TestSupport

/// The sentences heard when something goes wrong: one is being spoken, another waits, and a third is posted afterwards. Each fault meets
/// each system on a sound server of its own.
struct Faults {
    /// Something that goes wrong.
    private struct Fault: Sendable {
        let name: String
        /// Whether only one program can open the device, and another has it open when the system starts.
        var isDeviceBusy = false
        let inject: @Sendable (FaultStage) async throws -> Void
    }

    private static let faults = [
        Fault(name: "nothing, for comparison") { _ in },
        Fault(name: "the synthesizer's process is killed") { kill(try $0.system.synthesizer, SIGKILL) },
        Fault(name: "the synthesizer's process hangs") { try suspend($0.system.synthesizer) },
        // eSpeak NG 1.51 aborts.
        Fault(name: "a text that crashes eSpeak NG") { try await $0.system.post(String(repeating: "s'", count: 80)) },
        Fault(name: "the sound server is killed, and is back after 2 s") { stage in
            try await stage.server.kill()
            try await Task.sleep(for: .seconds(2))
            try await stage.restartServer()
        },
        Fault(name: "the sound server hangs for 3 s") { stage in
            stage.server.freeze()
            try await Task.sleep(for: .seconds(3))
            stage.server.thaw()
        },
        Fault(name: "another program has the device for 3 s", isDeviceBusy: true) { stage in
            try await Task.sleep(for: .seconds(3))
            stage.deviceHolder?.close()
        },
        Fault(name: "the daemon is killed") { try await $0.system.kill() },
        Fault(name: "its client disconnects") { $0.system.disconnect() },
        Fault(name: "another client sends half a line") { try $0.misbehave(.halfLine) },
        Fault(name: "another client posts without end") { try $0.misbehave(.flood) },
        Fault(name: "another client never reads") { try $0.misbehave(.unread) },
        Fault(name: "another client posts 10 MB of text") { try $0.misbehave(.longText) },
    ]

    static func measure(programs: String, _ figures: inout Figures) async throws {
        figures.add(row: ["", "system", "the sentence", "what waited", "posted afterwards", "longest silence", "the daemon"])
        for fault in faults {
            progress(fault.name)
            async let announced = row(fault) { try await FaultedAnnounced(programs: programs, $0) }
            async let dispatcher = row(fault) { try await FaultedDispatcher($0, audio: fault.isDeviceBusy ? .alsa : .pulse) }
            for row in [await announced, await dispatcher] { figures.add(row: row) }
        }
    }

    /// Returns the row of a table.
    private static func row(_ fault: Fault, _ system: (SoundRoute) async throws -> any FaultedSystem) async -> [String] {
        do {
            let stage = try await FaultStage(isDeviceBusy: fault.isDeviceBusy, system)
            return [fault.name, stage.system.name] + (try await stage.run(fault.inject))
        } catch {
            return [fault.name, "", "not measured: \(error)", "", "", "", ""]
        }
    }
}

/// Another client that misbehaves.
enum Misbehaviour {
    case halfLine, flood, unread, longText
}

/// A system that faults happen to. It speaks its texts in order, and none cuts another.
protocol FaultedSystem: AnyObject {
    var name: String { get }
    var socket: String { get }
    /// The process in which eSpeak NG is.
    var synthesizer: Int32 { get throws }
    /// Whether it runs still.
    var state: String { get }

    /// Posts a text, over a new connection if there is none.
    func post(_ text: String) async throws
    func disconnect()
    /// Ends the daemon.
    func end()
    /// Kills the daemon with SIGKILL, and starts it again if anything but a client would.
    func kill() async throws
    /// Returns what a misbehaving client sends, again and again if that is not a single thing.
    func bytes(_ misbehaviour: Misbehaviour) -> [UInt8]
}

/// Returns the child of a process with this name.
func child(_ name: String, of process: Int32) throws -> Int32 {
    guard let child = descendants(of: process).first(where: { command(of: $0).hasPrefix(name) }) else {
        throw MeasureFailed(description: "there is no \(name)")
    }
    return child
}
