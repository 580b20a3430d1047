/// The position within a terminal's escape sequence (ECMA-48), and what it has said so far.
enum EscapeSequence {
    case none
    /// After the escape character.
    case escape
    /// `ESC [ … letter`: colours, cursor movement.
    case control(parameters: [Int])
    /// `ESC ] … BEL`, or `… ESC \`: titles, links.
    case string

    /// The role of a scalar.
    enum Scalar: Equatable {
        /// Text, or a control character.
        case text
        /// A part of a sequence.
        case part
        /// The end of `ESC letter`.
        case escape(Unicode.Scalar)
        /// The end of `ESC [ … letter`.
        case control(Unicode.Scalar, parameters: [Int])
    }

    /// Bounds of what is remembered; what a terminal's programs send is far below.
    private static let mostParameters = 16
    private static let largestParameter = 9999

    mutating func read(_ scalar: Unicode.Scalar) -> Scalar {
        if scalar == "\u{1B}" {
            self = .escape
            return .part
        }
        // An unterminated sequence ends with its line.
        if scalar == "\n" || scalar == "\r" { self = .none }
        switch self {
        case .none: return .text
        case .escape:
            switch scalar {
            case "[": self = .control(parameters: [])
            case "]", "P", "X", "^", "_": self = .string
            // Other sequences have two or three characters: ESC ( B, ESC c.
            case " "..."/": self = .escape
            default:
                self = .none
                return .escape(scalar)
            }
        case .control(var parameters):
            // Taken out of `self`, so that it is not copied.
            self = .none
            switch scalar {
            case "@"..."~": return .control(scalar, parameters: parameters)
            case "0"..."9":
                if parameters.isEmpty { parameters = [0] }
                let digit = Int(scalar.value) - 0x30
                parameters[parameters.count - 1] = min(parameters[parameters.count - 1] * 10 + digit, Self.largestParameter)
            case ";":
                if parameters.isEmpty { parameters = [0] }
                if parameters.count < Self.mostParameters { parameters.append(0) }
            default: break
            }
            self = .control(parameters: parameters)
        case .string: if scalar == "\u{07}" { self = .none }
        }
        return .part
    }
}
