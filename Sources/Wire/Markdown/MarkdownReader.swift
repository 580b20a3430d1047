import CMD4C

/// A part of a document that contains other parts.
enum MarkdownPart: Equatable {
    case heading, paragraph
    /// - Parameter first: the number of the first item; nil for a list without numbers.
    case list(first: Int?)
    /// - Parameter isDone: whether the task is done; nil for an item that is no task.
    case item(isDone: Bool?)
    case codeBlock, html
    case table, row, header, cell
    case emphasis, strong, code
}

/// A text in a document.
enum MarkdownText {
    case plain, code
    /// A character's name in HTML: `&amp;`.
    case entity
    /// HTML.
    case tag
    /// The end of a line that was only wrapped.
    case space
    /// The end of a line that is meant to end.
    case lineBreak
}

/// Parses Markdown with md4c, within limits.
enum MarkdownReader {
    /// The deepest nesting of quotes and lists. The parser's time is proportional to the depth.
    static let deepest = 64
    /// The longest sum of the addresses and titles of all links, in bytes. The parser copies a definition for each link that refers to it.
    private static let mostCopied = 4 << 20
    /// The maximum number of parts. A table has as many cells in each row as it has columns, even if they are not written.
    private static let mostParts = 1 << 20

    /// Reads a document.
    /// - Returns: whether it is within the limits, and the builder accepted it.
    static func read(_ document: String, for builder: MarkdownBuilder) -> Bool {
        var bytes: [CChar] = []
        bytes.reserveCapacity(document.utf8.count + 64)
        var previous = document.utf8[...].prefix(0)
        for line in document.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard !isDeep(line) else { return false }
            // MD4C 0.4.8 wants three dashes below each header of a table; GitHub wants one.
            let mark = UInt8(ascii: "|")
            let isDelimiter = line.contains(mark) && previous.contains(mark) && line.allSatisfy { "|-: \t\r>".utf8.contains($0) }
            previous = line
            for byte in line {
                bytes.append(CChar(bitPattern: byte))
                if isDelimiter, byte == UInt8(ascii: "-") { bytes += [0x2D, 0x2D] }
            }
            bytes.append(0x0A)
        }
        // The parser may look at some bytes after the end.
        let count = bytes.count
        bytes += [CChar](repeating: 0, count: 32)
        let reading = Reading(builder)
        var parser = MD_PARSER()
        parser.flags = UInt32(MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)
        unsafe parser.enter_block = { unsafe Reading.of($2).begin($0, $1) }
        unsafe parser.leave_block = { unsafe Reading.of($2).end($0, $1) }
        unsafe parser.enter_span = { unsafe Reading.of($2).begin($0, $1) }
        unsafe parser.leave_span = { type, _, data in unsafe Reading.of(data).end(type) }
        unsafe parser.text = { unsafe Reading.of($3).text($0, $1, Int($2)) }
        // SAFETY: `reading` outlives the call, and the parser reads no further than the bytes and the zeros after them.
        let status = withExtendedLifetime(reading) {
            unsafe md_parse(bytes, MD_SIZE(count), &parser, Unmanaged.passUnretained(reading).toOpaque())
        }
        return status == 0
    }

    /// Returns whether a line may be nested more than ``deepest``, by the signs of quotes and lists at its beginning.
    private static func isDeep(_ line: Substring.UTF8View) -> Bool {
        var (depth, columns, most) = (0, 0, 0)
        var previous = UInt8(ascii: " ")
        scan: for byte in line {
            switch byte {
            case UInt8(ascii: ">"):
                depth += 1
                columns = 0
            case UInt8(ascii: " "), 0x09:
                // A list's sign has white space after it.
                if "-+*.)".utf8.contains(previous) { depth += 1 } else { columns += byte == 0x09 ? 4 : 1 }
                most = max(most, columns)
            default: if !"-+*.)0123456789".utf8.contains(byte) { break scan }
            }
            previous = byte
        }
        return depth > 0 && depth + most / 2 > deepest
    }

    /// Connects the parser's callbacks with the builder. Their results are 0, or -1 to end the parsing.
    private final class Reading {
        private let builder: MarkdownBuilder
        private var copied = 0
        private var parts = 0

        init(_ builder: MarkdownBuilder) { self.builder = builder }

        static func of(_ data: UnsafeMutableRawPointer?) -> Reading {
            unsafe Unmanaged<Reading>.fromOpaque(data!).takeUnretainedValue()
        }

        private var result: CInt {
            parts += 1
            return builder.isFull || copied > mostCopied || parts > mostParts ? -1 : 0
        }

        func begin(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> CInt {
            if let part = unsafe Self.part(type, detail) { builder.begin(part) }
            return result
        }

        func end(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> CInt {
            if let part = unsafe Self.part(type, detail) { builder.end(part) }
            return result
        }

        func begin(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> CInt {
            if let part = Self.part(type) { builder.begin(part) }
            if type == MD_SPAN_A, let link = unsafe detail?.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee {
                copied += unsafe Int(link.href.size) + Int(link.title.size)
            } else if type == MD_SPAN_IMG, let image = unsafe detail?.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee {
                copied += unsafe Int(image.src.size) + Int(image.title.size)
            }
            return result
        }

        func end(_ type: MD_SPANTYPE) -> CInt {
            if let part = Self.part(type) { builder.end(part) }
            return result
        }

        func text(_ type: MD_TEXTTYPE, _ characters: UnsafePointer<MD_CHAR>?, _ count: Int) -> CInt {
            // SAFETY: the parser passes as many bytes of the document.
            let text = unsafe UnsafeRawBufferPointer(start: characters, count: count).withMemoryRebound(to: UInt8.self) {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            switch type {
            case MD_TEXT_NULLCHAR: break
            case MD_TEXT_BR: builder.add(.lineBreak, "")
            case MD_TEXT_SOFTBR: builder.add(.space, " ")
            case MD_TEXT_ENTITY: builder.add(.entity, text)
            case MD_TEXT_CODE: builder.add(.code, text)
            case MD_TEXT_HTML: builder.add(.tag, text)
            default: builder.add(.plain, text)
            }
            return result
        }

        private static func part(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> MarkdownPart? {
            switch type {
            case MD_BLOCK_H: return .heading
            case MD_BLOCK_P: return .paragraph
            case MD_BLOCK_UL: return .list(first: nil)
            case MD_BLOCK_OL:
                return .list(first: unsafe (detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee).map { Int($0.start) })
            case MD_BLOCK_LI:
                let task = unsafe detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee
                guard let task, task.is_task != 0 else { return .item(isDone: nil) }
                return .item(isDone: task.task_mark != CChar(bitPattern: UInt8(ascii: " ")))
            case MD_BLOCK_CODE: return .codeBlock
            case MD_BLOCK_HTML: return .html
            case MD_BLOCK_TABLE: return .table
            case MD_BLOCK_TR: return .row
            case MD_BLOCK_TH: return .header
            case MD_BLOCK_TD: return .cell
            default: return nil
            }
        }

        private static func part(_ type: MD_SPANTYPE) -> MarkdownPart? {
            switch type {
            case MD_SPAN_EM: .emphasis
            case MD_SPAN_STRONG: .strong
            case MD_SPAN_CODE: .code
            default: nil
            }
        }
    }
}
