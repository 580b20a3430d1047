import TestSupport

/// Lines that apps and a user may send: of every kind, and some that are invalid.
struct RandomApps: LineSource {
    var generator: SeededGenerator
    private var posted = 0
    private var begun = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func line() -> Line {
        switch number(0..<100) {
        case 0..<28: return announcement()
        case 28..<34: return Line(text: message("layoutChanged", argument()))
        case 34..<39: return Line(text: message("screenChanged", screen()))
        case 39..<42: return Line(text: message("pageScrolled", #","text":"Page \#(number(0..<3))""#))
        case 42..<53: return Line(text: message("elementFocused", #","element":\#(reference()),"by":"\#(chance(2) ? "user" : "app")""#))
        case 53..<66: return Line(text: message("elementUpdated", update()))
        case 66..<72: return Line(text: message("elementActivated", #","element":"\#(id())""#))
        case 72..<74: return Line(text: message("elementRemoved", #","element":"\#(id())""#))
        case 74..<77: return Line(text: message("mediaSession", session()))
        case 77..<81: return announcement()
        case 81..<83: return hello()
        case 83: return Line(text: message("stop"))
        case 84: return Line(text: message("skip"))
        case 85: return Line(text: message("pause"))
        case 86..<90: return Line(text: message("resume"))
        case 90:
            let target = #","target":"\#(announcementPrefix)\#(number(0..<posted + 1))""#
            return Line(text: message("cancel", chance(2) ? #","group":"group""# : target))
        case 91: return Line(text: message("repeat", #","count":\#(number(1..<4))"#))
        case 92: return Line(text: message("where"))
        case 93: return Line(text: message(one(of: ["status", "voices", "history", "ping"])))
        case 94: return Line(text: message("explain", #","target":"\#(announcementPrefix)\#(posted)""#))
        case 95: return Line(text: message("settings", #","rate":\#(number(200..<900)),"pitch":\#(number(0..<101))"#))
        case 96: return Line(text: message("subscribe", chance(2) ? #","events":["started","posted"]"# : #","events":[]"#))
        case 97: return Line(text: one(of: ["", "{", "null", #"{"type":"nothing"}"#, #"{"type":"announcement"}"#, "[[[[[[[[[[[[[[[["]))
        case 98: return Line(text: String(repeating: "x", count: number(1..<400_000)))
        default: return Line(text: message("hello", #","replies":"all","language":"xx""#))
        }
    }

    private func message(_ type: String, _ fields: String = "") -> String { #"{"type":"\#(type)"\#(fields)}"# }

    /// Returns an announcement. The text of a forced one contains ``allowedWord``, because it may be heard during a recording.
    private mutating func announcement() -> Line {
        posted += 1
        let id = "\(announcementPrefix)\(posted)"
        let isForced = chance(6)
        var text = one(of: [
            "Text \(number(0..<8))", "One two three four five six seven eight nine ten", "1:02:55 remain", "======", "a \(number(0..<99))",
            " ", "Schmetterling und Käfer", "Привет", "★★★★☆", String(repeating: "long ", count: 60), "😀😀😀😀 \u{202e} ",
            String(repeating: "s'", count: 150),
        ])
        var fields = ""
        if isForced {
            text += " \(allowedWord)"
            fields += #","force":true"#
        }
        if chance(2) { fields += #","priority":"\#(one(of: ["low", "default", "high", "polite", "assertive"]))""# }
        if chance(5) { fields += #","queue":true"# }
        if chance(3) { fields += #","group":"group","supersede":"\#(one(of: ["none", "pending", "current"]))""# }
        if chance(4) { fields += #","maxAge":\#(number(1..<20))"# }
        if chance(4) { fields += #","retain":false"# }
        if chance(4) { fields += #","allowRepeat":true"# }
        if chance(8) { fields += #","rate":\#(number(80..<900))"# }
        if chance(8) { fields += #","language":"\#(one(of: ["de", "en-gb", "fr", "nobody"]))""# }
        if chance(8) { fields += #","voice":"\#(one(of: ["en-us+f3", "Nobody", "German"]))""# }
        let isMarkup = chance(6)
        let run = isMarkup ? "<speak>\(text)<break time='200ms'/><mark name='m'/></speak>" : text
        let spoken = chance(4) || isMarkup ? #""runs":[{"text":"\#(run)","ssml":\#(isMarkup)}]"# : #""text":"\#(text)""#
        return Line(text: #"{"type":"announcement","id":"\#(id)",\#(spoken)\#(fields)}"#, announcement: id)
    }

    private mutating func hello() -> Line {
        let isSilent = chance(6)
        let app = chance(3) ? "" : #","app":"app \#(number(0..<3))""#
        let fields = #","launch":\#(chance(2)),"progress":\#(chance(2)),"onDisconnect":"\#(chance(2) ? "keep" : "cancel")""#
        let replies = isSilent ? #","replies":"none""# : #","replies":"all""#
        return Line(text: message("hello", app + fields + replies), wantsNothing: isSilent)
    }

    // MARK: Elements

    /// Returns an element's id. Those with an x are spoken in any session, and all texts about them contain ``allowedWord``.
    private mutating func id() -> String { (chance(6) ? "x" : "") + "\(number(0..<5))" }
    private mutating func reference() -> String { chance(2) ? "\"\(id())\"" : element(id()) }

    private mutating func value(of id: String) -> String {
        let value = chance(3) ? "\(number(0..<3)):\(number(10..<60))" : "\(number(0..<101))"
        return id.hasPrefix("x") ? "\(allowedWord) \(value)" : value
    }

    private mutating func argument() -> String {
        switch number(0..<3) {
        case 0: ""
        case 1: #","text":"Text \#(number(0..<4))""#
        default: #","element":\#(reference())"#
        }
    }

    private mutating func screen() -> String {
        let elements = (0..<number(0..<5)).map { element("\($0)") }.joined(separator: ",")
        return (chance(2) ? #","title":"Title \#(number(0..<9))""# : "") + #","elements":[\#(elements)]"# + argument()
    }

    private mutating func element(_ id: String) -> String {
        if id.hasPrefix("x") {
            let texts = #""label":"Label \#(allowedWord)","value":"\#(value(of: id))","hint":"\#(allowedWord)""#
            return #"{"id":"\#(id)",\#(texts),"speakDuringMedia":true}"#
        }
        var fields = #""id":"\#(id)","label":"Label \#(number(0..<9))""#
        if chance(2) { fields += #","value":"\#(value(of: id))""# }
        let all = [
            "button", "searchField", "updatesFrequently", "adjustable", "summaryElement", "causesPageTurn", "notEnabled", "keyboardKey",
            "toggleButton", "selected", "header", chance(3) ? "startsMediaSession" : "link",
        ]
        let traits = (0..<number(0..<3)).map { _ in "\"\(one(of: all))\"" }
        fields += #","traits":[\#(traits.joined(separator: ","))]"#
        if chance(3) { fields += #","hint":"A hint.""# }
        fields += #","valueKind":"\#(one(of: ["text", "duration", "time", "number", "percent", "spell"]))""#
        if chance(4) { fields += #","milestones":[50,90]"# }
        if chance(4) { fields += #","container":{"type":"list","label":"Songs","index":1,"count":5,"edge":"start"}"# }
        return "{\(fields)}"
    }

    private mutating func update() -> String {
        let id = id()
        let label = chance(8) && !id.hasPrefix("x") ? #","label":"Other""# : ""
        return #","element":"\#(id)","value":"\#(value(of: id))""# + label
    }

    private mutating func session() -> String {
        switch number(0..<6) {
        case 0..<2:
            begun += 1
            let mode = one(of: ["play", "record", "listen"])
            let isMuted = chance(4)
            let name = "\(isMuted ? mutedSessionPrefix : mode)-\(begun)"
            let allow = chance(2) ? #","allow":["x0","x1"]"# : ""
            let mute = isMuted ? #","mute":["0","1"]"# : ""
            return #","op":"begin","session":"\#(name)","mode":"\#(mode)","lease":\#(Double(number(10..<40)) / 10)"# + allow + mute
        case 2: return #","op":"extend","lease":\#(Double(number(10..<40)) / 10)"#
        default: return #","op":"end""#
        }
    }
}
