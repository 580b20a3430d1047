import SpeechQueue

@testable import Conductor
@testable import Narration

extension RandomScreen {
    /// The things that conductor and narrator hold, but should not when all is at rest.
    var leftovers: [String: Int] {
        let narrator = conductor.narrator
        var updates = 0
        for (_, screen) in narrator.screens { updates += screen.known?.updates.count ?? 0 }
        var unended = 0
        for client in conductor.clients.connected.values { unended += client.unended }
        var left: [String: Int] = ["subjects": narrator.subjects.count, "echoes": narrator.echoes.count]
        left["sessions"] = narrator.media.active.count
        left["read texts"] = Self.count("readTexts", of: narrator)
        left["names"] = conductor.names.count
        left["requests"] = conductor.pending.waiting.count + conductor.requests.all.count + Self.count("quiet", of: conductor.requests)
        left["updates"] = updates
        left["hints"] = narrator.hint == nil ? 0 : 1
        left["utterances"] = conductor.queue.isIdle ? 0 : 1
        left["owed outcomes"] = Self.count("gone", of: conductor.missedOutcomes)
        left["unended utterances"] = unended
        left["clients that say no more"] = connections.values.count { $0.hasClosedInput }
        return left
    }

    static func count(_ name: String, of value: Any) -> Int {
        Mirror(reflecting: Mirror(reflecting: value).descendant(name)!).children.count
    }
}
