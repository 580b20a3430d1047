import SpeechDispatcher
import Testing

@Suite struct SSIPCommandTests {
    static let good: [(String, SSIPCommand)] = [
        ("SPEAK", .speak), ("speak", .speak),
        ("CHAR a", .char("a")), ("CHAR space", .char("space")), ("CHAR \\", .char("\\")), ("CHAR ä", .char("ä")),
        // Marks that join the space before them in a character: Latin, Devanagari, Arabic, Hebrew, and one without width.
        ("CHAR \u{301}", .char("\u{301}")), ("CHAR \u{93E}", .char("\u{93E}")), ("CHAR \u{64E}", .char("\u{64E}")),
        ("KEY \u{5B8}", .key("\u{5B8}")), ("CHAR \u{200D}", .char("\u{200D}")),
        ("KEY control_alt_delete", .key("control_alt_delete")), ("SOUND_ICON bell", .soundIcon("bell")),
        ("STOP self", .stop(.own)), ("stop ALL", .stop(.all)), ("STOP 17", .stop(.client(17))),
        ("CANCEL self", .cancel(.own)), ("CANCEL all", .cancel(.all)), ("CANCEL 1", .cancel(.client(1))),
        ("PAUSE self", .pause(.own)), ("PAUSE all", .pause(.all)), ("RESUME self", .resume(.own)), ("RESUME 3", .resume(.client(3))),
        (
            "SET self CLIENT_NAME joe:vi:default",
            .set(.clientName(SSIPClientName(user: "joe", client: "vi", component: "default")), of: .own)
        ),
        (
            "SET SELF CLIENT_NAME \"joe:vi:default\"",
            .set(.clientName(SSIPClientName(user: "joe", client: "vi", component: "default")), of: .own)
        ),
        // A name has at most 64 scalars, however few characters they form, and no NUL.
        (
            "SET self CLIENT_NAME u\0:a\(String(repeating: "\u{301}", count: 300)):c",
            .set(
                .clientName(SSIPClientName(user: "u", client: "a" + String(repeating: "\u{301}", count: 63), component: "c")), of: .own)
        ),
        ("SET self PRIORITY important", .set(.priority(.important), of: .own)),
        ("SET SELF PRIORITY MESSAGE", .set(.priority(.message), of: .own)), ("SET self PRIORITY text", .set(.priority(.text), of: .own)),
        ("SET self PRIORITY notification", .set(.priority(.notification), of: .own)),
        ("set self priority progress", .set(.priority(.progress), of: .own)),
        ("SET self LANGUAGE en-US", .set(.language("en-US"), of: .own)), ("SET all LANGUAGE cs", .set(.language("cs"), of: .all)),
        ("SET self VOICE_TYPE male2", .set(.voiceType(.male2), of: .own)),
        ("SET self VOICE CHILD_MALE", .set(.voiceType(.childMale), of: .own)),
        ("SET self SYNTHESIS_VOICE English (America)+f2", .set(.synthesisVoice("English (America)+f2"), of: .own)),
        ("SET self OUTPUT_MODULE espeak-ng", .set(.outputModule("espeak-ng"), of: .own)),
        ("SET self RATE -100", .set(.rate(-100), of: .own)), ("SET 5 RATE 100", .set(.rate(100), of: .client(5))),
        ("SET all PITCH 0", .set(.pitch(0), of: .all)), ("SET self PITCH_RANGE 1", .set(.pitchRange(1), of: .own)),
        ("SET self VOLUME +10", .set(.volume(10), of: .own)),
        ("SET self PUNCTUATION none", .set(.punctuation(.none), of: .own)),
        ("SET self PUNCTUATION Most", .set(.punctuation(.most), of: .own)),
        ("SET self SPELLING on", .set(.spelling(true), of: .own)), ("SET self SPELLING OFF", .set(.spelling(false), of: .own)),
        ("SET self CAP_LET_RECOGN icon", .set(.capitals(.icon), of: .own)),
        ("SET self SSML_MODE on", .set(.markup(true), of: .own)), ("SET self PAUSE_CONTEXT 2", .set(.pauseContext(2), of: .own)),
        ("SET self NOTIFICATION ALL on", .set(.notification(Set(SSIPEvent.Kind.allCases), true), of: .own)),
        ("SET self NOTIFICATION index_marks off", .set(.notification([.indexMarks], false), of: .own)),
        ("SET SELF NOTIFICATION BEGIN ON", .set(.notification([.begin], true), of: .own)),
        ("SET self HISTORY on", .set(.history(true), of: .own)), ("SET all DEBUG off", .set(.debug(false), of: .all)),
        ("GET RATE", .get(.rate)), ("GET pitch", .get(.pitch)), ("GET VOLUME", .get(.volume)), ("GET VOICE_TYPE", .get(.voiceType)),
        ("GET OUTPUT_MODULE", .get(.outputModule)), ("GET LANGUAGE", .get(.language)),
        ("LIST VOICES", .listVoices), ("LIST OUTPUT_MODULES", .listOutputModules),
        ("LIST SYNTHESIS_VOICES", .listSynthesisVoices(language: nil, variant: nil)),
        ("LIST SYNTHESIS_VOICES de none", .listSynthesisVoices(language: "de", variant: "none")),
        ("BLOCK BEGIN", .blockBegin), ("block end", .blockEnd),
        ("HISTORY GET CLIENT_LIST", .history(.getClientList)), ("HISTORY GET CLIENT_ID", .history(.getClientID)),
        ("HISTORY GET LAST", .history(.getLast)), ("HISTORY GET CLIENT_MESSAGES self 1 10", .history(.other)),
        ("HISTORY GET MESSAGE 1", .history(.other)), ("HISTORY CURSOR GET", .history(.other)),
        ("HISTORY CURSOR SET self first", .history(.other)), ("HISTORY CURSOR forward", .history(.other)),
        ("HISTORY SAY 1", .history(.other)), ("HISTORY SORT asc time", .history(.other)),
        ("HISTORY SET SHORT_MESSAGE_LENGTH 10", .history(.other)), ("HISTORY SEARCH self \"word\"", .history(.other)),
        ("HELP", .help), ("QUIT", .quit), ("bye", .quit), ("  QUIT  ", .quit), ("SET   self  RATE   5 ", .set(.rate(5), of: .own)),
    ]

