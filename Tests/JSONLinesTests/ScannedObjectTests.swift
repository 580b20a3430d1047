import JSONLines
import Testing

/// That a scan reads what a decoder reads is tested with the protocol's own lines; here, how far it goes.
@Suite struct ScannedObjectTests {
    private static func isRead(_ line: String) -> Bool { ScannedObject(Array(line.utf8)) != nil }

    @Test func `Fields and values are in the order of the line`() throws {
        let object = try #require(ScannedObject(Array(#"{"b":[1,0.5,{"a":null}],"a":"é\n\u00e9"}"#.utf8)))
        #expect(object.fields.map(\.name) == ["b", "a"])
        guard case .array(let values) = object.fields[0].value, case .string(let text) = object.fields[1].value else {
            Issue.record("\(object)")
            return
        }
        #expect(text == "é\né")
        guard values.count == 3, case .number(1) = values[0], case .decimal(0.5) = values[1], case .object(let inner) = values[2],
            case .null? = inner.fields.first?.value
        else {
            Issue.record("\(values)")
            return
        }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func `Objects and arrays stand in each other to a limit`(open: String, close: String) {
        func line(_ levels: Int) -> String {
            #"{"a":"# + String(repeating: open, count: levels - 1) + "1" + String(repeating: close, count: levels - 1) + "}"
        }
        #expect(Self.isRead(line(ScannedObject.mostLevels)))
        #expect(!Self.isRead(line(ScannedObject.mostLevels + 1)))
        // However deep it is, it is no end of the stack.
        #expect(!Self.isRead(line(100_000)))
        // It is depth that counts, not how many there are.
        #expect(Self.isRead(#"{"a":["# + Array(repeating: "[],{}", count: 100).joined(separator: ",") + "]}"))
    }

    @Test func `An object has fields to a limit, each once`() {
        func line(_ count: Int) -> String { "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}" }
        #expect(Self.isRead(line(ScannedObject.mostFields)))
        #expect(!Self.isRead(line(ScannedObject.mostFields + 1)))
        #expect(!Self.isRead(#"{"a":0,"\u0061":0}"#))
        #expect(!Self.isRead(#"{"a":{"b":0,"b":0}}"#))
    }
}
