import AnnounceProtocol
import FoundationEssentials
import JSONLines
import Messages
import TestSupport
import Testing

/// Lines are read and written by code of our own, for speed: it writes what Foundation writes, and reads as Foundation does, but strictly.
@Suite struct SimpleLineTests {
    /// Any JSON value, as Foundation reads it.
    private struct AnyValue: Decodable {
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Key.self) {
                for key in object.allKeys { _ = try object.decode(AnyValue.self, forKey: key) }
            } else if var array = try? decoder.unkeyedContainer() {
                while !array.isAtEnd { _ = try array.decode(AnyValue.self) }
            } else {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() || (try? value.decode(Bool.self)) != nil || (try? value.decode(String.self)) != nil { return }
                _ = try value.decode(Double.self)
            }
        }
    }

    /// Whether a line is an object; nothing in it is looked at.
    private static func isRead(_ line: [UInt8]) -> Bool {
        do throws(JSONLineError) {
            _ = try JSONObject(line)
            return true
        } catch {
            #expect(error.kind == .notAnObject)
            return false
        }
    }

    @Test(arguments: [
        "", "{", "[]", "x", "null", "1", #""a""#, #"{"type":"stop"}}"#, #"{"type":"stop"} x"#, #"{"type":"stop""#,
        #"{"type":"announcement","text":"\u00"#, #"{"type":"announcement","text":"\"#, #"{"a":tru}"#, #"{"a":truely}"#,
        #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":01}"#, #"{"a":-}"#, #"{"a":1.}"#, #"{"a":1.e2}"#, #"{"a":1e}"#, #"{"a":1,}"#, #"{"a":[1,]}"#,
        "{\"a\":\"\t\"}", #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\ud800"}"#, #"{"a":"\udc00\ud800"}"#, #"{"a":1,"a":1}"#,
        #"{"a":1,"b":{"c":[],"c":[]}}"#, #"{"a":[,1]}"#, #"{"a":{,}}"#, #"{"a":[1}}"#,
        #"{"a":{"y"}}"#, #"{"a" 1}"#, #"{a:1}"#, #"{"a":'b'}"#, #"{"a":1 "b":2}"#,
    ])
    func `Only a JSON object is accepted`(line: String) {
        #expect(!Self.isRead(Array(line.utf8)))
    }

    @Test func `Mutated lines are JSON for us where they are for Foundation`() {
        let seed = SeededGenerator.seed(for: "AnnounceProtocol, simple lines")
        var generator = SeededGenerator(seed: seed)
        let messages = RequestCatalogue.all.map { Array($0.bytes.dropLast()) } + Self.hard
        var read = 0
        for round in 0..<200 {
            for message in messages {
                let other = messages.randomElement(using: &generator) ?? []
                let line = Mutations.mutated(message, with: other, using: &generator)
                let isRead = Self.isRead(line)
                if isRead { read += 1 }
                let text = String(decoding: line, as: UTF8.self)
                #expect(
                    isRead == Self.isReadByFoundation(line) || Self.isReadInAnotherWay(line),
                    "TEST_SEED=\(seed), round \(round): \(text)")
            }
        }
        // Else it would prove nothing.
        #expect(read > messages.count)
    }

    @Test func `Each byte of a line replaced by each other one is JSON where it is for Foundation`() {
        for message in Self.hard {
            for place in message.indices {
                var line = message
                for byte in UInt8.min...UInt8.max {
                    line[place] = byte
                    let isRead = Self.isRead(line)
                    #expect(
                        isRead == Self.isReadByFoundation(line) || Self.isReadInAnotherWay(line),
                        "\(byte) at \(place) of \(String(decoding: message, as: UTF8.self))")
                }
            }
        }
    }

    /// Whether the line contains what Foundation reads differently: broken escapes, commas after the last field, a field twice, and
    /// numbers that do not fit a `Double`.
    private static func isReadInAnotherWay(_ line: [UInt8]) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        if text.contains(#/,[ \t\r\n]*[\]}]/#) || text.contains(#/[0-9][eE]\+?[0-9]{2}/#) { return true }
        do { _ = try JSONObject(line) } catch { if error.description.contains("each field once") { return true } }
        // Of a field that occurs twice, Foundation looks into one value only.
        let names = text.matches(of: #/"([^"\\]*)"[ \t]*:/#).map { String($0.1) }
        if Set(names).count < names.count { return true }
        // Foundation skips four bytes behind \u, whatever they are: a string's end may be among them.
        return text.ranges(of: "\\u").contains { range in
            let digits = text[range.upperBound...].prefix(4)
            return digits.count < 4 || !digits.allSatisfy(\.isHexDigit)
        }
    }

    private static func isReadByFoundation(_ line: [UInt8]) -> Bool {
        (try? JSONDecoder().decode([String: AnyValue].self, from: Data(line))) != nil
    }

    private static let hard: [[UInt8]] = [
        #"{"type":"announcement","text":"é\n\\ ","id":"a","rate":175,"retain":true,"maxAge":0,"group":null}"#,
        #"{ "volume" : 99 ,"type": "settings","capitals":"say","language":"de" }"#,
        #"{"type":"hello","launch":false,"onDisconnect":"cancel","name":"\#u{1F600}"}"#,
        #"{"type":"elementUpdated","element":"t","value":"é\"","label":null,"hint":"","id":"a"}"#,
        #"{"type":"mediaSession","op":"begin","session":"s","mode":"record","lease":30,"mute":null}"#,
        #"{"type":"screenChanged","elements":[{"id":"a","milestones":[1.5,"1m"],"container":{"type":"list","headers":["é"]}}]}"#,
        #"{"type":"layoutChanged","element":{"traits":["button","\u00e9"],"x":[{},[],null,{"y":true}]}}"#,
        #"{"type":"announcement","runs":[{"text":"a","volume":9},{"text":"<b/>","ssml":true}]}"#,
    ].map { Array($0.utf8) }
}
