import Conductor
import FrontDoors
import Glibc
import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

@testable import Continuity

// What other versions of the daemon have written.
extension JournalTests {
    @Test func `Fields that only a later version writes are passed over, and those that an earlier one did not are nothing`() throws {
        for record in Self.everything {
            switch record {
            // The rest of these is their bytes.
            case .input, .output: continue
            default: break
            }
            var later = JournalFields(reading: (Self.bytes(of: record) + [1, 2, 3])[...])
            #expect(JournalRecord(from: &later) == record)
        }
        var unknown = JournalFields(reading: [99, 1, 2])
        #expect(JournalRecord(from: &unknown) == nil && !unknown.isUnreadable)
        var short = JournalFields(reading: [12])
        #expect(JournalRecord(from: &short) == .conductor(.numbered(0)))
    }

    @Test func `T24: A run's context keeps its number in all versions`() {
        let contexts: [TextualContext] = [
            .plain, .console, .fileSystem, .messaging, .narrative, .sourceCode, .spreadsheet, .wordProcessing,
        ]
        #expect(TextualContext.allCases == contexts)
        for context in TextualContext.allCases {
            let record = JournalRecord.conductor(.posted(Self.code(of: context), attempts: 0))
            var fields = JournalFields(reading: Self.bytes(of: record)[...])
            #expect(JournalRecord(from: &fields) == record)
        }
    }

    @Test func `Each record is written, byte for byte, and read as by the daemon before`() {
        let later: [JournalEntry] = [
            .posted(Self.plain, attempts: 0), .posted(Self.appsOwn, attempts: 0),
            .posted(Self.icon, attempts: 0),
            .posted(Self.long, attempts: 0), .posted(Self.code(of: .sourceCode), attempts: 0),
            Self.withNote, .ages(AgeClock(lag: 5, stopped: Instant(nanoseconds: 9))),
            .ending([UtteranceID(7), UtteranceID(9)], .expired), .shares(ClientID(3), with: ClientID(7)),
        ]
        let records = Self.everything + later.map { .conductor($0) }
        for (record, line) in zip(records, JournalFixture.written) {
            #expect(Self.bytes(of: record).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == line)
            let digits = Array(line)
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
            var fields = JournalFields(reading: bytes[...])
            #expect(JournalRecord(from: &fields) == record)
        }
        #expect(JournalFixture.written.count == records.count)
    }
}
