/// The position within a terminal's escape sequence (ECMA-48), and the parameters received so far.
package enum EscapeSequence {
    case none
    /// The position after the escape character.
    case escape
    /// `ESC [ … letter`: colours, cursor movement.
    case control(Parameters)
    /// `ESC ] … BEL`, or `… ESC \`: titles, links.
    case string

    /// The role of a scalar.
    package enum Scalar: Equatable {
        /// Text, or a control character.
        case text
        /// A part of a sequence.
        case part
        /// The end of `ESC letter`.
        case escape(Unicode.Scalar)
        /// The end of `ESC [ … letter`.
        case control(Unicode.Scalar, Parameters)
    }

    /// The numbers of `ESC [ 1 ; 2 letter`. Only the first two are used here.
    package struct Parameters: Equatable {
        package private(set) var first: Int?
        package private(set) var second: Int?
        private var index = 0

        /// The maximum number that is stored. Real programs stay far below it.
        private static let largest = 9999

        mutating func append(digit: Int) {
            switch index {
            case 0: first = min((first ?? 0) * 10 + digit, Self.largest)
            case 1: second = min((second ?? 0) * 10 + digit, Self.largest)
            default: break
            }
        }

        mutating func endNumber() {
            if index == 0 { (first, second) = (first ?? 0, 0) }
            index = min(index + 1, 2)
        }
    }

    package mutating func read(_ scalar: Unicode.Scalar) -> Scalar {
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
            case "[": self = .control(Parameters())
            case "]", "P", "X", "^", "_": self = .string
            // Other sequences have two or three characters: ESC ( B, ESC c.
            case " "..."/": self = .escape
            default:
                self = .none
                return .escape(scalar)
            }
        case .control(var parameters):
            switch scalar {
            case "@"..."~":
                self = .none
                return .control(scalar, parameters)
            case "0"..."9": parameters.append(digit: Int(scalar.value) - 0x30)
            case ";": parameters.endNumber()
            default: break
            }
            self = .control(parameters)
        case .string: if scalar == "\u{07}" { self = .none }
        }
        return .part
    }
}
