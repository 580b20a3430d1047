import AnnounceProtocol
import JSONLines
import Messages
import TestSupport
import Testing

/// Lines are read and written in two ways, one of them fast. Both are the same.
@Suite struct SimpleLineTests {
    /// What the fast way reads is what the decoder reads.
    /// - Returns: whether the fast way read it.
    private static func compare(_ line: [UInt8], _ context: @autoclosure () -> Comment) -> Bool {
        guard let simple = RequestLine(simple: line) else { return false }
        do throws(ErrorReply) {
            let decoded = try RequestLine(decoding: line)
            #expect(simple == decoded, context())
            // Equal strings may differ in their bytes.
            #expect(simple.bytes == decoded.bytes, context())
        } catch {
            Issue.record("\(context()): read though \(error.message): \(String(decoding: line, as: UTF8.self))")
        }
        return true
    }

    @Test(arguments: [
        #"{"type":"announcement","text":"Hello"}"#, #" { "type" : "stop" } "#, "{\"type\"\t:\r\"stop\"\n}",
        #"{"type":"announcement","text":"a \"b\" \\ \/ \b\f\n\r\t","priority":"low","id":"x","rate":200,"queue":true,"group":null}"#,
        #"{"type":"announcement","text":"Grüße \#u{1F600}","maxAge":10,"force":false,"txet":"x"}"#,
        #"{"type":"settings","pitch":0,"punctuation":"most"}"#, #"{"type":"hello","app":"mail","replies":"none"}"#,
        #"{"type":"elementUpdated","element":"timer","value":"1:02:55"}"#, #"{"type":"elementFocused","element":"play","by":"app"}"#,
        #"{"type":"elementActivated","element":"play"}"#, #"{"type":"elementRemoved","element":"play"}"#,
        #"{"type":"layoutChanged","element":"play"}"#, #"{"type":"screenChanged","title":"Inbox"}"#,
        #"{"type":"pageScrolled","text":"Page 3"}"#, #"{"type":"mediaSession","op":"extend","lease":30}"#,
        #"{"type":"repeat","count":2}"#, #"{"type":"where"}"#, #"{"type":"history"}"#, #"{"type":"explain","target":"1"}"#,
        #"{"type":"announcement","text":"\u0041\u00e9\u20AC\uFFFD"}"#, #"{"t\u0079pe":"stop"}"#,
        #"{"type":"announcement","text":"a","x":{}}"#, #"{"type":"announcement","text":"a","x":[[],[{}],null,0.5,{"y":[true]}]}"#,
        #"{"type":"announcement","runs":[{"text":"a"},{"text":"b","spell":true,"y":1}]}"#,
        #"{"type":"announcement","runs":[{"text":"<speak>a<break/></speak>","ssml":true}]}"#,
        #"{"type":"announcement","runs":[{"text":"a","ipa":"ˈeɪ"},{"text":"b","ipa":"?"}]}"#,
        #"{"type":"elementUpdated","element":{"id":"a"}}"#, #"{"type":"elementUpdated","element":{"id":"a","traits":["what"],"x":0}}"#,
        #"{"type":"mediaSession","op":"begin","mute":["a"],"allow":[]}"#, #"{"type":"subscribe","events":["started"]}"#,
        #"{"type":"layoutChanged","element":{"container":{"type":"what","x":1}}}"#,
        #"{"type":"layoutChanged","element":{"container":null}}"#,
        #"{"type":"screenChanged","elements":[{"milestones":[1,2.5,"1m"],"container":{"type":"table","headers":["a"]}},{ }]}"#,
        #"{"type":"stop","x":[[[[[[[]]]]]]]}"#,
    ])
    func `Simple lines are read the fast way`(line: String) {
        #expect(Self.compare(Array(line.utf8), "\(line)"))
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "x", #"{"type":"stop"}}"#, #"{"type":"stop",}"#, #"{"type":"stop"} x"#, #"{"type":"stop""#,
        #"{"type":"stop","type":"skip"}"#, #"{"type":"announcement","text":"\x"}"#, #"{"type":"announcement","text":"\u004"}"#,
        #"{"type":"announcement","text":"\u00"#, #"{"type":"announcement","text":"\u00g0"}"#, #"{"type":"announcement","text":"\u0000"}"#,
        #"{"type":"announcement","text":"\ud83d\ude00"}"#, #"{"type":"announcement","text":"\udc00"}"#,
        #"{"type":"announcement","text":"\"#, "{\"type\":\"announcement\",\"text\":\"\u{1}\"}", #"{"type":"announcement","text":1}"#,
        #"{"type":"announcement","text":"a","rate":"200"}"#, #"{"type":"announcement","text":"a","rate":0200}"#,
        #"{"type":"announcement","text":"a","rate":2e2}"#, #"{"type":"announcement","text":"a","rate":200.0}"#,
        #"{"type":"announcement","text":"a","rate":1}"#, #"{"type":"announcement","text":"a","maxAge":-1}"#,
        #"{"type":"announcement","text":"a","maxAge":1000000000000000}"#, #"{"type":"announcement","text":"a","queue":tru}"#,
        #"{"type":"announcement","text":"a","queue":truely}"#, #"{"type":"announcement","text":"a","x":{"y":-1}}"#,
        #"{"type":"announcement","text":"a","x":{"y":0,"y":1}}"#, #"{"type":"announcement","text":"a","x":[1,]}"#,
        #"{"type":"announcement","text":"a","x":[,1]}"#, #"{"type":"announcement","text":"a","x":{,}}"#,
        #"{"type":"announcement","text":"a","x":[1}}"#, #"{"type":"announcement","text":"a","x":{"y"}}"#,
        #"{"type":"stop","x":[[[[[[[[]]]]]]]]}"#, #"{"type":"stop","x":[{"x":[{"x":[{"x":[{}]}]}]}]}"#,
        #"{"type":"elementFocused","element":5}"#, #"{"type":"elementFocused","element":""}"#, #"{"type":"elementFocused","element":null}"#,
        #"{"type":"elementUpdated","element":{"label":"a"}}"#, #"{"type":"elementUpdated","value":"a"}"#,
        #"{"type":"mediaSession","op":"begin","mute":["a",null]}"#, #"{"type":"mediaSession","op":"begin","mute":[""]}"#,
        #"{"type":"mediaSession","op":"begin","mute":"a"}"#, #"{"type":"screenChanged","elements":{}}"#,
        #"{"type":"screenChanged","elements":["a"]}"#, #"{"type":"screenChanged","elements":[{"milestones":["a"]}]}"#,
        #"{"type":"screenChanged","elements":[{"container":{}}]}"#, #"{"type":"elementFocused","element":["a"]}"#,
        #"{"type":"layoutChanged","element":"a","text":"b"}"#, #"{"type":"repeat","count":0}"#,
        #"{"type":"announcement","runs":[]}"#, #"{"type":"announcement","runs":[{"text":1}]}"#, #"{"type":"what"}"#,
        "\u{FEFF}{\"type\":\"stop\"}",
    ])
    func `All other lines are the decoder's`(line: String) {
        #expect(RequestLine(simple: Array(line.utf8)) == nil)
    }

    @Test func `What is read the fast way is read the same by the decoder`() {
        let seed = SeededGenerator.seed(for: "AnnounceProtocol, simple lines")
        var generator = SeededGenerator(seed: seed)
        let messages = RequestCatalogue.all.map { Array($0.bytes.dropLast()) } + Self.hard
        var simple = 0
        for round in 0..<200 {
            for message in messages {
                let other = messages.randomElement(using: &generator) ?? []
                let line = Mutations.mutated(message, with: other, using: &generator)
                if Self.compare(line, "TEST_SEED=\(seed), round \(round)") { simple += 1 }
            }
        }
        // Else it would prove nothing.
        #expect(simple > messages.count)
    }

    @Test func `Every request is read the fast way, but for numbers with a sign or an exponent`() {
        for message in RequestCatalogue.all.map({ Array($0.bytes.dropLast()) }) + Self.hard {
            let text = String(decoding: message, as: UTF8.self)
            let isDecoders = text.contains("-0.5") || text.contains("e+300")
            #expect(Self.compare(message, "\(text)") != isDecoders, "\(text)")
        }
    }

    @Test func `Each byte of a line replaced by each other one is read the same`() {
        for message in Self.hard {
            for place in message.indices {
                var line = message
                for byte in UInt8.min...UInt8.max {
                    line[place] = byte
                    _ = Self.compare(line, "\(byte) at \(place)")
                }
            }
        }
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

    @Test func `Every answer is written as the encoder writes it`() {
        for message in ServerCatalogue.all { #expect(ServerLine.bytes(of: message) == ServerLine.encoded(message)) }
        let seed = SeededGenerator.seed(for: "AnnounceProtocol, answers")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<2000 {
            let strings = (0..<3).map { _ in Self.text(using: &generator) }
            let reply = Reply(
                id: strings[0], state: Reply.State.allCases.randomElement(using: &generator),
                warnings: strings.prefix(Int.random(in: 0...3, using: &generator)).map { Warning(.ignored, $0) })
            let did = AnnouncementDidFinish(
                id: strings[0], text: strings[1], successful: Bool.random(using: &generator),
                reason: FinishReason.allCases.randomElement(using: &generator) ?? .spoken,
                attempts: Int.random(in: 0...3, using: &generator), spokenSeconds: Self.seconds(using: &generator))
            for message in [ServerMessage.reply(reply), .announcementDidFinish(did)] {
                #expect(ServerLine.bytes(of: message) == ServerLine.encoded(message), "TEST_SEED=\(seed), round \(round)")
            }
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        let scalars = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            let limit: UInt32 = Bool.random(using: &generator) ? 0x80 : 0x11_0000
            return Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) ?? "\u{2028}"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func seconds(using generator: inout SeededGenerator) -> Double {
        let size = Double.random(in: -9...20, using: &generator)
        let number = Double.random(in: 0...1, using: &generator) * (0..<Int(abs(size))).reduce(1) { a, _ in size < 0 ? a / 10 : a * 10 }
        return Bool.random(using: &generator) ? number : number.rounded()
    }
}
