import AnnounceProtocol
import JSONLines
import Messages
import Testing

@Suite struct ServerLineTests {
    private static func text(_ message: ServerMessage) -> String { String(decoding: message.jsonLine, as: UTF8.self) }

    @Test func `Messages stand on the wire as docs/PROTOCOL.md shows them`() {
        #expect(Self.text(.reply(Reply(id: "1", state: .speaking))) == #"{"id":"1","ok":true,"state":"speaking","type":"reply"}"# + "\n")
        #expect(
            Self.text(.error(ErrorReply(id: "1", code: .unknownTarget, message: "target: …", line: 3)))
                == #"{"code":"unknownTarget","id":"1","line":3,"message":"target: …","ok":false,"type":"error"}"# + "\n")
        let did = AnnouncementDidFinish(id: "1", text: "Hello", successful: true, reason: .spoken, attempts: 1, spokenSeconds: 0.5124)
        #expect(
            Self.text(.announcementDidFinish(did))
                == #"{"attempts":1,"id":"1","reason":"spoken","spokenSeconds":0.512,"successful":true,"text":"Hello","type":"announcementDidFinish"}"#
                + "\n")
        #expect(
            Self.text(.progress(Progress(id: "1", word: "a", offset: 2, length: 1)))
                == #"{"id":"1","length":1,"offset":2,"type":"progress","word":"a"}"# + "\n")
        #expect(Self.text(.mark(Mark(id: "1", name: "a"))) == #"{"id":"1","name":"a","type":"mark"}"# + "\n")
        let event = TraceEvent(at: 1.00049, event: .cut, id: "1", client: "mail", class: "low", text: "a", rule: "Q6")
        #expect(
            Self.text(.event(event))
                == #"{"at":1,"class":"low","client":"mail","event":"cut","id":"1","rule":"Q6","text":"a","type":"event"}"# + "\n")
    }

    @Test func `A query's result alone is the same JSON as in the reply`() {
        let settings = SettingsReport(UserSettings(SpeechAttributes(language: "en", rate: 175, punctuation: Punctuation.none)))
        #expect(settings.jsonText == #"{"language":"en","punctuation":"none","rate":175}"#)
        #expect(
            [VoiceDescription(identifier: "gmw/de", name: "German", languages: ["de"])].jsonText
                == #"[{"identifier":"gmw/de","languages":["de"],"name":"German"}]"#)
    }

    @Test func `A type newer than the client is neither a message nor an error`() throws {
        #expect(try ServerLine.message(from: Array(#"{"type":"sparkle","id":"1"}"#.utf8)) == nil)
        let reply = try ServerLine.message(from: Array(#"{"type":"reply","id":"1","ok":true,"mood":"good"}"#.utf8))
        #expect(reply == .reply(Reply(id: "1")))
    }

    @Test(arguments: [
        (#"{}"#, "type: missing; expected a value"), (#"{"type":"reply","ok":true}"#, "id: missing; expected a value"),
        (#"{"type":"progress","id":"1","word":"a","offset":"0","length":1}"#, "offset: expected a whole number"),
        (#"{"type":"mark","id":"1"}"#, "name: missing; expected a value"),
        (
            #"{"type":"reply","id":"1","ok":true,"state":"lost"}"#,
            "state: \"lost\" is unknown; expected one of queued, speaking, held, stored, silent"
        ),
        (
            #"{"type":"error","ok":false,"code":"odd","message":""}"#,
            "code: \"odd\" is unknown; expected one of \(ErrorReply.Code.allCases.map(\.rawValue).joined(separator: ", "))"
        ),
    ])
    func `A wrong message names the field`(_ line: String, _ message: String) {
        #expect(throws: JSONLineError(.invalidField, message)) { try ServerLine.message(from: Array(line.utf8)) }
    }

    @Test func `The list of voices is encoded once, and is what the encoder writes, whatever the id`() {
        var encoder = ServerLineEncoder()
        let english = [VoiceDescription(identifier: "gmw/en", name: "English \"é\"", languages: ["en", "en-gb"])]
        for (voices, id) in [(english, "1"), (english, "a \"b\""), ([], "2"), (english + english, "3")] {
            for warnings in [[], [Warning(.adjusted, "odd")]] {
                let reply = ServerMessage.reply(Reply(id: id, warnings: warnings, result: .voices(voices)))
                #expect(encoder.bytes(of: reply) == reply.jsonLine)
            }
        }
    }
}
