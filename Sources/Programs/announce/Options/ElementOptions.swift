public import ArgumentParser
import Messages
import Narration

/// An element: the options that its commands share.
struct ElementOptions: ParsableArguments {
    @Option(help: ArgumentHelp("An identifier for later commands. Given alone, it refers to a known element.", valueName: "id"))
    var id: String?
    @Option(help: "The element's name, such as Play.")
    var label: String?
    @Option(parsing: .unconditional, help: "The element's content or state.")
    var value: String?
    @Option(help: ArgumentHelp("The text shown while the element is empty.", valueName: "text"))
    var placeholder: String?
    @Option(
        name: .customLong("trait"), help: ArgumentHelp("A trait of the element: button, link, header … (repeatable).", valueName: "trait"),
        completion: .traits)
    var traitNames: [String] = []
    @Option(help: ArgumentHelp("The result of using the element.", valueName: "text"))
    var hint: String?
    @Option(help: ArgumentHelp("The language of the element's texts.", valueName: "tag"), completion: .languages)
    var language: String?
    @Option(help: "How the value is read aloud: text, duration, time, number, percent or spell.")
    var kind: Element.ValueKind?

    @OptionGroup var detail: DetailOptions
    @OptionGroup var state: StateOptions

    @Option(help: "The kind of the enclosing container: list, landmark, table, tabBar or series.")
    var container: Container.Kind?
    @Option(help: ArgumentHelp("The container's label.", valueName: "text"))
    var containerLabel: String?
    @Option(help: ArgumentHelp("The element's position in the container, counted from 1.", valueName: "n"))
    var index: Int?
    @Option(help: ArgumentHelp("The number of elements in the container.", valueName: "n"))
    var count: Int?
    @Option(help: "The end of the container at which the element is: start or end.")
    var edge: Container.Edge?
    @Option(help: ArgumentHelp("The table cell's row, counted from 1.", valueName: "n"))
    var row: Int?
    @Option(help: ArgumentHelp("The table cell's column, counted from 1.", valueName: "n"))
    var column: Int?
    @Option(help: "How changes of the container's elements are announced while they do not have the focus: off, polite or assertive.")
    var containerLive: LiveRegion.Politeness?
    @Option(name: .customLong("header"), help: ArgumentHelp("A header of the table cell (repeatable).", valueName: "text"))
    var headers: [String] = []

    func validate() throws {
        _ = try Traits(named: traitNames)
        try requireName(id, "--id")
        try requireName(language, "--language")
        for (option, number) in [("--index", index), ("--count", count), ("--row", row), ("--column", column)] {
            if let number, !(1...1_000_000).contains(number) { throw ValidationError("\(option): expected 1 to 1000000") }
        }
        let places =
            [index, count, row, column].contains { $0 != nil } || containerLabel != nil || edge != nil
            || containerLive != nil || !headers.isEmpty
        if places, container == nil { throw ValidationError("expected --container too: list, landmark, table, tabBar or series") }
    }

    /// Whether anything but the id is given.
    private var saysAnything: Bool {
        [label, value, placeholder, hint, language].contains { $0 != nil } || !traitNames.isEmpty || kind != nil
            || detail.saysAnything || state.saysAnything || container != nil
    }

    /// The element. Given alone, the id refers to a known element; nil if nothing is given.
    var reference: ElementReference? {
        guard saysAnything else { return id.map { .id($0) } }
        return .element(element)
    }

    var element: Element {
        Element(
            id: id ?? "", label: label, value: value, placeholder: placeholder, traits: (try? Traits(named: traitNames)) ?? [], hint: hint,
            roleDescription: detail.roleDescription, level: detail.level, content: detail.content, actions: detail.actions,
            states: state.states, live: state.liveRegion, language: language, valueKind: kind ?? .text,
            container: container.map {
                Container(
                    kind: $0, label: containerLabel, index: index, count: count, edge: edge, row: row, column: column, headers: headers,
                    live: LiveRegion(containerLive))
            })
    }
}

/// Throws if a name is too short or too long for a request.
func requireName(_ name: String?, _ option: String, longest: Int = 256) throws {
    guard let name else { return }
    if name.isEmpty || name.unicodeScalars.count > longest { throw ValidationError("\(option): expected 1 to \(longest) characters") }
}

extension Traits {
    /// Creates a set from traits' names.
    /// - Throws: `ValidationError` with near matches.
    init(named names: [String]) throws {
        self = []
        for name in names {
            guard let trait = Traits(name: name) else {
                throw ValidationError("--trait: \"\(name)\" is unknown; \(NearMatches.hint(for: name, in: Traits.names))")
            }
            formUnion(trait)
        }
    }
}

extension Element.ValueKind: ExpressibleByArgument {}
extension Container.Kind: ExpressibleByArgument {}
extension Container.Edge: ExpressibleByArgument {}
extension LiveRegion.Politeness: ExpressibleByArgument {}
extension ElementStates.Toggle: ExpressibleByArgument {}
extension ElementStates.Current: ExpressibleByArgument {}
extension FocusMover: ExpressibleByArgument {}
extension MediaSession.Mode: ExpressibleByArgument {}
