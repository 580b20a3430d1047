/// Finds a letter after a hyphen with nothing audible before it in the word, as in `"-a`. eSpeak NG 1.51 begins no word there, and its
/// Vietnamese and Lule Sami voices look for the word's beginning in memory that is not theirs.
struct SilentHyphen {
    private enum State { case nothing, silence, hyphen, sound }
    private var state = State.nothing

    mutating func isFollowed(by scalar: Unicode.Scalar) -> Bool {
        defer {
            state =
                switch (state, scalar) {
                case (.sound, _): .sound
                case (.silence, "-"), (.hyphen, "-"): .hyphen
                default: Self.isAudible(scalar) ? .sound : .silence
                }
        }
        return state == .hyphen && scalar.properties.isAlphabetic
    }

    /// Whether each voice says something for it: beyond, no voice has names for all letters.
    private static func isAudible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39: true
        case ...0x1400, 0x3040...0x9FFF, 0xAC00...0xD7A3: scalar.properties.isAlphabetic
        default: false
        }
    }
}
