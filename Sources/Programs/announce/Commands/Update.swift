import ArgumentParser
import Messages

/// Reports changes to an element.
struct Update: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Report changes to an element, which are spoken if it has the focus or is live.",
        discussion: """
            \(elementDiscussion)

            EXAMPLES
              announce focus --id size --label Size --value Medium --trait adjustable
              announce update --id size --value Large
              announce update --id size --trait adjustable --trait notEnabled
              announce update --id mail --error "needs an at sign"
              announce update --id sound --checked true
              announce update --id status --live polite --value Saved
              announce update --id query --value "hello" --inserted o

            \(exitCodes)
            """)
    @Option(help: ArgumentHelp("The element's identifier.", valueName: "id")) var id: String
    @Option(help: "The new label.") var label: String?
    @Option(parsing: .unconditional, help: "The new value.") var value: String?
    @Option(
        name: .customLong("trait"), help: ArgumentHelp("Replace all traits with this one (repeatable).", valueName: "trait"),
        completion: .traits)
    var traitNames: [String] = []
    @Option(help: ArgumentHelp("The new hint.", valueName: "text")) var hint: String?
    @OptionGroup var detail: DetailOptions
    @OptionGroup var state: StateOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("In a text field: the text that the user typed, if the values do not show it.", valueName: "text"))
    var inserted: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("In a text field: the text that the user deleted.", valueName: "text"))
    var deleted: String?
    @OptionGroup var waiting: WaitOption
    @OptionGroup var client: ClientOptions

    func validate() throws {
        try requireName(id, "--id")
        _ = try Traits(named: traitNames)
        if [label, value, hint, inserted, deleted].allSatisfy({ $0 == nil }), traitNames.isEmpty, !detail.saysAnything,
            !state.saysAnything
        {
            throw ValidationError(
                "expected a change: a new --label, --value, --trait, --hint, --error or another option of what has changed"
            )
        }
    }

    func run() async throws {
        let traits = traitNames.isEmpty ? nil : try Traits(named: traitNames)
        let update = ElementUpdate(
            id: id, label: label, value: value, traits: traits, hint: hint, roleDescription: detail.roleDescription, level: detail.level,
            content: detail.content.isEmpty ? nil : detail.content, actions: detail.actions.isEmpty ? nil : detail.actions,
            states: state.states, live: state.liveRegion, inserted: inserted, deleted: deleted)
        try await SpeakingCommand.run(.notification(.elementUpdated(update)), until: waiting.wait ? .heard : .ended, at: client.daemon)
    }
}
