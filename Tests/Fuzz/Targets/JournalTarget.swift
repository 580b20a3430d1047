import Conductor
import Configuration
import Messages
import SpeechQueue

@testable import Continuity

/// The journal that a daemon inherits: whatever it contains, the daemon must continue.
enum JournalTarget {
    /// The first byte decides whether the input is the whole journal, or framed like a complete one.
    static func read(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let content = Array(input.dropFirst())
        let bytes = first & 1 == 0 ? JournalFrame.header(of: content) + content : content
        guard let memory = try? SealedMemory.make(size: 4096 + 2 * Journal.capacity) else { fatalError("no memory to share") }
        memory[word: 0] = Journal.magic
        memory[word: 16] = UInt64(bytes.count)
        memory.write(bytes, at: 4096)
        guard let records = try? Journal(memory).restore() else { return }
        for record in records { checkWriting(of: record) }
        let (entries, connections) = RestoredConnection.split(records)
        for connection in connections.values { _ = connection.opening }
        restore(entries)
    }

    private static func checkWriting(of record: JournalRecord) {
        func bytes(_ record: JournalRecord) -> [UInt8] {
            var fields = JournalFields()
            _ = fields.passed(record)
            return fields.bytes
        }
        let written = bytes(record)
        var fields = JournalFields(reading: written[...])
        guard let again = JournalRecord(from: &fields), !fields.isUnreadable else { fatalError("can't be read again: \(record)") }
        // Compare the bytes, not the values: a record may contain NaN, which equals nothing.
        check(bytes(again) == written, "written and read again, \(record) is \(again)")
    }

    /// Restores the entries in the next daemon, and in the one after that.
    private static func restore(_ entries: [JournalEntry]) {
        var conductor = conductor()
        let connected = Set(entries.compactMap { if case .client(let client) = $0 { client.id } else { nil } })
        _ = conductor.restore(Remembered(entries), connected: connected, at: Instant(nanoseconds: 0))
        var written = WrittenState()
        let present = written.entries(for: conductor.takeWhole())
        for entry in present { checkWriting(of: .conductor(entry)) }
        var next = Self.conductor()
        _ = next.restore(Remembered(present), connected: connected, at: Instant(nanoseconds: 0))
        _ = next.shutDown(at: Instant(nanoseconds: 1))
    }

    private static func conductor() -> Conductor {
        let configuration = Configuration(language: "en")
        return Conductor(
            settings: configuration.speech, options: configuration.narrationSettings, words: WordTables.all, limits: configuration.limits,
            device: "fuzz", identity: Conductor.Identity(version: "fuzz", processID: 0, started: Instant(nanoseconds: 0)), isTraced: true)
    }
}