    @Test("SSIP: each command is understood, its words in capitals or not", arguments: good)
    func understood(line: String, expected: SSIPCommand) throws {
        #expect(try SSIPCommand(line: line) == expected)
    }

    @Test(
        "SSIP: each wrong command has speech-dispatcher's own answer",
        arguments: [
            ("", 500), ("FOO", 500), ("SET", 510), ("SET self", 510), ("SET self FOO 1", 500), ("SET me RATE 1", 514),
            ("SET -1 RATE 1", 514),
            ("SET self RATE", 510), ("SET self RATE fast", 511), ("SET self RATE 101", 409), ("SET self RATE -101", 410),
            ("SET self RATE 99999999999999999999", 511), ("SET self PITCH 101", 411), ("SET self PITCH -101", 412),
            ("SET self PITCH_RANGE 101", 415), ("SET self PITCH_RANGE -101", 416), ("SET self VOLUME 101", 413),
            ("SET self VOLUME -101", 414),
            ("SET self CLIENT_NAME joe", 311), ("SET self CLIENT_NAME a::c", 311), ("SET all CLIENT_NAME a:b:c", 514),
            ("SET self PRIORITY urgent", 408), ("SET all PRIORITY text", 301), ("SET self VOICE_TYPE male9", 309),
            ("SET self PUNCTUATION few", 514), ("SET self SPELLING 1", 513), ("SET self CAP_LET_RECOGN x", 514),
            ("SET self SSML_MODE maybe", 513), ("SET self PAUSE_CONTEXT x", 511), ("SET self PAUSE_CONTEXT -1", 514),
            ("SET self NOTIFICATION ALL", 510), ("SET self NOTIFICATION FOO on", 316), ("SET self NOTIFICATION indexMarks on", 316),
            ("SET self NOTIFICATION BEGIN x", 513), ("SET self DEBUG on", 317), ("SET self LANGUAGE", 510),
            ("SET self SYNTHESIS_VOICE", 510),
            ("GET", 510), ("GET FOO", 514), ("LIST", 510), ("LIST FOO", 514), ("BLOCK", 510), ("BLOCK FOO", 514),
            ("CHAR", 510), ("KEY", 510), ("SOUND_ICON", 510), ("STOP", 510), ("STOP foo", 514), ("CANCEL", 510), ("PAUSE", 510),
            ("RESUME x", 514),
            ("HISTORY", 510), ("HISTORY FOO", 500), ("HISTORY GET", 510), ("HISTORY GET FOO", 500), ("HISTORY SAY", 510),
        ])
    func refused(line: String, code: Int) {
        #expect {
            try SSIPCommand(line: line)
        } throws: { ($0 as? SSIPReply)?.code == code }
    }

    @Test("SSIP: in a block only what makes messages may come")
    func blocks() throws {
        let allowed = ["SPEAK", "CHAR a", "KEY a", "SOUND_ICON a", "SET self RATE 1", "SET self LANGUAGE en", "BLOCK END", "QUIT"]
        for line in allowed { #expect(try SSIPCommand(line: line).isAllowedInBlock) }
        let refused = [
            "SET self PRIORITY text", "SET all RATE 1", "STOP self", "GET RATE", "LIST VOICES", "HELP", "SET self CLIENT_NAME a:b:c",
        ]
        for line in refused { #expect(try !SSIPCommand(line: line).isAllowedInBlock) }
    }
}
