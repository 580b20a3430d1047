package import Messages

// Warnings to an app about an element that is described nevertheless.
extension Describer {
    /// Returns warnings for the app about an element: roles that exclude one another, a role that the label also contains, a placeholder
    /// that has to serve as the name, states or positions that contradict each other.
    package func warnings(for element: Element) -> [String] {
        var warnings: [String] = []
        for roles in Traits.exclusiveRoles.map(element.traits.intersection) where roles.count > 1 {
            warnings.append("traits: \(roles.names.joined(separator: ", ")) exclude each other")
        }
        if let label = Phrase.trimmed(element.label) {
            if Phrase.trimmed(element.roleDescription) == nil, let trait = traitSaid(by: label, of: element.traits) {
                warnings.append("label: ends like the trait \(trait), which is then heard twice; expected the name alone")
            }
        } else if Phrase.trimmed(element.placeholder) != nil {
            warnings.append("label: missing, so the placeholder stands for it; expected a name that stays")
        }
        if element.traits.contains(.selected), element.valueState == .off {
            warnings.append("value: 0 means off, and the trait selected means on")
        }
        var path = "container"
        for container in [element.container].compactMap(\.self) + (element.container?.enclosing ?? []) {
            warnings += Self.contradictions(of: container).map { "\(path).\($0)" }
            path += ".container"
        }
        return warnings
    }

    /// Returns a container's impossible positions.
    private static func contradictions(of container: Container) -> [String] {
        guard let index = container.index else { return [] }
        if let count = container.count, index > count { return ["index: \(index) is beyond the count, \(count)"] }
        switch (container.edge, container.count) {
        case (.start, _) where index > 1: return ["edge: start means the first, and the index is \(index)"]
        case (.end, let count?) where index < count: return ["edge: end means the last, and the index is \(index) of \(count)"]
        default: return []
        }
    }

    /// Returns the trait whose spoken word, or whose name, ends a label: "Play button" of a button.
    private func traitSaid(by label: String, of traits: Traits) -> String? {
        let label = String(label.unicodeScalars.suffix(Self.longestRole)).lowercased()
        return Self.spokenRoles.first { trait, key in
            guard traits.contains(trait) else { return false }
            let name = trait.name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
            return [words[key], words[key.in(.talkback)], name].contains { word in
                let word = word.lowercased()
                return !word.isEmpty && label.hasSuffix(word)
                    && label.dropLast(word.count).last.map { !$0.isLetter && !$0.isNumber } ?? true
            }
        }?.trait.name
    }

    /// The maximum length of a word for a trait and the text before it, in characters.
    private static let longestRole = 64

    private static let spokenRoles =
        [Trait.button, .backButton, .toggleButton, .textEntry, .secureTextEntry, .tabBar, .tab, .radioButton, .checkBox, .switch]
        .compactMap(Words.Key.role) + Words.Key.roles
}
