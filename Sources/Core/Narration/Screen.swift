import Messages
import SpeechQueue

/// One screen of an app: its elements, its focus, and what the user knows of them.
struct Screen: Sendable {
    /// The clients that show the screen. The one that reported something last comes last.
    var clients: [ClientID] = []
    /// How long the screen is kept for its app; nil while a client shows it (D4).
    var kept: Kept?
    /// Whether the app has shown no screen since its launch (Y1).
    var isFirst: Bool { didSet { if isFirst != oldValue { elements.noteChanges() } } }
    private(set) var elements = ElementTable()
    /// The id of the focused element.
    private(set) var focus: String?
    /// What the user knows of the focused element, and of the percentages that had the focus before (U7).
    private var knowledge: [String: Knowledge] = [:]
    /// The container of the element described last (E5).
    var container: Container?
    var opening = Opening()
    private(set) var page: Page?
    var hand = Hand()
    /// The latest request that updated the focused element or moved the focus to it.
    var newest: Cause?
    /// The latest request that updated the element that had the focus before (U6).
    private(set) var left: Cause?
    /// The elements for which the app was warned to set `updatesFrequently` (N4).
    var warnedBehind: Set<String> = []
    /// The changes of live regions that the user has not heard yet, by element (N8).
    private(set) var liveChanges: [String: LiveChange] = [:]
    private static let mostLiveChanges = 256

    /// The app that a screen without clients is kept for.
    struct Kept: Sendable {
        var app: String
        var until: Instant
        var wasForeground: Bool
    }

    /// The screen's title and text, and its summary.
    struct Opening: Sendable {
        /// How far the title and text are: `pending` until their utterance starts, to be spoken before the screen's focus (N2); `held` until
        /// the media session ends (M5).
        enum State { case said, pending, held }

        private(set) var title: String?
        var state = State.said
        /// The newest utterance of the summary, which may have finished.
        var summary: UtteranceID?
        /// The id of the summary that a media session holds (M5).
        var heldSummary: String?

        var pendingTitle: String? { state == .pending ? title : nil }
        var heldTitle: String? { state == .held ? title : nil }

        mutating func show(_ title: String?, _ state: State) { (self.title, self.state) = (title, state) }
    }

    /// The latest text of the page, and the newest utterances of page texts, which may have finished.
    struct Page: Sendable {
        var text: String
        fileprivate(set) var utterances: [UtteranceID] = []
        fileprivate static let mostUtterances = 16
    }

    /// What the user did here, and what the app reported of it.
    struct Hand: Sendable {
        /// When the user last activated, typed, adjusted, or moved the focus (K5, Q10).
        var acted: Instant?
        /// The element that the user activated last, and when (K5).
        var activated: (element: String, at: Instant)?
        /// The element that changed last, the words for it, and when (K5).
        var updated: (element: String, runs: [SpeechRun], at: Instant)?
        /// The latest half of a press on a startsMediaSession element (M1).
        var press: Narrator.Press?
        /// Whether the last move of the focus was made by the user.
        var movedFocus = false
    }

    init(isFirst: Bool) { self.isFirst = isFirst }

    /// Returns the screen that a client shows next (N1), without what the user knows of this one.
    func successor() -> Screen {
        var next = Screen(isFirst: isFirst)
        (next.clients, next.hand.acted, next.hand.press) = (clients, hand.acted, hand.press)
        next.left = focus == nil ? left : newest ?? left
        return next
    }

    // MARK: Clients

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

    /// Whether the app would miss something if it reconnected without this screen (D4).
    var isWorthKeeping: Bool { !elements.all.isEmpty || page != nil }

    // MARK: Elements

    var focused: Element? { focus.flatMap { elements[$0] } }

    subscript(id: String) -> Element? { elements[id] }

    /// The approximate memory for the whole screen, in bytes.
    var footprint: Int {
        let texts = (known?.said?.cost ?? 0) + (page?.text.utf8.count ?? 0) + 2 * (opening.title?.utf8.count ?? 0)
        let changes = (hand.updated?.runs.reduce(0) { $0 + $1.cost } ?? 0) + liveChanges.values.reduce(0) { $0 + $1.since.cost }
        return elements.footprint + knowledge.count * Self.knowledgeCost + texts + changes
    }

    /// The memory for what the user knows of an element, in bytes. The id's text is its element's.
    private static let knowledgeCost = 2 * MemoryLayout<(String, Knowledge)>.stride

