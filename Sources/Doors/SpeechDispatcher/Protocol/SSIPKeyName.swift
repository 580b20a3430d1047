/// Splits the names of keys: `control_shift_a` is two keys and a character.
package enum SSIPKeyName {
    /// A part of a key's name.
    package enum Part: Sendable, Equatable {
        /// A part that is spoken as a word.
        case word(String)
        /// A character that is spoken by its name.
        case character(String)
    }

    package static func parts(of name: String) -> [Part] {
        name.split(separator: "_").flatMap { part -> [Part] in
            if part.count == 1 { return [.character(String(part))] }
            // The keys of the number pad: kp-enter, kp-+.
            if part.hasPrefix("kp-"), part.count == 4 { return [.word("keypad"), .character(String(part.dropFirst(3)))] }
            if part.hasPrefix("kp-"), part.count > 4 { return [.word("keypad \(part.dropFirst(3))")] }
            return [.word(String(part.map { $0 == "-" ? " " : $0 }))]
        }
    }

    /// Returns the character that `CHAR` names. A space can't be sent literally.
    package static func character(_ name: String) -> String { name.lowercased() == "space" ? " " : name }
}
