import JSONLines
import Testing

/// That what is read is what Foundation reads is tested with the protocol's own lines; here, the values and the bounds.
@Suite struct JSONObjectTests {
    private static func isRead(_ line: String) -> Bool { (try? JSONObject(Array(line.utf8))) != nil }

    @Test func `Fields and values are in the order of the line`() throws {
        let object = try JSONObject(Array(#"{"b":[1,0.5,{"a":null}],"a":"é\n\u00e9"}"#.utf8))
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
        #expect(Self.isRead(line(JSONLine.mostLevels)))
        #expect(!Self.isRead(line(JSONLine.mostLevels + 1)))
        // However deep it is, it is no end of the stack.
        #expect(!Self.isRead(line(100_000)))
        // It is depth that counts, not how many there are.
        #expect(Self.isRead(#"{"a":["# + Array(repeating: "[],{}", count: 100).joined(separator: ",") + "]}"))
    }

    @Test func `Of equal names the first counts, however many fields there are`() throws {
        func line(_ count: Int) -> String { "{" + (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + ",\"0\":-1}" }
        for count in [1, 31, 32, 33, 100, 20_000] {
            let object = try JSONObject(Array(line(count).utf8))
            #expect(object.fields.count == count)
            guard case .number(0)? = object.fields.first?.value else { return #expect(Bool(false), "\(count)") }
        }
    }

    @Test(arguments: [
        ("0", 0.0), ("-0.0", 0), ("-12", -12), ("1e2", 100), ("1E+2", 100), ("1.5e-1", 0.15), ("123456789012345680", 123456789012345680),
        ("9223372036854775808", 9223372036854775808), ("99999999999999999999999", 1e23),
    ])
    func `Numbers are what JSON says`(_ written: String, _ number: Double) throws {
        switch try JSONObject(Array("{\"a\":\(written)}".utf8)).fields[0].value {
        case .number(let whole): #expect(Double(whole) == number)
        case .decimal(let decimal): #expect(decimal == number)
        case let other: Issue.record("\(other)")
        }
    }

    @Test(arguments: [#""\ud83d\ude00""#, #""\u00e9""#, #""\"\\\/\b\f\n\r\t""#, #""""#, "\"é\""])
    func `Strings are what JSON says`(_ written: String) throws {
        let expected = try JSONLine.decode([String: String].self, from: Array("{\"a\":\(written)}".utf8))["a"]
        guard case .string(let string) = try JSONObject(Array("{\"a\":\(written)}".utf8)).fields[0].value else {
            return #expect(Bool(false), "\(written)")
        }
        #expect(string == expected)
    }
}
