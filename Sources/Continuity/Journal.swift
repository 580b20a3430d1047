import SpeechQueue

/// What the daemon must not forget, in memory that outlives it: written all the while, for nobody is told of a SIGKILL.
///
/// The memory holds two halves. Records are added to one, and are there as a whole when its length is stored, in one instruction: what
/// was added since the last ``commit()`` is there as a whole or not at all. Once much has been added, all that is still so is written to
/// the other half, which takes the first one's place, also in one instruction.
final class Journal {
    /// What a half holds.
    static let capacity = 32 << 20
    /// How much may be added before the halves are changed.
    private static let leastGrowth = 512 << 10
    private static let mostGrowth = 4 << 20
    /// How often the daemon may end soon after it has gone on from a journal, before that journal is given up.
    private static let mostRestorations: UInt64 = 3
    /// "announce", and the layout's version.
    private static let magic: UInt64 = 0x616e_6e6f_756e_0001

    private static let headerSize = 4096
    /// Where the header's words are.
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
        /// All that is in it, if nothing of it is damaged: of one that is, nobody knows what came of what it speaks of.
        var records: [JournalRecord] = []
    }

    private let memory: SealedMemory
    private var batch = JournalFieldWriter()
    private var record = JournalFieldWriter()
    private var length = 0
    private var half = 0
    /// At which length the halves are to be changed.
    private var limit = 0

    /// The number of the last client: kept beside the records, so that none is used twice.
    var lastClient: UInt64 {
        get { memory[word: Word.lastClient] }
        set { memory[word: Word.lastClient] = newValue }
    }

    /// Whether ``begin(with:)`` is to be called.
    private(set) var isFull = false
    var descriptor: CInt { memory.descriptor }

    /// - Parameter memory: new, or of a process before this one.
    init(_ memory: SealedMemory) {
        self.memory = memory
    }

    static func make() throws(SealedMemory.Failure) -> Journal {
        Journal(try SealedMemory.make(size: headerSize + 2 * capacity))
    }

    // MARK: Reading

    /// What the process before has written. From now on it counts as tried: one that ends the daemon again and again is not tried for ever.
    /// - Throws: ``Unusable``, if it can't be read.
    func restore() throws(Unusable) -> [JournalRecord] {
        guard memory.size == Self.headerSize + 2 * Self.capacity, memory[word: Word.magic] == Self.magic else {
            throw Unusable(description: "it is none, or of another version")
        }
        let tries = memory[word: Word.restorations]
        memory[word: Word.restorations] = tries &+ 1
        // If even reading it ends the daemon, it is read no more.
        guard tries <= Self.mostRestorations else { throw Unusable(description: "the daemon has ended again and again after it") }
        let current = memory[word: Word.current]
        guard current < 2, case let length = memory[word: Word.lengths[Int(current)]], length <= UInt64(Self.capacity) else {
            throw Unusable(description: "its header is damaged")
        }
        let start = Self.start(of: Int(current))
        half = Int(current)
        guard let frames = JournalFrame.split(memory.bytes(start..<(start + Int(length)))) else {
            throw Unusable(description: "its sums are wrong")
        }
        var records: [JournalRecord] = []
        do throws(JournalFieldReader.Unreadable) {
            for frame in frames {
                var fields = JournalFieldReader(frame)
                while !fields.isAtEnd {
                    var one = fields.part(try fields.count())
                    if let record = try JournalRecord(from: &one) { records.append(record) }
                }
            }
        } catch {
            throw Unusable(description: "something in it is no record")
        }
        guard tries < Self.mostRestorations else {
            throw Unusable(description: "the daemon has ended again and again after it", records: records)
        }
        return records
    }

    /// The daemon has gone on for long enough, or ends as it should: what it had restored has done it no harm.
    func markHealthy() { memory[word: Word.restorations] = 0 }

    // MARK: Writing

    /// Adds a record, to be there at the next ``commit()``.
    func add(_ new: JournalRecord) {
        record.removeAll()
        new.write(to: &record)
        batch.put(record.bytes.count)
        batch.put(rest: record.bytes)
    }

    /// Adds a record that is there at once, or if there is no room for it not at all: it is worth no new beginning.
    func addAlone(_ new: JournalRecord) {
        commit()
        let wasFull = isFull
        add(new)
        commit()
        isFull = wasFull || length > limit
    }

    /// What was added is there from now on. Without room for it nothing is, until ``begin(with:)``.
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

    /// Begins anew with all that is so: `records`, the more important ones first. What there is no room for is left out.
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
        // Nobody needs to know what was announced once it was spoken.
        memory.forget(Self.start(of: half)..<(Self.start(of: half) + Self.capacity))
        half = other
        length = end
        limit = end + min(max(end, Self.leastGrowth), Self.mostGrowth)
        isFull = false
    }

    /// Nothing is to be remembered.
    func clear() {
        batch.removeAll()
        length = 0
        memory[word: Word.lengths[half]] = 0
        memory.forget(Self.headerSize..<memory.size)
        markHealthy()
    }

    /// - Returns: where it ends; nil if there is no room.
    private func write(_ bytes: [UInt8], to half: Int, at offset: Int) -> Int? {
        let end = offset + JournalFrame.header + bytes.count
        guard end <= Self.capacity else { return nil }
        memory.write(JournalFrame.header(of: bytes), at: Self.start(of: half) + offset)
        memory.write(bytes, at: Self.start(of: half) + offset + JournalFrame.header)
        return end
    }

    private static func start(of half: Int) -> Int { headerSize + half * capacity }
}
