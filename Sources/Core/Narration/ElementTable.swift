import Messages
import SpeechQueue

/// A screen's elements by id, within the limits of one screen.
struct ElementTable: Sendable {
    /// The maximum number of a screen's elements, and the maximum size of their texts in bytes.
    private static let most = 10_000
    private static let mostBytes = 1 << 20

    private(set) var all: [String: Element] = [:]
    /// The memory for the elements' texts, in bytes.
    private var textBytes = 0
    /// The elements without an id of their own.
    private var nameless: Set<String> = []
    private var lastNameless = 0
    /// The ids of the elements that have been added, changed or removed.
    private var changed = ChangedKeys<String>()

    subscript(id: String) -> Element? { all[id] }

    /// The memory for the elements, in bytes.
    var footprint: Int { textBytes + all.count * Element.tableCost }

    /// Returns whether an element's id is made up.
    func isNameless(_ id: String) -> Bool { nameless.contains(id) }

    /// Adds an element, or replaces the existing element with the same id.
    /// - Returns: the element's id, made up if it has none.
    /// - Parameters:
    ///   - place: the element's position in the request.
    ///   - room: the number of bytes by which the screen may grow.
    /// - Throws: ``Refusal`` that names the limit.
    mutating func register(_ element: Element, at place: Refusal.Place, room: Int) throws(Refusal) -> String {
        var element = element
        var made: String?
        if element.id.isEmpty {
            repeat { lastNameless += 1 } while all["element-\(lastNameless)"] != nil
            element.id = "element-\(lastNameless)"
            made = element.id
        }
        // If the app uses a made-up id itself, the id becomes the app's own.
        if element.id != made { nameless.remove(element.id) }
        let former = all[element.id]
        let growth = element.cost - (former?.cost ?? 0)
        guard former != nil || all.count < Self.most else { throw .tooManyElements(place, most: Self.most) }
        guard textBytes + growth <= Self.mostBytes else { throw .textsTooLong(place, mostBytes: Self.mostBytes) }
        let whole = growth + (former == nil ? Element.tableCost : 0)
        guard whole <= 0 || whole <= room else { throw .elementsTooLarge(place, mostBytes: Narrator.mostBytes) }
        textBytes += growth
        all[element.id] = element
        noteChange(of: element.id)
        if let made { nameless.insert(made) }
        return element.id
    }

    /// Restores an element from the previous narrator.
    mutating func restore(_ element: Element, isNameless: Bool) {
        textBytes += element.cost - (all[element.id]?.cost ?? 0)
        all[element.id] = element
        if isNameless { nameless.insert(element.id) } else { nameless.remove(element.id) }
    }

    mutating func remove(_ id: String) {
        textBytes -= all.removeValue(forKey: id)?.cost ?? 0
        nameless.remove(id)
        noteChange(of: id)
    }

    // MARK: Changes

    /// Records a change of an element, or of what the user knows of it.
    mutating func noteChange(of id: String) { changed.insert(id) }
    /// Makes every element count as changed.
    mutating func noteChanges() { changed.insertAll() }

    /// Returns the ids of the elements that have changed since the last call; nil stands for every element.
    mutating func takeChanges() -> Set<String>? { changed.take() }
}
