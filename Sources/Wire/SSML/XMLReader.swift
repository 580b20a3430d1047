import CExpat

/// Receives a document's parts in order.
protocol XMLReceiver: AnyObject {
    /// - Returns: whether to continue.
    func begin(_ element: String, _ attributes: [String: String]) -> Bool
    func end(_ element: String) -> Bool
    func text(_ text: String) -> Bool
}

/// Parses XML with expat, in its strictest configuration: no document type, so no custom or external entities, and no deep nesting.
enum XMLReader {
    static let deepest = 32

    /// Reads a document from its pieces.
    /// - Returns: whether the document was well formed and the receiver accepted it.
    static func read(_ pieces: [String], for receiver: any XMLReceiver) -> Bool {
        // The text is UTF-8, regardless of the document's declaration.
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { return false }
        defer { unsafe XML_ParserFree(parser) }
        let reading = unsafe Reading(parser: parser, receiver: receiver)
        // SAFETY: `reading` outlives the parser's last call, see withExtendedLifetime.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { unsafe Reading.of($0)?.begin($1, $2) }, { data, name in unsafe Reading.of(data)?.end(name) })
        unsafe XML_SetCharacterDataHandler(parser) { unsafe Reading.of($0)?.text($1, Int($2)) }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in unsafe Reading.of(data)?.refuse() }
        return withExtendedLifetime(reading) {
            for (index, piece) in pieces.enumerated() {
                let characters = piece.utf8.map { CChar(bitPattern: $0) }
                let isLast: Int32 = index == pieces.count - 1 ? 1 : 0
                // SAFETY: expat reads exactly as many bytes as it is given.
                let status = unsafe XML_Parse(parser, characters, Int32(characters.count), isLast)
                guard status == XML_STATUS_OK, !reading.isRefused else { return false }
            }
            return true
        }
    }

    /// Connects expat's callbacks with the receiver.
    @safe private final class Reading {
        private let parser: XML_Parser
        private let receiver: any XMLReceiver
        private var depth = 0
        private(set) var isRefused = false

        init(parser: XML_Parser, receiver: any XMLReceiver) {
            unsafe self.parser = unsafe parser
            self.receiver = receiver
        }

        static func of(_ data: UnsafeMutableRawPointer?) -> Reading? {
            unsafe data.map { unsafe Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
        }

        func begin(_ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
            depth += 1
            guard !isRefused, depth <= deepest, let name = unsafe name else { return refuse() }
            var values: [String: String] = [:]
            // Names and values alternate; a null ends the list.
            var next = unsafe attributes
            while let pair = unsafe next, let key = unsafe pair[0], let value = unsafe pair[1] {
                values[unsafe String(cString: key)] = unsafe String(cString: value)
                unsafe next = unsafe pair + 2
            }
            if !receiver.begin(unsafe String(cString: name), values) { refuse() }
        }

        func end(_ name: UnsafePointer<XML_Char>?) {
            depth -= 1
            guard !isRefused, let name = unsafe name else { return }
            if !receiver.end(unsafe String(cString: name)) { refuse() }
        }

        func text(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
            guard !isRefused, let characters = unsafe characters else { return }
            let text = unsafe UnsafeBufferPointer(start: characters, count: count).withMemoryRebound(to: UInt8.self) {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            if !receiver.text(text) { refuse() }
        }

        func refuse() {
            isRefused = true
            unsafe XML_StopParser(parser, XML_Bool(0))
        }
    }
}
