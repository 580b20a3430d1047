/// A key's name, taken apart: `control_shift_a` is two keys and a character.
package enum SSIPKeyName {
    package enum Part: Sendable, Equatable {
        /// To be said as a word.
        case word(String)
        /// To be said by its name.
        case character(String)
    }

    package static func parts(of name: String) -> [Part] {
        name.split(separator: "_").map { part in
            if part.count == 1 { return .character(String(part)) }
            // The number pad's keys: kp-enter, kp-+.
            if part.hasPrefix("kp-"), part.count > 3 { return .word("keypad \(part.dropFirst(3))") }
            return .word(String(part.map { $0 == "-" ? " " : $0 }))
        }
    }

    /// The character that `CHAR` names: a space can't be sent as itself.
    package static func character(_ name: String) -> String { name.lowercased() == "space" ? " " : name }
}
