/// Scans a line as one JSON object.
struct JSONScanner {
    let bytes: [UInt8]
    var place = 0
    /// The number of open objects and arrays.
    private var level = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans the whole line.
    mutating func line() throws(JSONLineError) -> JSONObject {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
        do throws(JSONLineError) {
            guard next == UInt8(ascii: "{") else {
                throw JSONLineError(.notAnObject, "the line is not a JSON object; expected {…}")
            }
            let object = try object()
            if next != nil { throw expected("nothing after the object") }
            return object
        } catch {
            // NULs and invalid UTF-8 come first: no column can show them.
            try JSONLine.check(bytes)
            throw error
        }
    }

    /// The next byte that is not white space, without consuming it.
    private var next: UInt8? {
        mutating get {
            while place < bytes.count {
                switch bytes[place] {
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): place += 1
                default: return bytes[place]
                }
            }
            return nil
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func value() throws(JSONLineError) -> JSONValue {
        guard let next else { throw expected("a value") }
        switch next {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "t"): if takeWord("true") { return .flag(true) }
        case UInt8(ascii: "f"): if takeWord("false") { return .flag(false) }
        case UInt8(ascii: "n"): if takeWord("null") { return .null }
        default: break
        }
        throw expected("a value")
    }

    private mutating func enter() throws(JSONLineError) {
        if level == JSONLine.mostLevels { throw .tooDeep }
        level += 1
        place += 1
    }

    private mutating func leave(_ bracket: Unicode.Scalar) throws(JSONLineError) {
        guard take(bracket) else { throw expected("a comma or \(bracket)") }
        level -= 1
    }

    private mutating func object() throws(JSONLineError) -> JSONObject {
        try enter()
        if take("}") {
            level -= 1
            return JSONObject(fields: [])
        }
        var fields: [JSONObject.Field] = []
        fields.reserveCapacity(4)
        /// The indices of all fields by name, once there are too many to compare each field with every other.
        var places: [String: Int] = [:]
        repeat {
            guard next == UInt8(ascii: "\"") else { throw expected("a field's name in quotation marks") }
            let start = place
            let name = try string()
            guard take(":") else { throw expected("a colon") }
            let value = try value()
            if fields.count == Self.fewFields, places.isEmpty {
                for (place, field) in fields.enumerated() { places[field.name] = place }
            }
            guard let known = fields.count < Self.fewFields ? fields.firstIndex(where: { $0.name == name }) : places[name] else {
                if fields.count >= Self.fewFields { places[name] = fields.count }
                fields.append(JSONObject.Field(name: name, value: value))
                continue
            }
            // A field that is null counts as absent.
            if case .null = value { continue }
            guard case .null = fields[known].value else {
                throw expected("each field once, found a second \"\(name.prefix(64))\"", at: start)
            }
            fields[known].value = value
        } while take(",")
        try leave("}")
        return JSONObject(fields: fields)
    }
    private static let fewFields = 32

    private mutating func array() throws(JSONLineError) -> [JSONValue] {
        try enter()
        if take("]") {
            level -= 1
            return []
        }
        var values: [JSONValue] = []
        repeat { values.append(try value()) } while take(",")
        try leave("]")
        return values
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    // MARK: Errors

    /// Returns the error for a position where the JSON is invalid.
    func expected(_ what: String, at place: Int? = nil) -> JSONLineError {
        let place = place ?? self.place
        // All but the first byte of a character are 10xxxxxx.
        let column = bytes[..<min(place, bytes.count)].count { $0 & 0xc0 != 0x80 } + 1
        let end = place >= bytes.count ? ", where the line ends" : ""
        return JSONLineError(.notAnObject, "the line is not valid JSON at column \(column)\(end): expected \(what)")
    }
}
