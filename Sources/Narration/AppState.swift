import Accessibility
import SpeechQueue

/// What is known of one client's screen.
struct AppState: Sendable {
    /// The most elements of a client, and the most bytes of their texts.
    static let mostElements = 10_000
    static let mostBytes = 1 << 20

    private(set) var elements: [String: Element] = [:]
    /// What the texts of the elements cost, in bytes.
    private(set) var cost = 0
    /// How much the client may have remembered while others have what they have, in bytes (``Narrator/makeRoom(for:)``).
    var room = Int.max
    /// The id of the focused element.
    var focus: String?
    /// The container of what was described last (E5).
    var container: Container?
    /// The focused element as it was last spoken; nil if it was not.
    var spoken: Element?
    /// The focused element's value that an announcement of ours tells, begun or not (U7, U8).
    private var announced: String?
    /// When the last refresh of the focused element began; nil: none since its description (U5).
    var refreshed: Instant?
    /// Whether the focus moved while it could not be told: in the background (N5) or in a media session (M5).
    var owesDescription = false
    /// What a screen that has not begun to be told has to say of itself, before its focus (N2).
    var untoldTitle: String?
    /// What was last said of the page.
    var pageText: String?
    /// The newest utterance about the focused element, and the newest that describes it; they may have ended.
    var posted: UtteranceID?
    private(set) var description: UtteranceID?
    /// The request that the focused element is as it is by.
    var newest: Cause?
    /// Whose screen this was, before it was copied (D4).
    var origin: ClientID?
    /// Whether no screen was shown since the launch (Y1).
    var isFirstScreen = true
    /// The updates that wait, and when each was posted, oldest first (N4).
    var pendingUpdates: [(id: UtteranceID, posted: Instant)] = []
    /// The elements that its app was told to make `updatesFrequently` (N4).
    var warnedBehind: Set<String> = []
    private var lastNameless = 0
    private var nameless: Set<String> = []

    /// Whether anything is known that an app which comes back would miss (D4).
    var isWorthKeeping: Bool { !elements.isEmpty || pageText != nil }
    var hasElements: Bool { !elements.isEmpty }

    /// What all of it costs to remember, in bytes, roughly.
    var footprint: Int {
        let texts = (spoken?.cost ?? 0) + (pageText?.utf8.count ?? 0) + (untoldTitle?.utf8.count ?? 0)
        return cost + elements.count * Element.tableCost + texts
    }

    var focused: Element? { focus.flatMap { elements[$0] } }

    subscript(id: String) -> Element? { elements[id] }

    /// Takes in an element, or what is new of it.
    /// - Returns: its id, which is made up if it has none.
    /// - Throws: ``ErrorReply`` that names the limit.
    mutating func register(_ element: Element, field: @autoclosure () -> String) throws(ErrorReply) -> String {
        var element = element
        var made: String?
        if element.id.isEmpty {
            repeat { lastNameless += 1 } while elements["element-\(lastNameless)"] != nil
            element.id = "element-\(lastNameless)"
            nameless.insert(element.id)
            made = element.id
        }
        // An app may use the same name itself: then it is a name.
        if element.id != made { nameless.remove(element.id) }
        let former = elements[element.id]
        let newCost = cost + element.cost - (former?.cost ?? 0)
        guard former != nil || elements.count < Self.mostElements else {
            throw ErrorReply(code: .notAllowed, message: "\(field()): a screen has at most \(Self.mostElements) elements; expected no more")
        }
        guard newCost <= Self.mostBytes else {
            throw ErrorReply(
                code: .notAllowed,
                message: "\(field()): the texts of a screen's elements have at most \(Self.mostBytes) bytes; expected less")
        }
        let growth = newCost - cost + (former == nil ? Element.tableCost : 0)
        guard growth <= 0 || footprint + growth <= room else {
            throw ErrorReply(
                code: .notAllowed,
                message: "\(field()): the elements of all clients take at most \(Narrator.mostBytes) bytes; expected fewer")
        }
        cost = newCost
        elements[element.id] = element
        return element.id
    }

    /// Whether an element's id is made up.
    func isNameless(_ id: String) -> Bool { nameless.contains(id) }

    /// Takes in an element as another state has known it.
    mutating func restore(_ remembered: RememberedElement) {
        let element = remembered.element
        cost += element.cost - (elements[element.id]?.cost ?? 0)
        elements[element.id] = element
        if remembered.isNameless { nameless.insert(element.id) } else { nameless.remove(element.id) }
    }

    /// An element is gone.
    mutating func remove(_ id: String) -> Element? {
        guard let gone = elements.removeValue(forKey: id) else { return nil }
        cost -= gone.cost
        nameless.remove(id)
        warnedBehind.remove(id)
        return gone
    }

    /// The focus moves; what was spoken of the former focus is history. One without a name of its own can't be meant again.
    mutating func moveFocus(to id: String?) {
        if let left = focus, left != id, nameless.contains(left) { _ = remove(left) }
        focus = id
        spoken = nil
        announced = nil
        refreshed = nil
        posted = nil
        description = nil
        newest = nil
    }

    /// The focused element is going to be described.
    mutating func describe(by id: UtteranceID) {
        description = id
        posted = id
    }

    /// An update of the focused element is going to be told.
    mutating func enqueue(_ update: Utterance) {
        pendingUpdates.append((update.id, update.posted))
        posted = update.id
    }

    /// What the focused element's value is was not heard of after all.
    mutating func forgetAnnounced() {
        announced = nil
        spoken = nil
    }

    /// The focused element's value is told by an announcement of ours.
    mutating func willAnnounce(_ element: Element) {
        spoken = element
        announced = element.value
    }

    /// The focused element is heard, as it was when that was posted: its newest value may be announced since.
    mutating func didHear(_ element: Element) { spoken = asHeard(element) }

    /// The focused element as the user knows it once it and what was announced of it is heard.
    func asHeard(_ element: Element) -> Element {
        var element = element
        if let announced, announced == focused?.value { element.value = announced }
        return element
    }

    /// N1: nothing of the former screen holds.
    mutating func reset() {
        elements = [:]
        cost = 0
        container = nil
        pageText = nil
        untoldTitle = nil
        nameless = []
        warnedBehind = []
        moveFocus(to: nil)
    }
}
