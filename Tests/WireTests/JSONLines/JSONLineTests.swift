import FoundationEssentials
import JSONLines
import Messages
import Testing

@Suite struct JSONLineTests {
    private struct Sample: JSONFields, Equatable {
        struct Part: JSONFields, Equatable {
            static let blank = Part(flag: false)
            var flag: Bool

            mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) { try fields.required("flag", &flag) }
        }
        static let blank = Sample(word: "")
        var word: String
        var count: Int?
        var ratio: Double?
        var parts: [Part]?

        mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
            try fields.required("word", &word)
            try fields.optional("count", &count)
            try fields.optional("ratio", &ratio)
            try fields.objects("parts", &parts)
        }
    }

    private static func error(_ line: some Sequence<UInt8>) -> JSONLineError? {
        do throws(JSONLineError) {
            _ = try Sample(jsonLine: Array(line))
            return nil
        } catch {
            return error
        }
    }

    @Test func `The same value is always the same line, keys sorted, slashes as they are`() {
        let line = Sample(word: "a/b \"\\ \u{1}ä", count: 1, ratio: 0.5, parts: [Sample.Part(flag: true)]).jsonLine
        #expect(
            String(decoding: line, as: UTF8.self) == #"{"count":1,"parts":[{"flag":true}],"ratio":0.5,"word":"a/b \"\\ \u0001ä"}"# + "\n")
    }

    @Test func `Values are encoded as Foundation encodes them`() throws {
        struct Tree: JSONFields, Encodable {
            static var blank: Tree { Tree(name: "", number: 0, ratio: 0, names: [:], children: []) }
            var name: String
            var number: UInt64
            var ratio: Double
            var absent: String?
            var names: [String: [Bool]]
            var children: [Tree]

            mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
                try fields.required("name", &name)
                try fields.required("number", &number)
                try fields.required("ratio", &ratio)
                try fields.optional("absent", &absent)
                try fields.required("names", &names)
                try fields.list("children", &children)
            }
        }
        func tree(_ depth: Int) -> Tree {
            let names = ["ü": [], "a/b": [true, false], "a": [depth > 0], "B": [], "a10": [], "a9": []]
            let text = String(String.UnicodeScalarView((0..<0x100).compactMap { Unicode.Scalar($0 * (depth + 1)) }))
            return Tree(
                name: text, number: .max - UInt64(depth), ratio: [0, -1, 0.1, 1e21, 1e-9, 12345678.5][depth % 6],
                names: names,
                children: (0..<depth).map(tree))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for depth in 0..<6 {
            let line = String(decoding: tree(depth).jsonLine, as: UTF8.self)
            #expect(line == String(decoding: try encoder.encode(tree(depth)), as: UTF8.self) + "\n")
        }
    }

    @Test(arguments: [
        (#"{}"#, "word: missing; expected a value"),
        (#"{"word":5}"#, "word: expected a string"),
        (#"{"word":null}"#, "word: missing; expected a value"),
        (#"{"word":"","count":"1"}"#, "count: expected a whole number"),
        (#"{"word":"","ratio":true}"#, "ratio: expected a number"),
        (#"{"word":"","parts":{}}"#, "parts: expected an array"),
        (#"{"word":"","parts":[{"flag":true},{"flag":1}]}"#, "parts[1].flag: expected true or false"),
        (#"{"word":"","parts":[{"flag":true},7]}"#, "parts[1]: expected an object"),
    ])
    func `An error names the field and what was expected`(_ line: String, _ message: String) {
        #expect(Self.error(line.utf8) == JSONLineError(.invalidField, message))
    }

    @Test(arguments: [
        "", "{", "}", "{}}", "nonsense", #"{"word":"a""#, #"{'word':'a'}"#, #"{word:"a"}"#, #"{"word":NaN}"#, "{}{}", "// {}",
    ])
    func `A line that is not JSON is reported`(_ line: String) {
        #expect(Self.error(line.utf8)?.kind == .notAnObject)
    }

    @Test(arguments: ["[]", "5", "null", "true", #""text""#])
    func `A JSON value other than an object is reported`(_ line: String) {
        #expect(Self.error(line.utf8) == JSONLineError(.notAnObject, "the line is not a JSON object; expected {…}"))
    }

    @Test(arguments: [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xfe, 0xff]] as [[UInt8]])
    func `Broken UTF-8 is reported wherever it occurs`(_ broken: [UInt8]) {
        let error = JSONLineError(.notAnObject, "the line is not valid UTF-8; expected JSON in UTF-8")
        #expect(Self.error(broken) == error)
        #expect(Self.error(Array(#"{"word":""#.utf8) + broken + Array(#""}"#.utf8)) == error)
        #expect(Self.error(Array(#"{"word":"","unknown":""#.utf8) + broken + Array(#""}"#.utf8)) == error)
        #expect(Self.error(Array(#"{"word":"",""#.utf8) + broken + Array(#"":1}"#.utf8)) == error)
    }

    @Test func `A NUL byte is reported wherever it occurs`() {
        let error = JSONLineError(.notAnObject, "the line contains a NUL byte; expected a JSON object")
        let line = Array(#"{"word":"a"}"#.utf8)
        for place in 0...line.count {
            #expect(Self.error(line[..<place] + [0] + line[place...]) == error, "at \(place)")
        }
    }

    @Test func `Deep nesting is an error, not the end of the stack`() {
        for opening in ["[", "{\"a\":", "[{\"a\":"] {
            #expect(Self.error(String(repeating: opening, count: 40_000).utf8)?.kind == .notAnObject)
        }
        let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(Self.error("{\"word\":\"\",\"x\":\(nested)}".utf8)?.kind == .notAnObject)
    }

    @Test func `The deepest nesting that is read is named where it is exceeded, and only there`() {
        func line(_ levels: Int) -> String {
            let open = String(repeating: "[", count: levels - 1)
            // Brackets in a string are none.
            return "{\"word\":\"[[{\\\"\",\"x\":\(open)\(open.map { _ in "]" }.joined())}"
        }
        #expect(Self.error(line(JSONLine.mostLevels).utf8) == nil)
        let error = JSONLineError(.notAnObject, "the line is nested too deeply; expected at most 512 levels of objects and arrays")
        #expect(Self.error(line(JSONLine.mostLevels + 1).utf8) == error)
    }
}
