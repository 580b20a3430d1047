import FoundationEssentials
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

    @Test func `A name may appear once, however many fields there are`() throws {
        func line(_ count: Int, _ more: String = "") -> String {
            "{" + (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + more + "}"
        }
        for count in [1, 31, 32, 33, 100, 20_000] {
            #expect(try JSONObject(Array(line(count).utf8)).fields.count == count)
            let more = ",\"\(count - 1)\":-1"
            let column = line(count).count + 1
            #expect(Self.error(line(count, more)) == "at column \(column): expected each field once, found a second \"\(count - 1)\"")
            // A field that is null counts as absent.
            #expect(try JSONObject(Array(line(count, ",\"0\":null").utf8)).fields.count == count)
        }
    }

    /// Returns the end of the error's sentence, from the column on.
    private static func error(_ line: String) -> String? {
        do throws(JSONLineError) { _ = try JSONObject(Array(line.utf8)) } catch {
            return error.description.replacing("the line is not valid JSON ", with: "")
        }
        return nil
    }

    @Test(arguments: [
        (#"{"a":1,}"#, "at column 8: expected a field's name in quotation marks"), (#"{"a":[1,]}"#, "at column 9: expected a value"),
        (#"{"a" 1}"#, "at column 6: expected a colon"), (#"{"a":1 "b":2}"#, "at column 8: expected a comma or }"),
        (#"{"a":[1}"#, "at column 8: expected a comma or ]"), (#"{"é😀":nul}"#, "at column 7: expected a value"),
        (#"{"a":"b"#, "at column 8, where the line ends: expected a closing quotation mark"),
        (#"{"a":"\n"#, "at column 9, where the line ends: expected a closing quotation mark"),
        (#"{"a":01}"#, "at column 7: expected no digit after a leading zero"), (#"{"a":-x}"#, "at column 7: expected a digit"),
        (#"{"a":1.}"#, "at column 8: expected a digit"), (#"{"a":2e+}"#, "at column 9: expected a digit"),
        (#"{"a":"é\x"}"#, #"at column 8: expected one of the escapes \" \\ \/ \b \f \n \r \t \u"#),
        (#"{"a":"\u00g0"}"#, #"at column 7: expected four hexadecimal digits after \u"#),
        (#"{"a":"\ud83d"}"#, "at column 7: expected a pair of surrogates"),
        (#"{"a":"\ude00\ud83d"}"#, "at column 7: expected a pair of surrogates"),
        ("{\"a\":\"\u{1B}\"}", #"at column 7: expected no control character in a string; write \u001b"#),
        ("{\"a\":\"\t\"}", #"at column 7: expected no control character in a string; write \u0009"#),
    ])
    func `An error names the column, and what was expected there`(_ line: String, _ message: String) {
        #expect(Self.error(line) == message)
    }

    @Test func `A number that fits no Double is one nevertheless`() throws {
        for written in ["1e999", "-1e999", String(repeating: "9", count: 2000)] {
            guard case .hugeNumber = try JSONObject(Array("{\"a\":\(written)}".utf8)).fields[0].value else {
                Issue.record("\(written)")
                return
            }
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
        let expected = try JSONDecoder().decode([String: String].self, from: Data("{\"a\":\(written)}".utf8))["a"]
        guard case .string(let string) = try JSONObject(Array("{\"a\":\(written)}".utf8)).fields[0].value else {
            return #expect(Bool(false), "\(written)")
        }
        #expect(string == expected)
    }
}
