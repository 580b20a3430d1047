/// Writes SVG, one element per line. All text is escaped here.
struct SVGWriter {
    private(set) var text = ""
    private var depth = 0

    /// Writes an empty element.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        line("<\(name)\(Self.written(attributes))/>")
    }

    /// Writes an element that contains text.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
        line("<\(name)\(Self.written(attributes))>\(Self.escaped(text))</\(name)>")
    }

    /// Writes an element that contains other elements.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: (inout SVGWriter) -> Void) {
        line("<\(name)\(Self.written(attributes))>")
        depth += 1
        content(&self)
        depth -= 1
        line("</\(name)>")
    }

    private mutating func line(_ line: String) {
        text += String(repeating: " ", count: 2 * depth)
        text += line
        text += "\n"
    }

    private static func written(_ attributes: KeyValuePairs<String, String>) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }

    /// Returns a coordinate, rounded to a tenth of a pixel.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }

    /// Returns text escaped for XML. Line ends become spaces; characters that XML can't contain become U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n", "\r": escaped.append(" ")
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
