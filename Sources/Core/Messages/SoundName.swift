/// The name of a sound icon, or of a theme with sounds, such as `dialog-error`. It becomes part of a path, so it must not be a path itself.
package struct SoundName: Sendable, Hashable {
    package let text: String

    private static let longest = 64
    private static let mostParts = 8

    /// - Returns: nil if the text is not a valid name: 1 to 64 ASCII letters, digits, `-`, `_` and `.`, in up to 8 parts, not beginning
    ///   with `-` or `.`.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), let first = text.utf8.first, first != UInt8(ascii: "-"),
            first != UInt8(ascii: "."), text.utf8.allSatisfy(Self.isAllowed), text.utf8.count(where: { $0 == Self.dash }) < Self.mostParts
        else { return nil }
        self.text = text
    }

    /// The usual theme, which every other one falls back to.
    package static let freedesktop = SoundName(unchecked: "freedesktop")

    private init(unchecked text: String) { self.text = text }

    /// The name itself, then increasingly general names: `a-b-c`, `a-b`, `a`.
    package var generalizations: [SoundName] {
        guard let dash = text.lastIndex(of: "-"), let shorter = SoundName(String(text[..<dash])) else { return [self] }
        return [self] + shorter.generalizations
    }

    private static let dash = UInt8(ascii: "-")

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case dash, UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
