import Messages
import SpeechQueue

/// One screen of an app: its elements, its focus, and what the user has heard of it.
struct Screen: Sendable {
    /// The maximum number of a screen's elements, and the maximum size of their texts in bytes.
    static let mostElements = 10_000
    static let mostBytes = 1 << 20

    /// The clients that show the screen. The one that reported something last comes last.
    var clients: [ClientID] = []
    /// How long the screen is kept for its app; nil while a client shows it (D4).
    var kept: Kept?
    private(set) var elements: [String: Element] = [:]
    /// The memory for the elements' texts, in bytes.
    private(set) var cost = 0
    /// The id of the focused element.
    var focus: String?
    /// The container of the element described last (E5).
    var container: Container?
    /// The focused element as last spoken; nil if it has not been spoken.
    var spoken: Element?
    /// The focused element's value in one of the narrator's own announcements, spoken or still waiting (U7, U8).
    private var announced: String?
    /// The focused element's value as last heard to its end (U7).
    private var heard: String?
    /// The percentages that have lost the focus, each with the hash of the value last spoken (U7).
    private(set) var formerPercents: [String: Int?] = [:]
    /// When the last refresh of the focused element began; nil if there was none since its description (U5).
    var refreshed: Instant?
    /// Whether the focus moved while it could not be described: in the background (N5) or during a media session (M5).
    var owesDescription = false
    /// The title of a screen whose utterance has not started yet, to be spoken before its focus (N2).
    var unspokenTitle: String?
    /// The speech still owed by a screen that was shown during a media session: its title and text, and its summary's id (M5).
    var heldTitle: String?
    var heldSummary: String?
    /// The newest utterance of the screen's summary, which may have finished.
    var summary: UtteranceID?
    /// When the user last did something here: activated, typed, adjusted, or moved the focus (K5, Q10).
    var userActed: Instant?
    /// The element that got a new value last, and when (K5).
    var updated: (element: String, at: Instant)?
    /// The element that the user activated last, and when (K5).
    var activated: (element: String, at: Instant)?
    /// Whether the last move of the focus was made by the user.
    var wasMovedByUser = false
    /// The latest half of a press on a startsMediaSession element (M1).
    var press: Narrator.Press?
    /// The title of the screen, spoken or not.
    private(set) var title: String?
    /// The latest text of the page, and the newest utterances of page texts, which may have finished.
    var pageText: String?
    private(set) var pages: [UtteranceID] = []
    private static let mostPages = 16
    /// The newest utterance about the focused element, and the newest one that describes it. Either may have finished.
    var posted: UtteranceID?
    private(set) var description: UtteranceID?
    /// The latest request that updated the focused element or moved the focus to it.
    var newest: Cause?
    /// The latest request that updated the element that had the focus before (U6).
    private(set) var left: Cause?
    /// Whether the app has shown no screen since its launch (Y1).
    var isFirst: Bool
    /// The waiting updates and when each was posted, oldest first (N4).
    var pendingUpdates: [(id: UtteranceID, posted: Instant)] = []
    /// The elements for which the app was warned to set `updatesFrequently` (N4).
    var warnedBehind: Set<String> = []
    private var lastNameless = 0
    private var nameless: Set<String> = []

    /// The app that a screen without clients is kept for.
    struct Kept: Sendable {
        var app: String
        var until: Instant
        var wasForeground: Bool
    }

    init(isFirst: Bool) { self.isFirst = isFirst }

    /// Records that a client has left: its requests settle now.
    mutating func remove(_ client: ClientID) {
        clients.removeAll { $0 == client }
        if newest?.client == client { newest = nil }
    }

    /// Records that one of the clients reports something.
    mutating func note(_ client: ClientID) {
        guard clients.last != client else { return }
        clients.removeAll { $0 == client }
        clients.append(client)
    }

    /// Whether the app would miss something if it reconnected without this state (D4).
    var isWorthKeeping: Bool { !elements.isEmpty || pageText != nil }

    /// The approximate memory for the whole state, in bytes.
    var footprint: Int {
        let titles = 2 * (title?.utf8.count ?? 0) + (heldTitle?.utf8.count ?? 0)
        let texts = (spoken?.cost ?? 0) + (heard?.utf8.count ?? 0) + (pageText?.utf8.count ?? 0) + titles
        return cost + elements.count * Element.tableCost + formerPercents.count * Self.formerCost + texts
    }

    /// The memory for a percentage that has lost the focus, in bytes; the id's text is its element's.
    private static let formerCost = 2 * MemoryLayout<(String, Int?)>.stride

    var focused: Element? { focus.flatMap { elements[$0] } }

    subscript(id: String) -> Element? { elements[id] }

    /// Adds an element, or replaces the existing element with the same id.
    /// - Returns: the element's id, made up if it has none.
    /// - Parameters:
    ///   - place: the element's position in the request.
    ///   - room: the number of bytes that the screen may take.
    /// - Throws: ``Refusal`` that names the limit.
    mutating func register(_ element: Element, at place: Refusal.Place, room: Int) throws(Refusal) -> String {
        var element = element
        var made: String?
        if element.id.isEmpty {
            repeat { lastNameless += 1 } while elements["element-\(lastNameless)"] != nil
            element.id = "element-\(lastNameless)"
            nameless.insert(element.id)
            made = element.id
        }
        // If the app uses a made-up id itself, the id becomes the app's own.
        if element.id != made { nameless.remove(element.id) }
        let former = elements[element.id]
        let newCost = cost + element.cost - (former?.cost ?? 0)
        guard former != nil || elements.count < Self.mostElements else {
            throw .tooManyElements(place, most: Self.mostElements)
        }
        guard newCost <= Self.mostBytes else { throw .textsTooLong(place, mostBytes: Self.mostBytes) }
        let growth = newCost - cost + (former == nil ? Element.tableCost : 0)
        guard growth <= 0 || footprint + growth <= room else {
            throw .elementsTooLarge(place, mostBytes: Narrator.mostBytes)
        }
        cost = newCost
        elements[element.id] = element
        return element.id
    }