    /// Adds an element, or replaces the existing element with the same id.
    /// - Returns: the element's id, made up if it has none.
    /// - Parameters:
    ///   - place: the element's position in the request.
    ///   - room: the number of bytes that the screen may take.
    /// - Throws: ``Refusal`` that names the limit.
    mutating func register(_ element: Element, at place: Refusal.Place, room: Int) throws(Refusal) -> String {
        try elements.register(element, at: place, room: room - footprint)
    }

    mutating func remove(_ id: String) {
        elements.remove(id)
        knowledge[id] = nil
        warnedBehind.remove(id)
        liveChanges[id] = nil
    }

    /// Moves the focus. An element without its own id can't be referred to again, so it is removed when it loses the focus.
    mutating func moveFocus(to id: String?) {
        if let left = focused, left.id != id {
            if elements.isNameless(left.id) {
                remove(left.id)
            } else if left.valueKind == .percent {
                knowledge[left.id]?.loseFocus()
                elements.noteChange(of: left.id)
            } else {
                knowledge[left.id] = nil
            }
        }
        if id != focus, let newest { left = newest }
        focus = id
        hand.movedFocus = false
        if let id, knowledge.updateValue(Knowledge(), forKey: id) != nil { elements.noteChange(of: id) }
        newest = nil
    }

    /// Records the text of the page, and the utterance that speaks it.
    mutating func turnPage(to text: String, by id: UtteranceID) {
        page = Page(text: text, utterances: (page?.utterances ?? []).suffix(Page.mostUtterances - 1) + [id])
    }

    /// Returns whether an utterance is a text of the page.
    func shows(page id: UtteranceID) -> Bool { page?.utterances.contains(id) == true }

    // MARK: What the user knows

    /// What the user knows of the focused element; nil without a focus.
    var known: Knowledge? {
        get { focus.flatMap { knowledge[$0] } }
        set { if let focus { knowledge[focus] = newValue } }
    }

    /// Returns what is news about an element on an occasion, as it is now. Of an element that never had the focus, the user knows nothing.
    func news(in element: Element, on occasion: Knowledge.Occasion) -> Knowledge.News {
        (knowledge[element.id] ?? Knowledge()).news(in: element, on: occasion)
    }

    /// Returns whether an element has the focus, or is a percentage that had it (U7).
    func hadFocus(_ id: String) -> Bool { knowledge[id] != nil }

    /// Records that one of the narrator's own announcements will say an element's value.
    mutating func announce(_ element: Element) {
        knowledge[element.id]?.announce(element, hasFocus: focus == element.id)
    }

    /// Records that such an announcement was not heard.
    mutating func didLose(_ element: Element) { knowledge[element.id]?.didLose(element) }

    /// Sets the change that the user has not heard yet; nil: there is none. Of very many changes whose announcements were not heard, one is
    /// forgotten.
    mutating func setLiveChange(_ change: LiveChange?, of id: String) {
        if change != nil, liveChanges[id] == nil, liveChanges.count == Self.mostLiveChanges {
            let idle = liveChanges.filter { $0.value.waiting == nil && $0.value.speaking == nil }.keys.min()
            guard let forgotten = idle ?? liveChanges.keys.min() else { return }
            liveChanges[forgotten] = nil
        }
        liveChanges[id] = change
    }

    // MARK: What the next process continues with

    func remembered(_ element: Element) -> RememberedElement {
        RememberedElement(
            element, isNameless: elements.isNameless(element.id), hadFocus: focus != element.id && knowledge[element.id] != nil)
    }

    /// Returns the elements that have changed since the last call; nil stands for every element. While no client shows the screen, all count
    /// as changed.
    mutating func takeChanges() -> Set<String>? {
        defer { if clients.isEmpty { elements.noteChanges() } }
        return elements.takeChanges()
    }

    /// Restores a screen of the previous process.
    init(_ screen: RememberedScreen) {
        self.init(isFirst: screen.isFirst)
        for (id, element) in screen.elements {
            elements.restore(element.element, isNameless: element.isNameless)
            if element.hadFocus { knowledge[id] = Knowledge() }
        }
        focus = screen.focus.flatMap { self[$0]?.id }
        known = Knowledge()
        page = screen.page.map { Page(text: $0) }
    }

    /// Records that the user knows all elements that have or had the focus, as far as is known after a restart.
    /// - Parameter owesFocus: whether the focus has to be described again.
    mutating func restoreKnowledge(owesFocus: Bool) {
        for id in Set(knowledge.keys).union([focus].compactMap(\.self)) {
            knowledge[id] = self[id].map { .restored($0, hasFocus: id == focus) }
        }
        if owesFocus, let focus {
            knowledge[focus] = Knowledge()
            known?.owesDescription = true
        }
        container = owesFocus ? nil : focused?.container
    }
}
