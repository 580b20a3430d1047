import AnnounceProtocol
import Messages
import Testing

/// A wrong request, and the error that its client receives.
struct WrongRequest: Sendable, CustomTestStringConvertible {
    var line: String
    var code: ErrorReply.Code
    var message: String

    init(_ line: String, _ code: ErrorReply.Code, _ message: String) {
        self.line = line
        self.code = code
        self.message = message
    }

    init(_ line: String, _ message: String) { self.init(line, .invalidMessage, message) }

    var testDescription: String { line.count < 100 ? line : "\(line.prefix(100))…" }

    private static let types =
        "hello, announcement, layoutChanged, screenChanged, pageScrolled, elementFocused, elementUpdated, elementActivated, "
        + "elementRemoved, mediaSession, stop, skip, step, cancel, pause, resume, repeat, where, details, history, explain, missed, ping, "
        + "status, voices, settings, subscribe"

    /// An announcement with these fields.
    private static func announcement(_ fields: String, _ message: String) -> WrongRequest {
        WrongRequest(#"{"type":"announcement","text":"a",\#(fields)}"#, message)
    }

    static let wrongTypes: [WrongRequest] = [
        WrongRequest("{}", "type: missing; expected one of \(types)"),
        WrongRequest(#"{"type":null}"#, "type: missing; expected one of \(types)"),
        WrongRequest(#"{"type":5}"#, "type: expected a string"),
        WrongRequest(#"{"type":"sing"}"#, .unknownType, "type: unknown type \"sing\"; near matches: \"ping\""),
        WrongRequest(#"{"type":"whistle"}"#, .unknownType, "type: unknown type \"whistle\"; expected one of \(types)"),
        WrongRequest(#"{"type":"","text":5}"#, .unknownType, "type: unknown type \"\"; expected one of \(types)"),
        WrongRequest(#"{"type":"Ping"}"#, .unknownType, "type: unknown type \"Ping\"; near matches: \"ping\""),
    ]

    static let announcements: [WrongRequest] =
        [
            WrongRequest(#"{"type":"announcement"}"#, "text: missing; expected a string, or an array in runs"),
            WrongRequest(#"{"type":"announcement","text":null}"#, "text: missing; expected a string, or an array in runs"),
            WrongRequest(#"{"type":"announcement","text":["a"]}"#, "text: expected a string"),
            WrongRequest(#"{"type":"announcement","text":"a\u0000b"}"#, "text: contains a NUL character; expected text without one"),
            WrongRequest(#"{"type":"announcement","runs":[]}"#, "runs: is empty; expected at least one run"),
            WrongRequest(#"{"type":"announcement","runs":{}}"#, "runs: expected an array"),
            WrongRequest(
                #"{"type":"announcement","runs":[{"sound":"../bell"}]}"#,
                "runs[0].sound: expected the name of a sound, such as dialog-error: up to 64 letters, digits, -, _ and ."),
            WrongRequest(#"{"type":"announcement","runs":["a"]}"#, "runs[0]: expected an object"),
            WrongRequest(#"{"type":"announcement","runs":[{"text":"a"},null]}"#, "runs[1]: expected an object, found null"),
            WrongRequest(#"{"type":"announcement","runs":[{"text":"a"},{}]}"#, "runs[1].text: missing; expected a string"),
            WrongRequest(
                #"{"type":"announcement","runs":[{"text":"\u0000"}]}"#, "runs[0].text: contains a NUL character; expected text without one"),
            WrongRequest(
                #"{"type":"announcement","runs":[{"text":"a","rate":79}]}"#, "runs[0].rate: 79 is out of range; expected 80 to 900"),
            WrongRequest(#"{"type":"announcement","runs":[{"text":"a","rate":80.5}]}"#, "runs[0].rate: expected a whole number"),
            WrongRequest(
                #"{"type":"announcement","runs":[{"text":"a","punctuation":"lots"}]}"#,
                "runs[0].punctuation: \"lots\" is unknown; expected one of none, some, most, all"),
            WrongRequest(
                #"{"type":"announcement","runs":[\#(Array(repeating: #"{"text":""}"#, count: 1025).joined(separator: ","))]}"#,
                "runs: has 1025 runs; expected at most 1024"),
            announcement(#""runs":[{"text":"a"}]"#, "runs: can't be combined with text; expected one of the two"),
            announcement(#""priority":"urgent""#, "priority: \"urgent\" is unknown; expected one of low, default, high, polite, assertive"),
            announcement(#""priority":1"#, "priority: expected a string"),
            announcement(#""supersede":"all""#, "supersede: \"all\" is unknown; expected one of none, pending, current"),
            announcement(#""format":"html""#, "format: \"html\" is unknown; expected one of text, markdown"),
            announcement(#""maxAge":-0.1"#, "maxAge: expected seconds, 0 or more"),
            announcement(#""maxAge":1e999"#, "maxAge: expected a number"),
            announcement(#""maxAge":"10""#, "maxAge: expected a number"),
            announcement(#""group":"""#, "group: expected a string of 1 to 256 characters"),
            announcement(#""group":"\#(String(repeating: "g", count: 257))""#, "group: expected a string of 1 to 256 characters"),
        ]
        + ["queue", "retain", "force", "allowRepeat", "countMissed", "private", "code", "spell"].map {
            announcement("\"\($0)\":1", "\($0): expected true or false")
        }

    static let manners: [WrongRequest] =
        [
            announcement(#""rate":79"#, "rate: 79 is out of range; expected 80 to 900"),
            announcement(#""rate":901"#, "rate: 901 is out of range; expected 80 to 900"),
            announcement(#""rate":-175"#, "rate: -175 is out of range; expected 80 to 900"),
            announcement(#""rate":"175""#, "rate: expected a whole number"),
            announcement(#""pitch":101"#, "pitch: 101 is out of range; expected 0 to 100"),
            announcement(#""inflection":-1"#, "inflection: -1 is out of range; expected 0 to 100"),
            announcement(#""volume":-1"#, "volume: -1 is out of range; expected 0 to 100"),
            announcement(#""punctuation":"lots""#, "punctuation: \"lots\" is unknown; expected one of none, some, most, all"),
            announcement(#""capitals":"loud""#, "capitals: \"loud\" is unknown; expected one of none, pitch, say, sound"),
            announcement(#""language":5"#, "language: expected a string"),
            announcement(#""language":"""#, "language: expected a string of 1 to 256 characters"),
            announcement(#""voice":"a\u0000""#, "voice: contains a NUL character; expected text without one"),
            WrongRequest(#"{"type":"settings","rate":1}"#, "rate: 1 is out of range; expected 80 to 900"),
            WrongRequest(
                #"{"type":"settings","adjust":{"rate":901}}"#, "adjust.rate: 901 is out of range; expected -900 to 900"),
            WrongRequest(#"{"type":"settings","adjust":{"pitch":"+5"}}"#, "adjust.pitch: expected a whole number"),
            WrongRequest(#"{"type":"settings","adjust":20}"#, "adjust: expected an object"),
            WrongRequest(
                #"{"type":"settings","volume":5,"adjust":{"volume":5}}"#,
                "adjust.volume: can't be combined with setting volume; expected one of the two"),
            WrongRequest(#"{"type":"settings","interval":3601}"#, "interval: expected seconds, 0 to 3600"),
            WrongRequest(
                #"{"type":"settings","verbosity":"short"}"#, "verbosity: \"short\" is unknown; expected one of full, brief, label"),
            WrongRequest(#"{"type":"voices","language":[]}"#, "language: expected a string"),
        ]
        + ["175.5", "1e999", "-1e999", "99999999999999999999", "9223372036854775808", "1e19"].map {
            announcement("\"rate\":\($0)", "rate: expected a whole number")
        }

    static let others: [WrongRequest] = [
        WrongRequest(#"{"type":"hello","app":""}"#, "app: expected a string of 1 to 256 characters"),
        WrongRequest(#"{"type":"hello","app":5}"#, "app: expected a string"),
        WrongRequest(
            #"{"type":"hello","name":"\#(String(repeating: "n", count: 257))"}"#, "name: expected a string of 1 to 256 characters"),
        WrongRequest(#"{"type":"hello","launch":"yes"}"#, "launch: expected true or false"),
        WrongRequest(#"{"type":"hello","progress":0}"#, "progress: expected true or false"),
        WrongRequest(#"{"type":"hello","onDisconnect":"drop"}"#, "onDisconnect: \"drop\" is unknown; expected one of keep, cancel"),
        WrongRequest(#"{"type":"hello","replies":"some"}"#, "replies: \"some\" is unknown; expected one of all, errors, none"),
        WrongRequest(#"{"type":"cancel"}"#, "target: missing; expected an announcement's id, or a group in group"),
        WrongRequest(#"{"type":"cancel","target":"1","group":"g"}"#, "group: can't be combined with target; expected one of the two"),
        WrongRequest(#"{"type":"cancel","target":17}"#, "target: expected a string"),
        WrongRequest(#"{"type":"subscribe"}"#, "events: missing; expected an array of event names"),
        WrongRequest(#"{"type":"subscribe","events":"started"}"#, "events: expected an array"),
        WrongRequest(#"{"type":"subscribe","events":["started",5]}"#, "events[1]: expected a string"),
        WrongRequest(
            #"{"type":"subscribe","events":["started","ended"]}"#,
            "events[1]: \"ended\" is unknown; expected one of received, posted, settled, started, finished, cut, held, refused, silent, earcon, focus, "
                + "mediaSession"),
    ]

    /// A screen whose third element has these fields.
    private static func element(_ fields: String, _ field: String, _ message: String) -> WrongRequest {
        WrongRequest(#"{"type":"screenChanged","elements":[{},{},{\#(fields)}]}"#, "elements[2].\(field): \(message)")
    }

    private static let milestone = "expected a number, or a duration such as \"1m\" or \"10s\""
    private static let reference = "expected an element's id, or an element"
    private static let place = "is out of range; expected 1 to 1000000"

    static let elements: [WrongRequest] =
        [
            element(#""label":5"#, "label", "expected a string, or an array of runs"),
            element(#""value":"a\u0000""#, "value", "contains a NUL character; expected text without one"),
            element(#""id":"""#, "id", "expected a string of 1 to 256 characters"),
            element(#""traits":"button""#, "traits", "expected an array"),
            element(#""traits":["button",5]"#, "traits[1]", "expected a string"),
            element(
                #""valueKind":"date""#, "valueKind", "\"date\" is unknown; expected one of text, duration, time, number, percent, spell"),
            element(#""expanded":"yes""#, "expanded", "expected true or false"), element(#""error":true"#, "error", "expected a string"),
            element(#""checked":"yes""#, "checked", "expected one of true, false, \"mixed\""),
            element(#""checked":"true""#, "checked", "expected one of true, false, \"mixed\""),
            element(#""pressed":1"#, "pressed", "expected one of true, false, \"mixed\""),
            element(
                #""current":"item""#, "current",
                "expected one of true, false, \"page\", \"step\", \"location\", \"date\", \"time\""),
            element(#""live":true"#, "live", "expected one of off, polite, assertive"),
            element(#""visited":"true""#, "visited", "expected true or false"),
            element(#""live":"loud""#, "live", "\"loud\" is unknown; expected one of off, polite, assertive"),
            element(#""label":[]"#, "label", "has 0 runs; expected 1 to 64"),
            element(#""hint":[{"text":"a"},5]"#, "hint[1]", "expected an object"),
            element(
                #""value":[{"text":"a","context":"poem"}]"#, "value[0].context",
                "\"poem\" is unknown; expected one of plain, console, fileSystem, messaging, narrative, sourceCode, spreadsheet, wordProcessing"
            ),
            element(#""content":[{"value":"a"}]"#, "content[0].label", "missing; expected a string"),
            element(
                #""content":[{"label":"a","value":"b","importance":"low"}]"#, "content[0].importance",
                "\"low\" is unknown; expected one of default, high"),
            element(#""content":"a""#, "content", "expected an array"),
            element(#""actions":["a",""]"#, "actions[1]", "expected a string of 1 to 256 characters"),
            element(
                #""actions":[\#(Array(repeating: "\"a\"", count: 65).joined(separator: ","))]"#, "actions", "has 65; expected at most 64"),
            element(#""level":7"#, "level", "7 is out of range; expected 1 to 6"),
            element(#""roleDescription":[]"#, "roleDescription", "expected a string"),
            element(#""speakDuringMedia":1"#, "speakDuringMedia", "expected true or false"),
            element(#""container":"list""#, "container", "expected an object"),
            element(#""container":{"index":1}"#, "container.type", "missing; expected a container's type"),
            element(#""container":{"type":5}"#, "container.type", "expected one of list, landmark, table, tabBar, series"),
            element(#""container":{"type":"list","edge":"top"}"#, "container.edge", "\"top\" is unknown; expected one of start, end"),
            element(#""container":{"type":"list","label":5}"#, "container.label", "expected a string"),
            element(
                #""container":{"type":"table","headers":["a","b\u0000"]}"#, "container.headers[1]",
                "contains a NUL character; expected text without one"),
            element(#""container":{"type":"table","headers":"a"}"#, "container.headers", "expected an array"),
            element(
                "\"container\":{\"type\":\"table\",\"headers\":[\(Array(repeating: "\"\"", count: 65).joined(separator: ","))]}",
                "container.headers", "expected at most 64"),
            element(
                String(repeating: #""container":{"type":"list","#, count: 8) + #""container":{"type":"list"}"#
                    + String(repeating: "}", count: 8), Array(repeating: "container", count: 9).joined(separator: "."),
                "expected at most 8 containers, one in another"),
            element(#""milestones":50"#, "milestones", "expected an array"), element(#""milestones":[1,true]"#, "milestones[1]", milestone),
            element(
                "\"milestones\":[\(Array(repeating: "1", count: 65).joined(separator: ","))]", "milestones", "has 65; expected at most 64"),
            WrongRequest(#"{"type":"screenChanged","elements":{}}"#, "elements: expected an array"),
            WrongRequest(#"{"type":"screenChanged","elements":[{},"a"]}"#, "elements[1]: expected an object"),
            WrongRequest(#"{"type":"screenChanged","elements":[null]}"#, "elements[0]: expected an object, found null"),
            WrongRequest(#"{"type":"screenChanged","title":5}"#, "title: expected a string"),
        ]
        + ["index", "count", "row", "column", "rowSpan", "columnSpan"].flatMap { field in
            [
                element("\"container\":{\"type\":\"table\",\"\(field)\":\"1\"}", "container.\(field)", "expected a whole number"),
                element("\"container\":{\"type\":\"table\",\"\(field)\":0}", "container.\(field)", "0 \(place)"),
            ]
        }
        + ["", "1", "m", "1m30", "1d", "-1m", "1 m", "soon", "1e1s", "\(String(repeating: "9", count: 400))s", "1.2.3s"].map {
            element("\"milestones\":[50,\"\($0)\"]", "milestones[1]", milestone)
        }

    static let notifications: [WrongRequest] =
        ["layoutChanged", "screenChanged"].flatMap { type in
            [
                WrongRequest(
                    #"{"type":"\#(type)","element":"a","text":"b"}"#, "text: can't be combined with element; expected one of the two"),
                WrongRequest(#"{"type":"\#(type)","text":5}"#, "text: expected a string"),
                WrongRequest(#"{"type":"\#(type)","element":5}"#, "element: \(reference)"),
                WrongRequest(#"{"type":"\#(type)","element":["a"]}"#, "element: \(reference)"),
                WrongRequest(#"{"type":"\#(type)","element":""}"#, "element: expected a string of 1 to 256 characters"),
                WrongRequest(#"{"type":"\#(type)","element":"a\u0000"}"#, "element: contains a NUL character; expected text without one"),
                WrongRequest(#"{"type":"\#(type)","element":{"label":["a"]}}"#, "element.label[0]: expected an object"),
            ]
        }
        + ["elementUpdated", "elementActivated", "elementRemoved"].flatMap { type in
            [
                WrongRequest(#"{"type":"\#(type)"}"#, "element: missing; expected an element's id"),
                WrongRequest(#"{"type":"\#(type)","element":""}"#, "element: expected a string of 1 to 256 characters"),
            ]
        }
        + [
            WrongRequest(#"{"type":"pageScrolled"}"#, "text: missing; expected a string"),
            WrongRequest(#"{"type":"elementFocused"}"#, "element: missing; expected an element, or the id of a known one"),
            WrongRequest(#"{"type":"step"}"#, "to: missing; expected next, previous or again"),
            WrongRequest(#"{"type":"step","to":"up"}"#, "to: \"up\" is unknown; expected one of next, previous, again"),
            WrongRequest(#"{"type":"step","to":"next","unit":"page"}"#, "unit: \"page\" is unknown; expected one of sentence, paragraph"),
            WrongRequest(#"{"type":"elementFocused","element":"a","by":"cat"}"#, "by: \"cat\" is unknown; expected one of user, app"),
            WrongRequest(#"{"type":"elementUpdated","element":"a","value":5}"#, "value: expected a string, or an array of runs"),
            WrongRequest(#"{"type":"elementUpdated","element":"a","traits":"button"}"#, "traits: expected an array"),
            WrongRequest(#"{"type":"elementUpdated","element":{"value":"5"}}"#, "element.id: missing; expected a known element's id"),
            WrongRequest(
                #"{"type":"elementUpdated","element":{"id":"a","value":5}}"#, "element.value: expected a string, or an array of runs"),
            WrongRequest(#"{"type":"elementUpdated","element":5}"#, "element: \(reference)"),
            WrongRequest(#"{"type":"elementActivated","element":{"id":"a"}}"#, "element: expected a string"),
            WrongRequest(#"{"type":"mediaSession"}"#, "op: missing; expected one of begin, extend, end"),
            WrongRequest(#"{"type":"mediaSession","op":"start"}"#, "op: \"start\" is unknown; expected one of begin, extend, end"),
            WrongRequest(
                #"{"type":"mediaSession","op":"begin","mode":"sing"}"#, "mode: \"sing\" is unknown; expected one of play, record, listen"),
            WrongRequest(#"{"type":"mediaSession","op":"begin","lease":-1}"#, "lease: expected seconds, 1 or more"),
            WrongRequest(#"{"type":"mediaSession","op":"begin","lease":0}"#, "lease: expected seconds, 1 or more"),
            WrongRequest(#"{"type":"mediaSession","op":"extend","lease":0.999}"#, "lease: expected seconds, 1 or more"),
            WrongRequest(#"{"type":"mediaSession","op":"extend","lease":"10"}"#, "lease: expected a number"),
            WrongRequest(#"{"type":"mediaSession","op":"end","all":1}"#, "all: expected true or false"),
            WrongRequest(#"{"type":"mediaSession","op":"end","app":""}"#, "app: expected a string of 1 to 256 characters"),
            WrongRequest(
                #"{"type":"mediaSession","op":"begin","announcements":"x"}"#,
                "announcements: \"x\" is unknown; expected one of mode, pass, holdLow"),
            WrongRequest(#"{"type":"mediaSession","op":"end","session":""}"#, "session: expected a string of 1 to 256 characters"),
            WrongRequest(#"{"type":"mediaSession","op":"begin","mute":"a"}"#, "mute: expected an array"),
            WrongRequest(
                #"{"type":"mediaSession","op":"begin","mute":["a",""]}"#, "mute[1]: expected a string of 1 to 256 characters"),
            WrongRequest(
                #"{"type":"mediaSession","op":"begin","allow":["a\u0000"]}"#,
                "allow[0]: contains a NUL character; expected text without one"),
            WrongRequest(
                #"{"type":"mediaSession","op":"begin","allow":[\#(Array(repeating: "\"a\"", count: 1025).joined(separator: ","))]}"#,
                "allow: expected at most 1024 elements' ids"),
            WrongRequest(#"{"type":"repeat","count":0}"#, "count: 0 is out of range; expected 1 to 200"),
            WrongRequest(#"{"type":"repeat","count":"2"}"#, "count: expected a whole number"),
            WrongRequest(#"{"type":"history","limit":201}"#, "limit: 201 is out of range; expected 1 to 200"),
            WrongRequest(#"{"type":"missed","speak":1}"#, "speak: expected true or false"),
            WrongRequest(#"{"type":"explain","silent":false}"#, "target: missing; expected an announcement's id, or silent"),
            WrongRequest(
                #"{"type":"explain","silent":true,"target":"1"}"#, "silent: can't be combined with target; expected one of the two"),
            WrongRequest(#"{"type":"explain","target":17}"#, "target: expected a string"),
        ]

    /// All that are JSON.
    static let all = wrongTypes + announcements + manners + others + elements + notifications

    static let noJSON: [WrongRequest] = [
        WrongRequest("hello", .invalidJSON, "the line is not a JSON object; expected {…}"),
        WrongRequest(
            #"{"type":"ping""#, .invalidJSON, "the line is not valid JSON at column 15, where the line ends: expected a comma or }"),
        WrongRequest(
            #"{"type":"ping"} {"type":"ping"}"#, .invalidJSON, "the line is not valid JSON at column 17: expected nothing after the object"),
        WrongRequest(
            "{\"type\":\"ping\",\"unknown\":\"ä\tb\"}", .invalidJSON,
            #"the line is not valid JSON at column 28: expected no control character in a string; write \u0009"#),
        WrongRequest(#"[{"type":"ping"}]"#, .invalidJSON, "the line is not a JSON object; expected {…}"),
        WrongRequest(#""ping""#, .invalidJSON, "the line is not a JSON object; expected {…}"),
        WrongRequest("{\"type\":\"ping\u{0}\"}", .invalidJSON, "the line contains a NUL byte; expected a JSON object"),
    ]
}