    /// Returns whether an element's id is made up.
    func isNameless(_ id: String) -> Bool { nameless.contains(id) }

    /// Restores an element from the previous narrator.
    mutating func restore(_ remembered: RememberedElement) {
        let element = remembered.element
        cost += element.cost - (elements[element.id]?.cost ?? 0)
        elements[element.id] = element
        if remembered.isNameless { nameless.insert(element.id) } else { nameless.remove(element.id) }
        if remembered.hadFocus { formerPercents[element.id] = .some(nil) }
    }

    mutating func remove(_ id: String) -> Element? {
        guard let gone = elements.removeValue(forKey: id) else { return nil }
        cost -= gone.cost
        nameless.remove(id)
        formerPercents[id] = nil
        warnedBehind.remove(id)
        return gone
    }

    /// Moves the focus and forgets what was spoken about the previous focus. An element without its own id can't be referred to again, so
    /// it is removed.
    mutating func moveFocus(to id: String?) {
        if let left = focused, left.id != id {
            if nameless.contains(left.id) {
                _ = remove(left.id)
            } else if left.valueKind == .percent {
                // A value whose speech has only begun does not count as heard.
                let told = left.value == announced ? announced : heard
                formerPercents[left.id] = .some(told?.hashValue)
            }
        }
        if let id { formerPercents[id] = nil }
        if id != focus, let newest { left = newest }
        focus = id
        wasMovedByUser = false
        spoken = nil
        announced = nil
        heard = nil
        refreshed = nil
        posted = nil
        description = nil
        newest = nil
    }

    /// Records the title of the screen, which still has to be spoken.
    mutating func showTitle(_ title: String?) { (self.title, unspokenTitle) = (title, title) }

    /// Records that the title of the screen must be spoken after the media session (M5).
    mutating func holdTitle() { (heldTitle, unspokenTitle) = (title, nil) }

    /// Records the text of the page, and the utterance that speaks it.
    mutating func turnPage(to text: String, by id: UtteranceID) {
        pageText = text
        pages = pages.suffix(Self.mostPages - 1) + [id]
    }

    /// Records that utterance `id` will describe the focused element.
    mutating func recordDescription(_ id: UtteranceID) {
        description = id
        posted = id
    }

    /// Records an update of the focused element that will be spoken.
    mutating func enqueue(_ update: Utterance) {
        pendingUpdates.append((update.id, update.posted))
        posted = update.id
    }

    /// Forgets an element's announced value, because the announcement was not heard.
    mutating func forgetAnnounced(_ element: Element) {
        // A newer value may have been announced since.
        if formerPercents[element.id] == .some(element.value?.hashValue) { formerPercents[element.id] = .some(nil) }
        guard focus == element.id, announced == element.value else { return }
        announced = nil
        spoken = nil
    }

    /// Records that one of the narrator's own announcements will speak the element's value.
    mutating func willAnnounce(_ element: Element) {
        if formerPercents[element.id] != nil { formerPercents[element.id] = .some(element.value?.hashValue) }
        guard focus == element.id else { return }
        spoken = element
        announced = element.value
    }

    /// Treats the values of percentages that have lost the focus as heard.
    mutating func markFormerPercentsHeard() {
        for id in formerPercents.keys { formerPercents[id] = .some(elements[id]?.value?.hashValue) }
    }

    /// Returns whether an element has or had the focus, and its value differs from the value heard last (U7).
    func owesPercent(_ element: Element) -> Bool {
        if focus == element.id { return spoken?.value != element.value }
        guard let heard = formerPercents[element.id] else { return false }
        return heard != element.value?.hashValue
    }

    /// Records that an element was heard to the end of its value.
    mutating func didHearToEnd(_ element: Element) { if focus == element.id { heard = element.value } }

    /// Returns whether an element's value has not been heard to its end, and none of the narrator's own announcements speaks it (U7).
    func owesLastValue(of element: Element) -> Bool {
        guard let value = element.value else { return false }
        if focus == element.id { return value != heard && value != announced }
        return formerPercents[element.id].map { $0 != value.hashValue } ?? true
    }

    /// Records that the focused element was heard as it was when posted. Its newest value may have been announced since.
    mutating func didHear(_ element: Element) { spoken = asHeard(element) }

    /// Returns the element as the user has heard it: with its announced value, if there is one.
    func asHeard(_ element: Element) -> Element {
        var element = element
        if let announced, announced == focused?.value { element.value = announced }
        return element
    }

    /// N1: Forgets the previous screen.
    mutating func reset() {
        elements = [:]
        (activated, updated) = (nil, nil)
        cost = 0
        container = nil
        pageText = nil
        pages = []
        title = nil
        unspokenTitle = nil
        heldTitle = nil
        heldSummary = nil
        summary = nil
        nameless = []
        formerPercents = [:]
        warnedBehind = []
        pendingUpdates = []
        moveFocus(to: nil)
    }
}
