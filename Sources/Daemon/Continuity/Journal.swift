import SpeechQueue

/// The state that the daemon must not lose, in memory that outlives it. It is written continuously, because SIGKILL gives no warning.
///
/// The memory has two halves. Records are appended to one of them, and become valid when the half's new length is stored, in one
/// instruction; so everything added since the last ``commit()`` becomes valid as a whole or not at all. After enough growth, the present
/// state is written to the other half, which then becomes the current one, also in one instruction.
final class Journal {
    /// The size of a half, in bytes.
    static let capacity = 64 << 20
    /// The growth after which the halves are swapped, in bytes.
    private static let leastGrowth = 512 << 10
    private static let mostGrowth = 4 << 20
    /// How often the daemon may end soon after it restored a journal before that journal is dropped.
    private static let mostRestorations: UInt64 = 3
    /// "announ" in ASCII, and the layout's version.
    static let magic: UInt64 = 0x616e_6e6f_756e_0003

    private static let headerSize = 4096
    /// The offsets of the header's words.
    private enum Word {
        static let magic = 0
        static let current = 8
        static let lengths = [16, 24]
        static let restorations = 32
        static let lastClient = 40
    }

    /// Why a journal can't be used.
    struct Unusable: Error, CustomStringConvertible {
        var description: String
        /// The journal's records if it is undamaged. A damaged journal reveals no outcomes.
        var records: [JournalRecord] = []
    }

    private let memory: SealedMemory
    private var batch = JournalFields()
    private var record = JournalFields()
    private var length = 0
    private var half = 0
    /// The length at which to swap the halves.
    private var limit = 0

    /// The number of the last client, kept outside the records so that no number is reused.
    var lastClient: UInt64 {
        get { memory[word: Word.lastClient] }
        set { memory[word: Word.lastClient] = newValue }
    }

    /// Whether ``begin(with:)`` should be called.
    private(set) var isFull = false
    var descriptor: CInt { memory.descriptor }

    /// - Parameter memory: new, or a previous process's.
    init(_ memory: SealedMemory) {
        self.memory = memory
    }

    static func make() throws(SealedMemory.Failure) -> Journal {
        Journal(try SealedMemory.make(size: headerSize + 2 * capacity))
    }

    // MARK: Reading

    /// Returns the previous process's records. Counts the attempt, so that a journal that repeatedly ends the daemon is eventually dropped.
    /// - Throws: ``Unusable`` if the journal can't be read.
    func restore() throws(Unusable) -> [JournalRecord] {
        guard memory.size == Self.headerSize + 2 * Self.capacity, memory[word: Word.magic] == Self.magic else {
            throw Unusable(description: "it is not a journal of this version")
        }
        let tries = memory[word: Word.restorations]
        memory[word: Word.restorations] = tries &+ 1
        // If even reading the journal ends the daemon, stop reading it.
        guard tries <= Self.mostRestorations else { throw Unusable(description: "restoring it has failed too many times") }
        let current = memory[word: Word.current]
        guard current < 2, case let length = memory[word: Word.lengths[Int(current)]], length <= UInt64(Self.capacity) else {
            throw Unusable(description: "its header is damaged")
        }
        let start = Self.start(of: Int(current))
        half = Int(current)
        guard let frames = JournalFrame.split(memory.bytes(start..<(start + Int(length)))) else {
            throw Unusable(description: "its checksums are wrong")
        }
        var records: [JournalRecord] = []
        for frame in frames {
            var fields = JournalFields(reading: frame)
            while var part = fields.part() {
                if let record = JournalRecord(from: &part) { records.append(record) }
                guard !part.isUnreadable, !fields.isUnreadable else { throw Unusable(description: "it contains an invalid record") }
            }
        }
        guard tries < Self.mostRestorations else {
            throw Unusable(description: "restoring it has failed too many times", records: records)
        }
        return records
    }

    /// Records that the restored state was harmless: the daemon has run for long enough, or ends normally.
    func markHealthy() { memory[word: Word.restorations] = 0 }

    // MARK: Writing

    /// Asks for a restart of the journal, after which nothing of what was added before remains.
    func forget() { isFull = true }

    /// Adds a record to the next ``commit()``.
    func add(_ new: JournalRecord) {
        record.removeAll()
        _ = record.passed(new)
        batch.put(part: record)
    }

    /// Adds a record and commits it at once. If there is no room, drops the record, because it does not justify restarting the journal.
    func addAlone(_ new: JournalRecord) {
        commit()
        let wasFull = isFull
        add(new)
        commit()
        isFull = wasFull || length > limit
    }

    /// Commits everything added so far. If there is no room, nothing is committed until ``begin(with:)``.
    func commit() {
        guard !batch.bytes.isEmpty else { return }
        if let end = write(batch.bytes, to: half, at: length) {
            length = end
            memory[word: Word.lengths[half]] = UInt64(length)
            if length > limit { isFull = true }
        } else {
            isFull = true
        }
        batch.removeAll()
    }

    /// Restarts the journal with the present state: `records`, the more important ones first. Records that don't fit are left out.
    func begin(with records: some Sequence<JournalRecord>) {
        let other = 1 - half
        var end = 0
        batch.removeAll()
        func flush() {
            if let written = write(batch.bytes, to: other, at: end) { end = written }
            batch.removeAll()
        }
        for record in records {
            add(record)
            if batch.bytes.count >= 65_536 { flush() }
        }
        if !batch.bytes.isEmpty { flush() }
        memory[word: Word.lengths[other]] = UInt64(end)
        memory[word: Word.magic] = Self.magic
        memory[word: Word.current] = UInt64(other)
        // Announced text should not remain in memory after it was spoken.
        memory.forget(Self.start(of: half)..<(Self.start(of: half) + Self.capacity))
        half = other
        length = end
        limit = end + min(max(end, Self.leastGrowth), Self.mostGrowth)
        isFull = false
    }

    /// Deletes all records.
    func clear() {
        batch.removeAll()
        length = 0
        memory[word: Word.lengths[half]] = 0
        memory.forget(Self.headerSize..<memory.size)
        markHealthy()
    }

    /// - Returns: the end of the written bytes; nil if there is no room.
    private func write(_ bytes: [UInt8], to half: Int, at offset: Int) -> Int? {
        let end = offset + JournalFrame.header + bytes.count
        guard end <= Self.capacity else { return nil }
        memory.write(JournalFrame.header(of: bytes), at: Self.start(of: half) + offset)
        memory.write(bytes, at: Self.start(of: half) + offset + JournalFrame.header)
        return end
    }

    private static func start(of half: Int) -> Int { headerSize + half * capacity }
}
