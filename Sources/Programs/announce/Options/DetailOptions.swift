public import ArgumentParser
public import Messages

/// What an element says besides its label and value, in its description and on request.
struct DetailOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's own words for the element's role, instead of its traits' words.", valueName: "text"))
    var roleDescription: String?
    @Option(help: ArgumentHelp("The level of a header, or of an item of a tree or a list, 1 to 6.", valueName: "n"))
    var level: Int?
    @Option(
        name: .customLong("content"),
        help: ArgumentHelp("A detail that is spoken on request, such as \"Age=3 years\" (repeatable).", valueName: "label=value"))
    var details: [CustomContent] = []
    @Option(
        name: .customLong("high-content"),
        help: ArgumentHelp("A detail that is spoken after the value (repeatable).", valueName: "label=value"))
    var highDetails: [CustomContent] = []
    @Option(
        name: .customLong("action"),
        help: ArgumentHelp("Something that the user can do with the element besides activating it (repeatable).", valueName: "name"))
    var actions: [String] = []

    func validate() throws {
        if let level, !Element.levels.contains(level) { throw ValidationError("--level: expected 1 to 6") }
        for action in actions { try requireName(action, "--action") }
        for (option, count) in [("--content", content.count), ("--action", actions.count)] where count > CustomContent.most {
            throw ValidationError("\(option): expected at most \(CustomContent.most)")
        }
    }

    var content: [CustomContent] { highDetails.map { CustomContent(label: $0.label, value: $0.value, importance: .high) } + details }
    /// Whether any of the options is given.
    var saysAnything: Bool { roleDescription != nil || level != nil || !content.isEmpty || !actions.isEmpty }
}

extension CustomContent: ExpressibleByArgument {
    public init?(argument: String) {
        guard let mark = argument.firstIndex(of: "=") else { return nil }
        self.init(label: String(argument[..<mark]), value: String(argument[argument.index(after: mark)...]))
    }
}
